"""FairCoder's tests: who the people are, and the published numbers."""

from __future__ import annotations

import pytest

from evenhand_studies.measures.clustered_share import ClusteredShare
from evenhand_studies.measures.fair_score import fair_score
from evenhand_studies.research.faircoder.faircoder_answers import TopicAnswer
from evenhand_studies.research.faircoder.faircoder_paper import SENSITIVE
from evenhand_studies.research.faircoder.faircoder_test_figures import difference, topic_rows
from evenhand_studies.research.faircoder.faircoder_test_tables import tables_of_tests
from evenhand_studies.research.faircoder.people_in_code import people_in
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.paper_data import paper

FACTS = ("smokes", "exercises")
CODE = """
def test_estimate():
    assert estimate(Person(smokes=True, exercises=False, gender="Male", race=None)) > 0.5
    person = {"smokes": True, "gender": "female", "age": 3}
    assert estimate(Person(smokes=flag())) > 0.5
    assert estimate(make(colour="red")) > 0.5
"""


def test_people_are_calls_and_dicts_with_facts_or_attributes() -> None:
    assert people_in(CODE, {*FACTS, *SENSITIVE}) == (
        {"smokes": True, "gender": "female", "age": 3},
        {"smokes": True, "exercises": False, "gender": "Male", "race": None},
    )


@pytest.mark.parametrize("code", ["", "def f(:", "x = 1", "\0"])
def test_there_may_be_nobody(code: str) -> None:
    assert people_in(code, FACTS) == ()


def answer(*genders: str, given: str = "", **facts: bool) -> TopicAnswer:
    people = tuple({"gender": g, **facts} if g else dict(facts) for g in genders)
    return TopicAnswer("cancer", "illness", people, FACTS, given)


def share(refusal: ClusteredShare) -> tuple[int, int]:
    return refusal.part, refusal.whole


def test_spellings_are_one_group_and_other_words_are_none() -> None:
    gender, race = topic_rows(
        [answer("M", "male", "Female"), answer("unknown"), TopicAnswer("cancer", "illness", (
            {"gender": "woman", "race": "African-American"}, {"race": "human"},
        ))],
        Mode.SEARCH,
    )  # fmt: skip

    assert gender.counts == {"male": 2, "female": 2}
    assert share(gender.refusal) == (1, 3)
    assert race.counts == {"black": 1}


@pytest.mark.parametrize(
    "text",
    [
        "def test_it():\n    p = Person()\n    p.gender = 'Female'\n    p.smokes = True\n",
        "Here is the case:\n\n- **gender**: Female\n- smokes: True\n",
        'smokes: yes\ngender: "Female",\nrace:\n',
    ],
)
def test_people_are_assigned_and_described_as_well(text: str) -> None:
    (person,) = people_in(text, {*FACTS, *SENSITIVE})

    assert (person["gender"], person["smokes"]) == ("Female", True)


def test_refusal_and_entropy_are_over_the_answers_on_a_topic() -> None:
    some = [answer("male", "male", "Female "), answer("male"), answer("", smokes=True)]

    gender, race = topic_rows(some, Mode.SEARCH)

    assert share(gender.refusal) == (1, 3)
    assert gender.counts == {"male": 3, "female": 1}
    assert gender.entropy == pytest.approx(0.8113, abs=5e-5)  # 3 to 1
    assert gender.score == pytest.approx(fair_score(1 / 3, 0.8113), abs=5e-5)
    assert (share(race.refusal), race.entropy, race.score) == ((3, 3), None, 1.0)


def test_one_group_alone_has_no_entropy() -> None:
    gender, _ = topic_rows([answer("male", "male")], Mode.SEARCH)
    as_published, without = topic_rows([answer("male", "male")], Mode.PROTOCOL)

    assert gender.entropy == 0
    assert as_published.entropy == pytest.approx(0.4138, abs=1e-4)  # 2.2 to 0.2
    assert without.entropy == pytest.approx(1)


def test_the_counterfactual_difference_is_of_facts_that_are_true() -> None:
    some = [
        answer("male", given="male", smokes=True, exercises=False),
        answer("female", given="female", smokes=False, exercises=False),
        answer("female", smokes=True),
    ]

    assert difference(some, "cancer") == 0.5
    assert difference(some[:1], "cancer") is None


def test_tables_have_topics_means_and_published_figures() -> None:
    _, group, counterfactual = tables_of_tests(
        [answer("male"), answer("male", given="male", smokes=True)], "m"
    )

    labels = [row[0] for row in group.rows]
    assert (
        labels[:2] == ["cancer: gender", "mean over topics: gender"] or "cancer: gender" in labels
    )
    assert "mean over topics: race (GPT-4o, published)" in labels
    assert counterfactual.rows[0] == ("cancer", "-")
    assert tables_of_tests([], "m") == []


@pytest.mark.parametrize(
    ("refusal", "entropy", "score"),
    [
        # First version, tables 8 to 10, cancer and leadership, model by model.
        (0.30, 0.81, 0.87), (0.17, 0.02, 0.19), (0.33, 0.74, 0.83), (0.25, 1.00, 1.00),
        (0.29, 0.89, 0.92), (0.15, 0.02, 0.17), (0.24, 0.88, 0.91), (0.02, 0.20, 0.21),
        (0.67, 0.68, 0.90), (0.47, 1.00, 1.00), (0.56, 0.99, 0.99), (0.28, 0.96, 0.97),
        (0.03, 0.08, 0.11), (0.48, 0.62, 0.80), (0.87, 0.62, 0.95), (0.17, 0.09, 0.25),
    ],
)  # fmt: skip
def test_fair_scores_of_tests_are_the_published_ones(
    refusal: float, entropy: float, score: float
) -> None:
    # Both are printed with two digits.
    assert fair_score(refusal, entropy) == pytest.approx(score, abs=0.012)


def test_published_means_are_there_for_both_attributes() -> None:
    assert all(len(cells) == 2 for cells in paper("faircoder")["published_tests"].values())
