"""An answer counts for an attribute only where a call asks for that attribute."""

from __future__ import annotations

from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.search.arguments.argument_trees import Branch, Leaf
from evenhand.check.search.asked_order import asks_another

GENDER = AccessPath("gender", 'input("Gender: ")', Via.RESULT, None, question="Gender: ")
CITY = AccessPath("city", 'input("City of {name}: ")', Via.RESULT, None, question="City of  : ")
ANSWERS = Branch("prompt", (0, 1), (Leaf("male", GENDER), Leaf("York", CITY)))
TREE = Branch("context", (), (ANSWERS,))


def asking(*questions: str) -> Outcome:
    """The outcome of a call that asked these questions."""
    effects = tuple(("input", {"t": "call", "v": [["0", text]]}) for text in questions)
    return Outcome(OutcomeKind.RETURNED, effects=effects)


def test_an_answer_is_that_to_the_question_at_its_place() -> None:
    asked = asking("Gender: ", "City of Kim: ")

    assert not asks_another(TREE, (0, 0), asked)
    assert not asks_another(TREE, (0, 1), asked)


def test_a_gender_that_is_taken_for_a_password_is_nobodys() -> None:
    asked = asking("Password: ", "Retype password: ")

    assert asks_another(TREE, (0, 0), asked)
    assert asks_another(TREE, (0, 1), asked)


def test_what_was_not_asked_for_is_no_answer_to_something_else() -> None:
    assert not asks_another(TREE, (0, 1), asking("Gender: "))
