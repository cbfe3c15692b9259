"""Whose differences are looked at: one attribute that enters one function, and its words."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from evenhand.check.catalogue import Attribute, Catalogue
from evenhand.check.catalogue.purpose_words import Phrases, PurposeWords, in_singular
from evenhand.check.reading.function_words import FunctionWords, first_found
from evenhand.check.reading.label_tables import Table
from evenhand.scalars import Scalar

SEEKER = "seeker"
"""Behind what somebody looks for: a job seeker is no job."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose differences are looked at: one attribute that enters one function."""

    attribute: Attribute
    catalogue: Catalogue
    words: PurposeWords
    function: FunctionWords
    values: tuple[Scalar, Scalar]
    of_many: bool
    """The function is given many people at once."""
    only_grouped: bool = False
    """The code groups many people, and compares the attribute with nothing."""
    years_apart: float | None = None
    """The span between the two dates of birth; None if the values are no dates."""
    compared: bool = False
    """The code compares the attribute with values of its own."""
    input_name: str = ""
    """What the code calls the input."""
    births: tuple[datetime.date, datetime.date] | None = None
    """The two dates of birth; None if the values are no dates."""
    tables: Sequence[Table] = ()
    """Texts that the code keeps in tables, by the names of the tables."""
    file: Sequence[str] = ()
    """The words of the end of the path of its file, in singular."""

    @property
    def labels(self) -> Sequence[str]:
        """What the function says that may tell of a score or a price."""
        return (*self.function.name, *self.function.given, *self.function.code)

    @property
    def group_labels(self) -> Phrases | None:
        """The words for groups of the attribute; None if there are none."""
        return self.words.representation.labels.get(self.attribute.name)

    def are_for_groups(self, telling: Sequence[str]) -> bool:
        """Whether the words are made of nothing but words for groups of the attribute."""
        labels = self.group_labels
        if labels is None:
            return False
        covered = set(in_singular(labels.found_in(telling)))
        return covered.issuperset(telling)


def weighs(spoken: Sequence[str], subject: Subject) -> bool:
    """Whether a name is that of a score, a price or the like; of whom it is says nothing."""
    sought = {word for word, next_word in pairwise(spoken) if next_word == SEEKER}
    persons = {*subject.catalogue.neighbours.person, *sought}
    telling = [word for word in spoken if word not in persons]
    is_figure = not subject.words.representation.figures.isdisjoint(telling)
    return is_figure or bool(first_found(subject.words.decision.words, telling))
