"""Holds what a search knows so far about one input, and its judgement in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations

from evenhand.causes import Cause, Explanation
from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.splitting import singular
from evenhand.check.outcomes.differences import Difference, Given
from evenhand.check.outcomes.outcome_comparison import comparable, look_identical, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Site
from evenhand.check.reading.inputs import Input
from evenhand.check.search.arguments.argument_trees import Position, leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.flag_answers import FlagAnswers
from evenhand.check.search.values.domains import is_dated
from evenhand.check.search.wishes import differ_in_choice, holds_choice
from evenhand.check.worker.stand_in_places import UNNAMED
from evenhand.findings import Rate, Recognised, Span, VerdictKind
from evenhand.scalars import Scalar, is_same

OFTEN_ENOUGH = 3
"""Contexts in which an input mattered only by who has the same value, before it counts so."""
OWN_ERRORS = frozenset({"TypeError", "AttributeError", "NameError", "NotImplementedError"})
"""Errors by which the code is at fault, and no person."""


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
class InputState:
    """One input under search."""

    input: Input
    domain: list[Scalar]
    is_own: Callable[[str], bool]
    """Whether a name means the attribute itself."""
    native: set[tuple[type, object]] = field(default_factory=set)
    """Values in the code's own spelling family: those that it could meet."""
    sites: frozenset[Site] = frozenset()
    """Where it is read; empty if that is not known."""
    this_year: int = 0
    """The year in which the code runs, as far as it knows."""
    result: str = ""
    """The name of what the function gives."""
    learned: list[Scalar] = field(default_factory=list)
    """Values with which the program was seen to compare it."""
    represented: bool = False
    """Differences were seen in values of the attribute itself, in another form."""
    pairs: int = 0
    """Pairs of calls that reached a read and were compared."""
    biased: Probe | None = None
    refusal: Probe | None = None
    delegated: Probe | None = None
    """Calls of which a decider outside of the code is asked otherwise, and which look alike."""
    quiet: Probe | None = None
    """A difference in which nobody gets or loses anything: only words for a person, or codes."""
    recognised: Recognised | None = None
    """What the witness is for, once it stands."""
    turned_at: Span | None = None
    """The first of several tests of the input that parts the two calls of the witness."""
    grouped: bool = False
    """A difference was seen that renaming the groups explains, among several people."""
    passed_over: int = 0
    """Contexts in which it made differences that say nothing about a person's value."""
    guessed: str = ""
    """What was asked about its values, and answered without knowing."""
    may_be_wish: bool = False
    """The code compares it with fields of its name."""
    is_wish: bool = False
    """Records were given that have the value: other ones for another value."""
    related: str = ""
    """The other input that it is only compared with."""
    unsteady: bool = False
    """A difference was seen that its replay did not show."""
    flags_decide: bool = False
    """A call answered True for False, or the other way: such answers are no echoes."""
    flag_answers: FlagAnswers = field(default_factory=FlagAnswers)
    """The same, for the flags that have names in an outcome."""
    stopped: Outcome | None = None
    """A call with one of its values that could not run to its end."""
    compared: bool = False
    """At least one pair of calls that reach a read could be compared."""
    served: bool = False
    """At least one such call returned."""
    refused: Outcome | None = None
    """Such a call that raised."""
    missed: Outcome | None = None
    """A call that ended before it read the input."""
    served_values: set[tuple[type, object]] = field(default_factory=set)
    """The values of calls that came to a read and can be compared."""
    broken: dict[tuple[type, object], tuple[Scalar, Outcome]] = field(default_factory=dict)
    """Native values of such calls that broke off with an error of the code, by type and value."""

    decided_by: str = ""
    """A stand-in that answered a test by a default, in a call that came to a read."""

    _spellings: Callable[[object], frozenset[str]] = field(init=False)
    """All spellings of a value of the attribute; each is looked up once."""

    def __post_init__(self) -> None:
        self._spellings = lru_cache(maxsize=None, typed=True)(self.input.match.attribute.spellings)

    @property
    def makes_difference(self) -> bool:
        """Whether a difference was seen, though perhaps none that decides anything."""
        differs = self.quiet is not None or self.refusal is not None
        return differs or self.grouped or self.is_symmetric

    def counts(self, outcome: Outcome) -> bool:
        """Whether calls that differ in the input alone say something, going by one of them."""
        return self.is_read_in(outcome) and not outcome.deciding

    def note_wish(self, usable: list[tuple[Scalar, Outcome]]) -> None:
        """Remember if the outcomes for two values are records that have them.

        Not the same records, but for the value: these are the person's own.
        """
        if self.is_wish or not any(self._holds_choice(*result) for result in usable):
            return
        self.is_wish = any(
            self._is_choice((value, other_value), outcome, other)
            and not same_outcome(outcome, other, self.echo((value, other_value)))
            for (value, outcome), (other_value, other) in combinations(usable, 2)
        )

    def _holds_choice(self, value: Scalar, outcome: Outcome) -> bool:
        return holds_choice(value, outcome, self.echo((value, value)), is_wish=self.may_be_wish)

    def _is_choice(self, values: tuple[Scalar, Scalar], first: Outcome, second: Outcome) -> bool:
        is_wish = self.is_wish or self.may_be_wish
        return differ_in_choice(values, (first, second), self.echo(values), is_wish=is_wish)

    def note_guess(self, first: Outcome, second: Outcome) -> None:
        """Remember what two calls asked of the world that answers alike without knowing.

        A difference may be hidden behind it: it was asked about the values themselves.
        """
        if not self.guessed and first.guesses != second.guesses:
            asked = (name for name, tree in first.guesses if (name, tree) not in second.guesses)
            self.guessed = next(asked, second.guesses[0][0] if second.guesses else "")

    def note_flag(self, value: Scalar, outcome: Outcome) -> None:
        """Remember if a call answers a flag with its opposite."""
        if not isinstance(value, bool):
            return
        self.flag_answers.note(value, outcome)
        if isinstance(outcome.value, bool) and outcome.value is not value:
            self.flags_decide = True

    def is_read_in(self, outcome: Outcome) -> bool:
        """Whether a watched call came to a place where the input is read, as far as that is known.

        What comes before the first read is the same for every value, so that one call speaks for
        all that differ from it in this input alone.
        """
        return not self.sites or not self.sites.isdisjoint(outcome.reads)

    def note_missed(self, outcome: Outcome) -> None:
        """Remember a call that did not come to a read, rather one that returned."""
        if self.missed is None or (outcome.returned and not self.missed.returned):
            self.missed = outcome

    def note_decider(self, outcome: Outcome) -> None:
        """Remember a stand-in that answered a test, rather one that the code has a name for."""
        names = sorted(outcome.deciding, key=lambda name: name.startswith(UNNAMED))
        if not self.decided_by or self.decided_by.startswith(UNNAMED):
            self.decided_by = names[0]

    def note_compared(self, outcomes: list[Outcome]) -> None:
        """Remember how calls ended that came to a read and can be compared."""
        self.compared = self.compared or len(outcomes) > 1
        self.served = self.served or any(outcome.returned for outcome in outcomes)
        self.refused = self.refused or next((o for o in outcomes if o.raised), None)

    def note_broken(self, value: Scalar, outcome: Outcome) -> None:
        """Remember how a call with a value ended that came to a read."""
        key = (type(value), value)
        if comparable(outcome):
            self.served_values.add(key)
        elif key in self.native and outcome.error is not None and outcome.error[0] in OWN_ERRORS:
            self.broken.setdefault(key, (value, outcome))

    @property
    def is_symmetric(self) -> bool:
        """Whether it is text that only ever mattered by who has the same one as whom.

        The code has no value of its own for it, and this was seen often enough.
        """
        is_placed = self.grouped or bool(self.related)
        is_known = is_placed and self.passed_over >= OFTEN_ENOUGH and not self.own_values
        return is_known and all(isinstance(value, str) for value in self.domain)

    @property
    def never_served(self) -> tuple[Scalar, Outcome] | None:
        """A value with which every call broke off, unlike others of its type; None if none did."""
        types = {kind for kind, _ in self.served_values}
        broken = (end for key, end in self.broken.items() if key not in self.served_values)
        return next((end for end in broken if type(end[0]) in types), None)

    def tells_apart(self, values: tuple[Scalar, Scalar], first: Outcome, second: Outcome) -> bool:
        """Whether the outcomes for two values differ beyond the echo of the values.

        False unless both can be compared: a call that was stopped says nothing about its value.
        """
        if not comparable(first) or not comparable(second) or look_identical(first, second):
            return False

        if not same_outcome(first, second, self.echo(values)):
            return not (self.is_wish and self._is_choice(values, first, second))
        if not self.represented and first.value != second.value:
            plain = replace(self.echo(values), is_own=None, this_year=0)
            self.represented = not same_outcome(first, second, plain)
        return False

    def echo(self, values: tuple[Scalar, Scalar]) -> Renaming:
        """What the two values become where an outcome repeats them."""
        path, attribute = self.input.path, self.input.match.attribute
        spellings = self._spellings if attribute.same_order else None
        formats = path.date_formats if is_dated(path, self.input.match) else None
        return Renaming(
            (values,),
            field=path.name,
            flags_decide=self.flags_decide,
            spellings=spellings,
            date_formats=formats,
            this_year=self.this_year,
            is_own=self.is_own,
            result=self.result,
            answers=self.flag_answers.names,
        )

    @property
    def witnesses(self) -> list[Probe]:
        """Its bias and its refusal, as far as there are any; or what is delegated."""
        shown = (self.biased, self.refusal)
        found = [probe for probe in shown if probe is not None]
        return found or ([self.delegated] if self.delegated is not None else [])

    @property
    def witness(self) -> Probe | None:
        """The two calls that prove its verdict; None if there are none."""
        return next(iter(self.witnesses), None)

    @property
    def is_behind_unknown(self) -> bool:
        """Whether nothing more is known of it than that an unknown answer may depend on it."""
        is_asked_about = bool(self.guessed) or (bool(self.decided_by) and not self.compared)
        return is_asked_about and not self.witnesses and not self.grouped

    @property
    def decided(self) -> bool:
        """Whether there is nothing left to find out: a bias outweighs whatever else is seen."""
        return self.biased is not None

    @property
    def verdict(self) -> VerdictKind:
        """What follows from all that was seen so far."""
        if self.biased is not None:
            return VerdictKind.BIASED
        if self.refusal is not None:
            return VerdictKind.REFUSES
        if self.delegated is not None:
            return VerdictKind.DELEGATES
        if self.grouped:
            return VerdictKind.GROUPS
        is_seen = self.compared and self.served and not self.guessed and not self.never_served
        return VerdictKind.NO_DIFFERENCE_FOUND if is_seen else VerdictKind.NOT_CHECKED

    def same_kind(self, value: Scalar) -> bool:
        """Whether a value is of a type that is tried already: text, flag or other."""
        return any(_are_of_one_kind(value, tried) for tried in self.domain)

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
        named = self.input.path.constants
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


def _are_of_one_kind(first: Scalar, second: Scalar) -> bool:
    both_or_no_text = isinstance(first, str) == isinstance(second, str)
    both_or_no_flag = isinstance(first, bool) == isinstance(second, bool)
    return both_or_no_text and both_or_no_flag


@dataclass(frozen=True, slots=True)
class Judgement:
    """A search's answer for one input."""

    input: Input
    kind: VerdictKind
    explanation: Explanation | None
    """None if the probe, or the count of pairs, says it all."""
    pairs: int
    probe: Probe | None = None
    stood_in: tuple[str, ...] = ()
    """What stand-ins took the place of: packages, and names of the module."""
    recognised: Recognised | None = None
    """What the difference is for; None if there is none."""
    rate: Rate | None = None
    """How many people it touches; None if that was not asked."""
    turned_at: Span | None = None
    """The first of several tests of the input that parts the two calls of the probe."""

    @property
    def cause(self) -> Cause | None:
        """The cause of the explanation; None if there is none."""
        return self.explanation.cause if self.explanation is not None else None
