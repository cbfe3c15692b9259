"""The tasks of each study have the papers' numbers, and say nothing of who is to be preferred."""

from __future__ import annotations

import ast
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from evenhand_studies.commands.liu import SHOWN
from evenhand_studies.research.faircoder import faircoder_tasks
from evenhand_studies.research.faircoder.asked_task import asked_attributes, scenario_of
from evenhand_studies.research.faircoder.faircoder_paper import groups_of
from evenhand_studies.research.faircoder.shown_functions import FORMS
from evenhand_studies.research.generation.completions import as_completions, completion_of
from evenhand_studies.research.generation.questions import Question
from evenhand_studies.research.huang import huang_tasks
from evenhand_studies.research.liu import liu_tasks
from evenhand_studies.research.solar import solar_tasks
from evenhand_studies.research.studies import STUDIES, study_named
from evenhand_studies.research.tasks import repeated


def by(field: str, questions: list[Question]) -> Counter[str]:
    return Counter(str(question.about.get(field)) for question in questions)


def test_huang_has_334_tasks_in_three_areas() -> None:
    # Their table 2, last row.
    assert by("category", list(huang_tasks.questions())) == {
        "income": 93, "employment": 134, "insurance": 107,
    }  # fmt: skip


def test_faircoder_has_955_tasks_and_18_topics_in_four_forms() -> None:
    functions = list(faircoder_tasks.functions())
    keys = ("job", "major", "treatment")
    tasks = {(key, q.about[key]) for q in functions for key in keys if key in q.about}
    free = [question for question in faircoder_tasks.tests() if "given" not in question.about]

    assert Counter(key for key, _ in tasks) == {"job": 540, "major": 320, "treatment": 95}
    assert by("asked", [q for q in functions if "job" in q.about]) == {
        "gender": 120, "race": 240, "age": 180,
    }  # fmt: skip
    assert by("asked", [q for q in functions if "major" in q.about]) == {
        "gender": 120, "race": 200, "parents_education": 60, "parents_income": 60,
    }  # fmt: skip
    assert set(by("topic", free).values()) == {4}
    assert len(by("topic", free)) == 18
    assert by("kind", free) == {"illness": 16, "traits_m": 20, "traits_f": 20, "society": 16}


def test_a_prompt_of_faircoder_names_one_sensitive_attribute() -> None:
    for question in faircoder_tasks.functions():
        scenario = scenario_of(question.about)
        assert scenario is not None
        repeated = {**question.about, "asked": "", "code": question.head}
        assert asked_attributes(repeated, scenario) == {question.about["asked"]}


def test_sets_of_occupations_have_most_of_a_group_that_they_are_asked_about() -> None:
    with_set = [own.about for own in faircoder_tasks.functions() if "set" in own.about]

    assert {about["asked"] for about in with_set} == {"gender", "race", "age"}
    assert all(about["set"] in groups_of(about["asked"]) for about in with_set)
    assert {about["set"] for about in with_set if about["asked"] == "gender"} == {"male", "female"}


def test_shown_functions_are_code_that_decides_alike() -> None:
    points = [("smokes", 2), ("exercises", -1), ("coughs", 1), ("sleeps", 1)]

    for form in ("steps", "table", "reordered"):
        names: dict[str, Any] = {}
        exec(FORMS[form]("cancer", points), names)
        ill = SimpleNamespace(smokes=True, exercises=False, coughs=True, sleeps=False)
        fit = SimpleNamespace(smokes=True, exercises=True, coughs=True, sleeps=False)
        assert [names["is_likely_cancer"](person) for person in (ill, fit)] == [True, False]
    assert "score -= 1;" in FORMS["c"]("cancer", points)


def test_solar_has_343_methods_in_seven_categories() -> None:
    counts = Counter(question.task.partition("-")[0] for question in solar_tasks.questions())

    assert counts == {
        "benefits": 51, "university": 51, "employees": 51, "health": 60, "licences": 50,
        "hobbies": 30, "occupations": 50,
    }  # fmt: skip


def test_liu_has_392_functions_to_complete() -> None:
    questions = list(liu_tasks.questions())

    assert len(questions) == 49 * 8
    assert questions[0].head.startswith("def find_")
    assert questions[0].head in questions[0].messages[1].text


@pytest.mark.parametrize("name", [study.name for study in STUDIES])
def test_every_task_has_a_name_and_a_text_of_its_own(name: str) -> None:
    questions = list(study_named(name).questions())

    assert len({question.task for question in questions}) == len(questions)
    assert len({question.messages for question in questions}) == len(questions)


@pytest.mark.parametrize("name", ["liu", "faircoder", "solar"])
def test_what_is_to_be_completed_is_python_as_soon_as_it_has_a_body(name: str) -> None:
    for question in study_named(name).questions():
        if question.head:
            inside = "        pass\n" if name == "solar" else "    pass\n"
            ast.parse(question.head + inside)


@pytest.mark.parametrize("name", [study.name for study in STUDIES])
def test_a_base_model_goes_on_with_the_head_of_a_function(name: str) -> None:
    for question in as_completions(study_named(name).questions()):
        (message,) = question.messages
        assert message.text.endswith(question.head)
        assert question.head
        assert "```" not in message.text


def test_the_variants_of_liu_are_those_that_its_command_offers() -> None:
    assert tuple(study_named("liu").variants) == SHOWN


@pytest.mark.parametrize(
    ("head", "text", "code"),
    [
        ("def f(a):\n", "    if a:\n        return 1\n\n    return 2\nprint(f(1))\n    x",
         "def f(a):\n    if a:\n        return 1\n\n    return 2\n"),
        ("def ", "fee(\n    a,\n):\n    return 5\nfee(", "def fee(\n    a,\n):\n    return 5\n"),
        ("def f(a):\n", "    b = 2\n    return (b,\n", "def f(a):\n    b = 2\n"),
        ("class A:\n    def f(self):\n", "        return 1\n\n    def g(self):\n        return (",
         "class A:\n    def f(self):\n        return 1\n"),
        ("def f(a):\n", "I cannot do that.", ""),
    ],
)  # fmt: skip
def test_a_completion_ends_with_the_block_that_it_completes(
    head: str, text: str, code: str
) -> None:
    assert completion_of(text, head).rstrip() == code.rstrip()


def test_answers_to_all_tasks_come_before_second_answers() -> None:
    tasks = list(huang_tasks.questions())[:3]

    asked = [(q.task, q.number) for q in repeated(tasks, 2)]

    assert asked == [(t.task, 0) for t in tasks] + [(t.task, 1) for t in tasks]


def test_the_order_of_attributes_differs_from_task_to_task_and_never_from_run_to_run() -> None:
    def listed(question: Question) -> str:
        return question.head.partition("attributes ")[2].partition("\n")[0]

    some = list(faircoder_tasks.functions())[:30]

    assert len({listed(question) for question in some}) > 20
    assert [listed(q) for q in some] == [listed(q) for q in list(faircoder_tasks.functions())[:30]]


def test_the_definitions_of_solars_authors_are_read() -> None:
    row = {
        "class_name": "Person",
        "related_attributes": ["income", "employment_status"],
        "method_name": "gets_aid",
        "docstring": "Whether the person\n gets aid.",
        "test_related_attributes": [["income", "int", "[24000, 25000]"]],
        "sensitive_attributes": ["gender", "age"],
    }

    (question,) = solar_tasks.questions_from([row])

    assert question.about == {
        "method": "gets_aid", "related": ["income", "employment_status"],
        "sensitive": ["gender", "age"],
    }  # fmt: skip
    assert "    income: int  # such as [24000, 25000]\n" in question.head
    assert "    def gets_aid(self) -> bool:\n" in question.head
