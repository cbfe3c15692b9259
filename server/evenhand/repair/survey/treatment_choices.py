"""Lists the few ways to treat everyone alike that differ in effect, by the policy of a baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from evenhand.check.search.arguments.path_shapes import is_in_tree
from evenhand.check.search.input_state import InputState
from evenhand.options import Baseline
from evenhand.repair.survey.group_effects import summed_up
from evenhand.repair.survey.value_groups import Group, groups
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import Scalar, is_number

MOST_CHOICES = 4
"""Choices that are offered for one attribute."""
MOST_LOOKED_AT = 12
"""The same, where the text of each has to tell which one removes a rule."""


@dataclass(frozen=True, slots=True)
class Choice:
    """As whom everyone is to be treated: a group for each input that has to be repaired."""

    groups: tuple[Group, ...]

    @property
    def values(self) -> dict[str, Scalar]:
        """The value that represents each group, by the text of the input."""
        return {group.input_text: group.value for group in self.groups}

    @property
    def label(self) -> str:
        """The people as whom everyone is treated: `'male' and age 30 to 50`."""
        return " and ".join(dict.fromkeys(group.label for group in self.groups))

    @property
    def effect(self) -> str:
        """What changes for whom, a line for each kind of change."""
        return summed_up(group.effect for group in self.groups)

    @property
    def only_takes(self) -> bool:
        """Whether somebody is known to lose by it, and nobody to gain."""
        return self.somebody_loses and not any(g.effect.somebody_gains for g in self.groups)

    @property
    def somebody_loses(self) -> bool:
        """Whether somebody is known to lose by it."""
        return any(group.effect.somebody_loses for group in self.groups)

    @property
    def is_known(self) -> bool:
        """Whether it is known of everything that changes which way it goes."""
        return all(group.effect.is_known or not group.effect.lines for group in self.groups)

    @property
    def weight(self) -> float:
        """The share of people who are treated as before, if every input is independent.

        Of nations nobody knows where most people come from, so that they count for nothing.
        """
        return prod(
            group.weight / max(group.total, 1) for group in self.groups if group.tells_how_many
        )

    @property
    def tells_how_many(self) -> bool:
        """Whether that share counts every input."""
        return all(group.tells_how_many for group in self.groups)

    @property
    def is_constant(self) -> bool:
        """Whether nothing else about a person counts any more."""
        return any(group.is_constant for group in self.groups)

    @property
    def refusals(self) -> int:
        """In how many contexts it is refused."""
        return sum(group.refusals for group in self.groups)


def choices(
    survey: Survey, reported: str | None = None, baseline: Baseline = Baseline.AUTO
) -> list[Choice]:
    """The choices for a function, by the policy of `baseline`, that which it names first.

    If several attributes have to be repaired at once, the first choices differ in the `reported`
    attribute; without it, in the first. Which choice removes a rule shows in the text alone, so
    that `REMOVED` lists them as `MOST` does.
    """
    states = list(_outermost(survey.states))
    by_input = {s.input.path.text: _ordered(groups(survey, s), baseline) for s in states}
    if not by_input or not all(by_input.values()):
        return []

    most = MOST_LOOKED_AT if baseline is Baseline.REMOVED else MOST_CHOICES
    of_reported = [s.input.path.text for s in states if s.input.attribute == reported]
    main_input = (of_reported or list(by_input))[0]
    offered = list(_alternatives(by_input, main_input, by_input[main_input][:most]))

    # If the best group of another input leads to no repair, another group of it may.
    for input_text, alternatives in by_input.items():
        if input_text != main_input:
            offered += _alternatives(by_input, input_text, alternatives[1:most])

    as_most = [max(of_input, key=lambda group: group.weight) for of_input in by_input.values()]
    return list(dict.fromkeys([*offered[:1], Choice(tuple(as_most)), *offered[1:]]))


def choice_of(survey: Survey, like: Sequence[Scalar]) -> Choice:
    """The choice by which everyone is treated as people with these values, one for each input.

    It is empty if one of them is in no group, so that nobody knows what changes for whom.
    """
    if len(like) != len(survey.states):
        return Choice(())
    by_input = zip(survey.states, like, strict=True)
    found = [[g for g in groups(survey, s) if value in g.values] for s, value in by_input]
    return Choice(tuple(of_input[0] for of_input in found)) if all(found) else Choice(())


def _outermost(states: Sequence[InputState]) -> Iterator[InputState]:
    """The inputs without those of records within a record of the same kind, read in one place."""
    outer = {s.input.path.name for s in states if not is_in_tree(s.input.path)}
    for state in states:
        path = state.input.path
        if not is_in_tree(path) or path.name not in outer:
            yield state


def _ordered(of_input: Sequence[Group], baseline: Baseline) -> list[Group]:
    """Who is always served comes first; then the policy decides.

    A side for which nothing else counts is no baseline unless the user wants it: a relief for some
    would become one for everybody. Of fares by age and the like, where nothing else counts for any
    side, the regular one is that of most people. What only children or the old have is a relief,
    too, and comes last.
    """
    is_known = all(group.effect.is_known for group in of_input if group.effect.lines)
    all_constant = all(group.is_constant for group in of_input)
    are_tiers = all_constant and all(is_number(group.value) for group in of_input)
    is_auto = baseline is Baseline.AUTO and not are_tiers
    wants_best = is_auto or baseline is Baseline.FAVOURABLE

    def order(group: Group) -> tuple[int, bool, bool, float, int]:
        gain = group.effect.gain if wants_best and is_known else 0.0
        is_constant = group.is_constant and not all_constant and baseline is not Baseline.FAVOURABLE
        is_relief = is_auto and group.is_of_young_or_old
        return group.refusals, is_constant, is_relief, -round(gain, 9), -group.weight

    return sorted(of_input, key=order)


def _alternatives(
    by_input: Mapping[str, Sequence[Group]], varied: str, alternatives: Sequence[Group]
) -> Iterator[Choice]:
    """The best group of every input but `varied`, which has each of the alternatives."""
    for alternative in alternatives:
        best = {input_text: of_input[0] for input_text, of_input in by_input.items()}
        yield Choice(tuple({**best, varied: alternative}.values()))
