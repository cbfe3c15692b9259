"""Pairs of calls that differ, and those of them that speak for the verdict on an input."""

from __future__ import annotations

from dataclasses import dataclass

from evenhand.check.outcomes.differences import Difference, Given
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.search.arguments.argument_trees import Position, leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.findings import Recognised, Span
from evenhand.scalars import Scalar


@dataclass(frozen=True, slots=True)
class Probe:
    """Two calls that differ in one person's attribute, with what they gave."""

    context: Context
    position: Position
    values: tuple[Scalar, Scalar]
    outcomes: tuple[Outcome, Outcome]

    @property
    def contexts(self) -> tuple[Context, Context]:
        """The contexts of the two calls."""
        tree = self.context.as_tree()
        first, second = (set_value(tree, self.position, value) for value in self.values)
        return self.context.with_tree(first), self.context.with_tree(second)

    @property
    def difference(self) -> Difference:
        """The same without how it was made."""
        record, placed = self.position[:-1], leaves(self.context.as_tree())
        given = (
            Given(
                leaf.path,
                leaf.value,
                is_varied=position == self.position,
                is_of_person=len(position) == 1 or position[: len(record)] == record,
            )
            for position, leaf in placed
        )
        return Difference(self.values, self.outcomes, tuple(given))

    @property
    def refusal(self) -> bool:
        """Whether one of the two was refused and the other served."""
        first, second = self.outcomes
        return first.raised != second.raised


@dataclass(slots=True)
class Witnesses:
    """The pairs of calls that a search keeps of one input, and what they are for."""

    biased: Probe | None = None
    refusal: Probe | None = None
    delegated: Probe | None = None
    """Calls of which a decider outside of the code is asked otherwise, and which look alike."""
    quiet: Probe | None = None
    """A difference in which nobody gets or loses anything: only words for a person, or codes."""
    recognised: Recognised | None = None
    """What the first witness is for, once it stands."""
    turned_at: Span | None = None
    """The first of several tests of the input that parts the two calls of the first witness."""

    def renew(self, before: Probe, after: Probe | None) -> None:
        """Put a replay in the place of a pair; None if it was not seen again."""
        self.biased = after if self.biased is before else self.biased
        self.refusal = after if self.refusal is before else self.refusal
        self.delegated = after if self.delegated is before else self.delegated

    @property
    def every(self) -> list[Probe]:
        """Its bias and its refusal, as far as there are any; or what is delegated."""
        shown = [probe for probe in (self.biased, self.refusal) if probe is not None]
        return shown or ([self.delegated] if self.delegated is not None else [])

    @property
    def first(self) -> Probe | None:
        """The two calls that prove the verdict; None if there are none."""
        return next(iter(self.every), None)
