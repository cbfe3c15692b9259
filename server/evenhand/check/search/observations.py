"""What the calls of a search have shown so far: of each input, and of the function."""

from __future__ import annotations

from dataclasses import dataclass, field

from evenhand.causes import Explanation
from evenhand.check.outcomes.outcome_comparison import comparable
from evenhand.check.outcomes.requests import Call, Loaded, Outcome, OutcomeKind
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.flag_answers import FlagAnswers
from evenhand.check.worker.stand_in_places import UNNAMED
from evenhand.scalars import Scalar

OWN_ERRORS = frozenset({"TypeError", "AttributeError", "NameError", "NotImplementedError"})
"""Errors by which the code is at fault, and no person."""
MOST_REMEMBERED, LARGEST_REMEMBERED = 3_000, 20_000
"""Outcomes that are remembered, and the characters of each."""


@dataclass(slots=True)
class InputObservations:
    """What calls have shown that differ in one input alone."""

    pairs: int = 0
    """Pairs of calls that reached a read and were compared."""
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
    guessed: str = ""
    """What was asked about its values, and answered without knowing."""
    decided_by: str = ""
    """A stand-in that answered a test by a default, in a call that came to a read."""
    stopped: Outcome | None = None
    """A call with one of its values that could not run to its end."""
    represented: bool = False
    """Differences were seen in values of the attribute itself, in another form."""
    grouped: bool = False
    """A difference was seen that renaming the groups explains, among several people."""
    passed_over: int = 0
    """Contexts in which it made differences that say nothing about a person's value."""
    is_wish: bool = False
    """Records were given that have the value: other ones for another value."""
    related: str = ""
    """The other input that it is only compared with."""
    unsteady: bool = False
    """A difference was seen that its replay did not show."""
    flag_answers: FlagAnswers = field(default_factory=FlagAnswers)
    """Flags in outcomes that were not the person's own."""

    def note_guess(self, first: Outcome, second: Outcome) -> None:
        """Remember what two calls asked of the world that answers alike without knowing.

        A difference may be hidden behind it: it was asked about the values themselves.
        """
        if not self.guessed and first.guesses != second.guesses:
            asked = (name for name, tree in first.guesses if (name, tree) not in second.guesses)
            self.guessed = next(asked, second.guesses[0][0] if second.guesses else "")

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

    def note_broken(self, value: Scalar, outcome: Outcome, *, is_native: bool) -> None:
        """Remember how a call with a value ended that came to a read."""
        key = (type(value), value)
        if comparable(outcome):
            self.served_values.add(key)
        elif is_native and outcome.error is not None and outcome.error[0] in OWN_ERRORS:
            self.broken.setdefault(key, (value, outcome))

    @property
    def never_served(self) -> tuple[Scalar, Outcome] | None:
        """A value with which every call broke off, unlike others of its type; None if none did."""
        types = {kind for kind, _ in self.served_values}
        broken = (end for key, end in self.broken.items() if key not in self.served_values)
        return next((end for end in broken if type(end[0]) in types), None)


@dataclass(slots=True)
class SearchObservations:
    """What calls have shown of the function, whichever input they differ in."""

    loaded: Loaded = field(default_factory=Loaded)
    """How the module was loaded that is searched."""
    accepted: list[Context] = field(default_factory=list)
    """The first contexts that the function accepts."""
    first_runs: list[tuple[Context, Outcome]] = field(default_factory=list)
    """The last of the first contexts, and how their calls have ended."""
    ended: dict[Call, Outcome] = field(default_factory=dict)
    """How calls of the loaded text have ended, as if none of them had been watched."""
    kept: list[Context] = field(default_factory=list)
    """Contexts that reached what none before them did."""
    came_to_a_read: bool = False
    """A call came to where an input is read."""
    fresh: bool = False
    """Each call in a process of its own: what calls leave behind cannot be taken back."""
    leaves_behind: bool = False
    """A call left something behind in the module."""
    remembers: bool = False
    """The function answers otherwise after earlier calls."""
    expects_replay: bool = False
    """There is a witness, so that the module will be loaded as it stands."""
    failure: Outcome | None = None
    """How the first calls failed."""
    unknown_since: int | None = None
    """The calls after which an unknown answer may depend on every input that is still open; None if
    that is not so."""
    differs_since: int | None = None
    """The steps after which everything that is open was seen to make a difference; None if that is
    not so."""
    accident: Explanation | None = None
    """What of the machine ended a call, which says nothing about the function; None: nothing."""
    may_end_otherwise: bool = False
    """The clock or the machine ended a call, so that another search may come to another end."""

    def note_outcomes(self, calls: list[Call], outcomes: list[Outcome]) -> None:
        """Remember how calls have ended, unless another time they may end otherwise."""
        for call, outcome in zip(calls, outcomes, strict=True):
            is_small = outcome.size <= LARGEST_REMEMBERED and len(self.ended) < MOST_REMEMBERED
            if outcome.explanation is None and is_small:
                self.ended[call] = outcome

    @property
    def lacks_objects(self) -> bool:
        """Whether no call could be made, since its arguments could not be built."""
        failed = self.failure is not None and self.failure.kind is OutcomeKind.UNBUILT
        return failed and not self.accepted
