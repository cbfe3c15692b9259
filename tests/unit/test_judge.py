"""What differences are for is asked at one door, of plain data: no search, no process."""

from __future__ import annotations

from typing import Any

import pytest

from evenhand.check import judging
from evenhand.check.catalogue import default_catalogue
from evenhand.check.judging import is_harmless, judge
from evenhand.check.judging.scorecard import all_signals, scorecard
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.representation import name_of_result, own_names
from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.outcomes.responses import Response
from evenhand.check.reading.function_words import function_words
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.findings import Purpose
from evenhand.scalars import Scalar

FEE = "def loan_fee(age):\n    return 10 if age > 40 else 20\n"
MAY_DRINK = "def may_drink_alcohol(age):\n    return age >= 18\n"
NOTE = "def note(gender):\n    return 'Dear Sir' if gender == 'male' else 'Dear Madam'\n"
ROW = "def row(gender):\n    return {'gender': gender == 'male'}\n"
SEXES, AGES = ("male", "female"), (15, 17, 18, 19, 20, 40, 41, 50)


def case(code: str, values: tuple[Scalar, ...]) -> tuple[Difference, Response, CodeContext]:
    """What the judge is given of a function with one input: the ends of the values differ."""
    source, catalogue = parse(code), default_catalogue()
    reading = read(source.functions[0], source, catalogue)
    (entry,) = reading.inputs
    words = function_words(reading.function, source)
    own, is_own = tuple(entry.path.facts.constants), own_names(catalogue, entry.match.attribute)
    context = CodeContext(entry, reading, source, "subject.py", catalogue, words, is_own, own)

    names: dict[str, Any] = {}
    exec(code, names)
    function = names[reading.function.name]
    tried = tuple((value, _outcome(function(value))) for value in values)
    (first, outcome), (last, other) = tried[0], tried[-1]
    echo = Renaming(((first, last),), is_own=is_own, result=name_of_result(reading.function))
    return Difference((first, last), (outcome, other)), Response(echo, tried), context


def _outcome(value: Any) -> Outcome:
    tree = (
        {"t": "dict", "v": [[*each] for each in value.items()]}
        if isinstance(value, dict)
        else value
    )
    return Outcome(OutcomeKind.RETURNED, tree)


def test_the_room_has_one_door() -> None:
    assert judging.__all__ == ["is_harmless", "judge", "taken_points"]


@pytest.mark.parametrize(
    ("code", "values", "purpose"),
    [
        (FEE, AGES, Purpose.DECISION),
        (MAY_DRINK, AGES, Purpose.AGE_LIMIT),
        (NOTE, SEXES, Purpose.ADDRESS),
        (ROW, SEXES, Purpose.REPRESENTATION),
    ],
)
def test_a_difference_is_judged_by_its_outcomes_its_code_and_other_values(
    code: str, values: tuple[Scalar, ...], purpose: Purpose
) -> None:
    recognised = judge(*case(code, values))

    assert recognised.purpose is purpose, recognised.points
    assert recognised.points == tuple(sorted(recognised.points, key=lambda each: -each.points))


@pytest.mark.parametrize(
    ("code", "values", "harmless"),
    [(FEE, AGES, False), (MAY_DRINK, AGES, False), (NOTE, SEXES, True), (ROW, SEXES, True)],
)
def test_some_differences_are_harmless_whatever_the_code_is_about(
    code: str, values: tuple[Scalar, ...], harmless: bool
) -> None:
    assert is_harmless(*case(code, values)) is harmless


def test_points_are_given_to_signals_that_there_are_and_never_taken() -> None:
    card = scorecard()

    assert card.points.keys() <= {signal.name for signal in all_signals()}
    assert min(card.points.values()) > 0
    assert card.base < 0, "without any signal a difference is no decision"
