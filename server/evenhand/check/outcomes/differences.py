"""Two calls that differ in one person's attribute, as data: what they are given, what came of them.

Nothing of how they were found or how they are written.
"""

from __future__ import annotations

from dataclasses import dataclass

from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.access_paths import AccessPath
from evenhand.scalars import Scalar


@dataclass(frozen=True, slots=True)
class Given:
    """A plain value that the calls are given."""

    path: AccessPath | None
    """What the code reads it as; None if it reads it nowhere."""
    value: Scalar
    is_varied: bool = False
    """It is the attribute: each call has its own value in this place."""
    is_of_person: bool = False
    """It stands in the record that holds the attribute, or is an argument that is no record."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two calls that are alike but for one person's attribute, and have different outcomes."""

    values: tuple[Scalar, Scalar]
    """Of the attribute."""
    outcomes: tuple[Outcome, Outcome]
    given: tuple[Given, ...] = ()
    decider: str = ""
    """What is asked otherwise, where nothing else differs: `model`."""

    @property
    def fields(self) -> dict[str, Scalar]:
        """What the calls are given, by the names of the fields."""
        return {each.path.name: each.value for each in self.given if each.path is not None}

    @property
    def words_of_person(self) -> frozenset[str]:
        """What else the calls say of the person, word by word in lower case."""
        values = (each.value for each in self.given if each.is_of_person)
        texts = (str(value).lower() for value in values if value is not None)
        return frozenset(word for text in texts for word in text.split())

    @property
    def name(self) -> str:
        """What the code calls the attribute; empty if it has no name."""
        paths = (each.path for each in self.given if each.is_varied)
        return next((path.name for path in paths if path is not None), "")

    @property
    def refusal(self) -> bool:
        """Whether one of the two was refused and the other served."""
        first, second = self.outcomes
        return first.raised != second.raised
