"""What differences are for is asked at one door, of plain data: no search, no process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from answered_search import carried_out

from evenhand.check import judging
from evenhand.check.catalogue import default_catalogue
from evenhand.check.judging import is_harmless, judge
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.representation import own_names
from evenhand.check.outcomes.requests import Outcome, OutcomeKind, Steps
from evenhand.check.reading.function_words import function_words
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.findings import Purpose
from evenhand.scalars import Scalar

FEE = "def fee(age):\n    return 10 if age > 40 else 20\n"
MAY_DRINK = "def may_drink(age):\n    return age >= 18\n"
CODE = "def gender_code(gender):\n    return 1 if gender == 'male' else 2\n"
NOTE = "def note(gender):\n    return 'Dear Sir' if gender == 'male' else 'Dear Madam'\n"
SEXES, AGES = ("male", "female"), (15, 50)


@dataclass(frozen=True, slots=True)
class Computed:
    """The response of a function that the test itself calls."""

    function: Callable[[Scalar], Any]

    def echo(self, values: tuple[Scalar, Scalar]) -> Renaming:
        return Renaming((values,))

    def tells_apart(self, values: tuple[Scalar, Scalar], first: Outcome, second: Outcome) -> bool:
        return not same_outcome(first, second, self.echo(values))

    def outcomes_for(self, values: Sequence[Scalar]) -> Steps[list[Outcome]]:
        yield from ()
        return [self.outcome(value) for value in values]

    def outcome(self, value: Scalar) -> Outcome:
        return Outcome(OutcomeKind.RETURNED, self.function(value))


def case(code: str, values: tuple[Scalar, Scalar]) -> tuple[Difference, Computed, CodeContext]:
    """What the judge is given of a function with one input."""
    source, catalogue = parse(code), default_catalogue()
    reading = read(source.functions[0], source, catalogue)
    (entry,) = reading.inputs
    words = function_words(reading.function, source)
    own, is_own = tuple(entry.path.constants), own_names(catalogue, entry.match.attribute)
    context = CodeContext(entry, reading, source, "subject.py", catalogue, words, is_own, own)

    names: dict[str, Any] = {}
    exec(code, names)
    response = Computed(names[reading.function.name])
    first, second = map(response.outcome, values)
    return Difference(values, (first, second)), response, context


def test_the_room_has_one_door() -> None:
    assert judging.__all__ == ["is_harmless", "judge"]


CASES = {
    "a fee": (FEE, AGES, Purpose.DECISION),
    "who may drink": (MAY_DRINK, AGES, Purpose.AGE_LIMIT),
    "a code": (CODE, SEXES, Purpose.REPRESENTATION),
    "a note": (NOTE, SEXES, Purpose.ADDRESS),
}
HARMLESS = {Purpose.REPRESENTATION, Purpose.ADDRESS}


@pytest.mark.parametrize(("code", "values", "purpose"), CASES.values(), ids=CASES)
def test_a_difference_is_judged_by_its_outcomes_its_code_and_other_values(
    code: str, values: tuple[Scalar, Scalar], purpose: Purpose
) -> None:
    recognised = carried_out(judge(*case(code, values)), lambda _: [])

    assert recognised.purpose is purpose
    assert is_harmless(*case(code, values)) is (purpose in HARMLESS)
