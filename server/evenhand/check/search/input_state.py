"""Holds what a search knows so far about one input."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations

from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.splitting import singular
from evenhand.check.outcomes.outcome_comparison import comparable, look_identical, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Site
from evenhand.check.reading.inputs import Input
from evenhand.check.search.observations import InputObservations
from evenhand.check.search.probes import Witnesses
from evenhand.check.search.values.domains import is_dated
from evenhand.check.search.wishes import differ_in_choice, holds_choice
from evenhand.scalars import Scalar, is_same

OFTEN_ENOUGH = 3
"""Contexts in which an input mattered only by who has the same value, before it counts so."""


@dataclass(frozen=True, slots=True, eq=False)
class InputState:
    """One input under search: what is fixed, and in parts of their own what becomes known."""

    input: Input
    is_own: Callable[[str], bool]
    """Whether a name means the attribute itself."""
    spellings: Callable[[object], frozenset[str]]
    """All spellings of a value of the attribute."""
    sites: frozenset[Site] = frozenset()
    """Where it is read; empty if that is not known."""
    this_year: int = 0
    """The year in which the code runs, as far as it knows."""
    result: str = ""
    """The name of what the function gives."""
    may_be_wish: bool = False
    """The code compares it with fields of its name."""
    domain: list[Scalar] = field(default_factory=list)
    """The values that are tried."""
    native: set[tuple[type, object]] = field(default_factory=set)
    """Values in the code's own spelling family: those that it could meet."""
    learned: list[Scalar] = field(default_factory=list)
    """Values with which the program was seen to compare it."""
    observed: InputObservations = field(default_factory=InputObservations)
    witnesses: Witnesses = field(default_factory=Witnesses)

    @property
    def makes_difference(self) -> bool:
        """Whether a difference was seen, though perhaps none that decides anything."""
        differs = self.witnesses.quiet is not None or self.witnesses.refusal is not None
        return differs or self.observed.grouped or self.is_symmetric

    def counts(self, outcome: Outcome) -> bool:
        """Whether calls that differ in the input alone say something, going by one of them."""
        return self.is_read_in(outcome) and not outcome.deciding

    def note_wish(self, usable: list[tuple[Scalar, Outcome]]) -> None:
        """Remember if the outcomes for two values are records that have them.

        Not the same records, but for the value: these are the person's own.
        """
        if self.observed.is_wish or not any(self._holds_choice(*result) for result in usable):
            return
        self.observed.is_wish = any(
            self._is_choice((value, other_value), outcome, other)
            and not same_outcome(outcome, other, self.echo((value, other_value)))
            for (value, outcome), (other_value, other) in combinations(usable, 2)
        )

    def _holds_choice(self, value: Scalar, outcome: Outcome) -> bool:
        return holds_choice(value, outcome, self.echo((value, value)), is_wish=self.may_be_wish)

    def _is_choice(self, values: tuple[Scalar, Scalar], first: Outcome, second: Outcome) -> bool:
        is_wish = self.observed.is_wish or self.may_be_wish
        return differ_in_choice(values, (first, second), self.echo(values), is_wish=is_wish)

    def is_read_in(self, outcome: Outcome) -> bool:
        """Whether a watched call came to a place where the input is read, as far as that is known.

        What comes before the first read is the same for every value, so that one call speaks for
        all that differ from it in this input alone.
        """
        return not self.sites or not self.sites.isdisjoint(outcome.reads)

    @property
    def is_symmetric(self) -> bool:
        """Whether it is text that only ever mattered by who has the same one as whom.

        The code has no value of its own for it, and this was seen often enough.
        """
        seen = self.observed
        is_placed = seen.grouped or bool(seen.related)
        is_known = is_placed and seen.passed_over >= OFTEN_ENOUGH and not self.own_values
        return is_known and all(isinstance(value, str) for value in self.domain)

    def tells_apart(self, values: tuple[Scalar, Scalar], first: Outcome, second: Outcome) -> bool:
        """Whether the outcomes for two values differ beyond the echo of the values.

        False unless both can be compared: a call that was stopped says nothing about its value.
        """
        if not comparable(first) or not comparable(second) or look_identical(first, second):
            return False

        if not same_outcome(first, second, self.echo(values)):
            return not (self.observed.is_wish and self._is_choice(values, first, second))
        if not self.observed.represented and first.value != second.value:
            plain = replace(self.echo(values), is_own=None, this_year=0)
            self.observed.represented = not same_outcome(first, second, plain)
        return False

    def echo(self, values: tuple[Scalar, Scalar]) -> Renaming:
        """What the two values become where an outcome repeats them."""
        path, attribute = self.input.path, self.input.match.attribute
        spellings = self.spellings if attribute.same_order else None
        formats = path.facts.date_formats if is_dated(path, self.input.match) else None
        return Renaming(
            (values,),
            field=path.name,
            flags_decide=self.observed.flag_answers.decide,
            spellings=spellings,
            date_formats=formats,
            this_year=self.this_year,
            is_own=self.is_own,
            result=self.result,
            answers=self.observed.flag_answers.names,
        )

    @property
    def is_behind_unknown(self) -> bool:
        """Whether nothing more is known of it than that an unknown answer may depend on it."""
        seen = self.observed
        is_asked_about = bool(seen.guessed or (seen.decided_by and not seen.compared))
        return is_asked_about and not self.witnesses.every and not seen.grouped

    @property
    def decided(self) -> bool:
        """Whether there is nothing left to find out: a bias outweighs whatever else is seen."""
        return self.witnesses.biased is not None

    def same_kind(self, value: Scalar) -> bool:
        """Whether a value is of a type that is tried already: text, flag or other."""
        kinds = {(isinstance(tried, str), isinstance(tried, bool)) for tried in self.domain}
        return (isinstance(value, str), isinstance(value, bool)) in kinds

    def try_instead(self, values: Iterable[Scalar]) -> None:
        """Try these values, all of which the code could meet."""
        self.domain[:] = values
        self.native.clear()
        self.native.update((type(value), value) for value in self.domain)

    def learn(self, value: Scalar) -> None:
        """Add a value that the program was seen to compare this input with."""
        self.native.add((type(value), value))
        if not any(is_same(value, known) for known in self.learned):
            self.learned.append(value)
        if not any(is_same(value, tried) for tried in self.domain):
            self.domain.append(value)

    @property
    def own_values(self) -> list[object]:
        """The values that the code has for it: those that it names, and those that it was seen
        to compare it with."""
        named = self.input.path.facts.constants
        new = (each for each in self.learned if not any(is_same(each, other) for other in named))
        return [*named, *new]

    def is_misspelt(self, value: Scalar) -> bool:
        """Whether the code writes this word in another way: `Masters` for `master`."""
        if not isinstance(value, str):
            return False
        words = [word for word in self.own_values if isinstance(word, str)]
        return value not in words and _bare(value) in map(_bare, words)


def _bare(word: str) -> str:
    return singular(plain(word))
