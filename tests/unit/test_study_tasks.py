"""The tasks of each study have the papers' numbers, and say nothing of who is to be preferred."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from evenhand.research.faircoder import faircoder_tasks
from evenhand.research.generation.questions import Question
from evenhand.research.huang import huang_tasks
from evenhand.research.liu import liu_tasks
from evenhand.research.solar import solar_tasks
from evenhand.research.studies import STUDIES, study_named
from evenhand.research.tasks import repeated


def by(field: str, questions: list[Question]) -> Counter[str]:
    return Counter(str(question.about.get(field)) for question in questions)


def test_huang_has_334_tasks_in_three_areas() -> None:
    # Their table 2, last row.
    assert by("category", list(huang_tasks.questions())) == {
        "income": 93, "employment": 134, "insurance": 107,
    }  # fmt: skip


def test_faircoder_has_955_functions_and_18_topics_in_three_variants() -> None:
    functions = list(faircoder_tasks.functions())
    keys = Counter(
        key for q in functions for key in ("job", "major", "treatment") if key in q.about
    )
    free = [question for question in faircoder_tasks.tests() if "given" not in question.about]

    assert keys == {"job": 540, "major": 320, "treatment": 95}
    assert set(by("topic", free).values()) == {3}
    assert len(by("topic", free)) == 18
    assert by("kind", free) == {"illness": 12, "traits_m": 15, "traits_f": 15, "society": 12}


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
