"""Lists the few ways to treat everyone alike that differ in effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.repair.survey.value_groups import Group, groups
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import Scalar

MOST_CHOICES = 4
"""Choices that are offered for one attribute."""


@dataclass(frozen=True, slots=True)
class Choice:
    """As whom everyone is to be treated: a group for each input that has to be repaired."""

    groups: tuple[Group, ...]

    @property
    def values(self) -> dict[str, Scalar]:
        """The value that represents each group, by the text of the input."""
        return {group.input_text: group.value for group in self.groups}

    @property
    def effect(self) -> str:
        """What changes for whom; empty if no change can be ordered."""
        return "; ".join(dict.fromkeys(group.effect for group in self.groups if group.effect))


def choices(survey: Survey, reported: str | None = None) -> list[Choice]:
    """The choices for a function, the most favourable first.

    If several attributes have to be repaired at once, the first choices differ in the `reported`
    attribute; without it, in the first.
    """
    by_input = {s.input.path.text: groups(survey, s) for s in survey.states}
    if not by_input or not all(by_input.values()):
        return []

    of_reported = [s.input.path.text for s in survey.states if s.input.attribute == reported]
    main_input = (of_reported or list(by_input))[0]
    offered = list(_alternatives(by_input, main_input, by_input[main_input][:MOST_CHOICES]))

    # If the best group of another input leads to no repair, another group of it may.
    for input_text, alternatives in by_input.items():
        if input_text != main_input:
            offered += _alternatives(by_input, input_text, alternatives[1:MOST_CHOICES])
    return offered


def _alternatives(
    by_input: Mapping[str, Sequence[Group]], varied: str, alternatives: Sequence[Group]
) -> Iterator[Choice]:
    """The best group of every input but `varied`, which has each of the alternatives."""
    for alternative in alternatives:
        best = {input_text: of_input[0] for input_text, of_input in by_input.items()}
        yield Choice(tuple({**best, varied: alternative}.values()))
