"""What is known of one function while it is searched, shared by the steps of the search.

Every step is a generator: it yields `Open` or `Run`, is sent the answer, and returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache

from evenhand.causes import Cause, Explanation, Owner
from evenhand.check.catalogue import Catalogue
from evenhand.check.outcomes.representation import name_of_result, own_names
from evenhand.check.outcomes.requests import (
    Call,
    Loaded,
    Module,
    Open,
    Outcome,
    OutcomeKind,
    Run,
    Steps,
)
from evenhand.check.reading.inputs import Input, Reading
from evenhand.check.reading.source import Function, Source
from evenhand.check.search.arguments.argument_texts import Writer
from evenhand.check.search.arguments.argument_trees import Node
from evenhand.check.search.arguments.building import Builder
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.foreign_errors import raising_lines
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judge_interface import Judge
from evenhand.check.search.observations import SearchObservations
from evenhand.check.search.path_values import PathValues
from evenhand.check.search.replaced_world import ReplacedWorld
from evenhand.check.search.spending import Spending
from evenhand.check.search.values.choosing import Choose
from evenhand.check.search.values.domains import protected_domain, unique
from evenhand.check.search.wishes import compares_fields
from evenhand.scalars import Scalar

MOST_BEHIND_UNKNOWN = 150
"""Calls that are still made once an unknown answer may depend on every input that is open: more of
them would most likely come to no other verdict."""
STEPS_FOR_WORSE, STEPS_FOR_NAMED = 60_000, 300_000
"""Steps that are still spent on probing what was reached once everything that is open was seen to
make a difference that decides nothing; more if the code names values of it that could decide. The
calls of most functions are so cheap that their searches end before."""
NOT_MADE = Explanation(Cause.BUDGET_SPENT)


@dataclass(frozen=True, slots=True, eq=False)
class SearchState:
    """One function under search: what is fixed, and in parts of their own what becomes known."""

    reading: Reading
    source: Source
    module: Module
    catalogue: Catalogue
    spending: Spending
    judge: Judge
    this_year: int = 0
    """The year in which the code runs, as far as it knows: an age tells a date of birth."""
    seed: int = 0
    """Of the random contexts."""
    thorough: bool = False
    """Go on when everything is decided, until every branch was tried."""
    also: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)
    """More values for paths, by what the source calls them."""

    states: list[InputState] = field(init=False)
    """What is known of each protected input."""
    values: PathValues = field(init=False)
    world: ReplacedWorld = field(init=False)
    observed: SearchObservations = field(init=False, default_factory=SearchObservations)
    writer: Writer = field(init=False)

    def __post_init__(self) -> None:
        states = [self._input_state(entry) for entry in self.reading.inputs if entry.may_decide]
        parts = {
            "states": states,
            "values": PathValues(states, self.catalogue, self.also),
            "world": ReplacedWorld(self.reading, self.source, states),
            "writer": Writer(_imported_before(self.reading.function, self.source)),
        }
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    def open(self, opening: Open) -> Steps[Loaded]:
        """Have a text loaded in place of the one that is open."""
        self.observed.ended.clear()
        loaded: Loaded = yield opening
        return loaded

    def perform(
        self, contexts: list[Context], *, watched: bool = False, measured: bool = False
    ) -> Steps[list[Outcome]]:
        """Run contexts in portions that fit what is left; what does not is not run.

        If `measured`, the last of them says what a call costs. A call that need not be watched is
        not made again, unless each is made in a process of its own.
        """
        calls = [context.call(self.writer) for context in contexts]
        observed = self.observed
        if measured and not observed.fresh:
            calls[-1] = replace(calls[-1], measured=True)
        if measured or observed.fresh:
            return (yield from self._run(calls, watched=watched))

        new = calls if watched else [c for c in dict.fromkeys(calls) if c not in observed.ended]
        outcomes = yield from self._run(new, watched=watched)
        if watched:
            observed.note_outcomes(calls, [outcome.unwatched() for outcome in outcomes])
            return outcomes

        just_ended = dict(zip(new, outcomes, strict=True))
        observed.note_outcomes(new, outcomes)
        self.spending.spare(len(calls) - len(new))
        return [just_ended.get(call) or observed.ended[call] for call in calls]

    def _run(self, calls: list[Call], *, watched: bool) -> Steps[list[Outcome]]:
        """The outcomes of calls; of those for which nothing is left, that they were not made."""
        outcomes: list[Outcome] = []
        while len(outcomes) < len(calls):
            done = len(outcomes)
            if outcomes and self.spending.exhausted:
                not_made = Outcome(OutcomeKind.TIMEOUT, explanation=self.spending.late or NOT_MADE)
                return outcomes + [not_made] * (len(calls) - done)

            if self.spending.measures_now() and not self.observed.fresh:
                calls[done] = replace(calls[done], measured=True)
            portion = tuple(calls[done : done + self.spending.portion()])
            made: list[Outcome] = yield Run(portion, self.observed.fresh, watched)
            self.spending.pay_for(made, fresh=self.observed.fresh)
            if any(outcome.left_behind for outcome in made):
                self.observed.leaves_behind = True
            if not self.observed.fresh and any(outcome.lasting for outcome in made):
                self.observed.fresh = True
                continue
            outcomes += made
            self._note_what_is_open()
            self.note_ends(outcome.explanation for outcome in outcomes[done:])
            if watched and self._are_read_in(outcomes[done:]):
                self.observed.came_to_a_read = True

        return outcomes

    def _note_what_is_open(self) -> None:
        """Remember since when an unknown answer may depend on everything that is still open, and
        since when all of it makes a difference.
        """
        seen, spent, still_open = self.observed, self.spending, self.undecided
        is_unknown = bool(still_open) and all(state.is_behind_unknown for state in still_open)
        differs = bool(still_open) and all(state.makes_difference for state in still_open)
        seen.unknown_since = (seen.unknown_since or spent.calls) if is_unknown else None
        seen.differs_since = (seen.differs_since or spent.steps) if differs else None

    def _are_read_in(self, outcomes: list[Outcome]) -> bool:
        return any(state.is_read_in(outcome) for state in self.states for outcome in outcomes)

    def note_ends(self, explanations: Iterable[Explanation | None]) -> None:
        """Remember if the machine or the clock ended a call.

        `explanations` say why calls have no outcome.
        """
        observed = self.observed
        for reason in explanations:
            if reason is None:
                continue
            if reason.owner is Owner.MACHINE:
                observed.accident = observed.accident or reason
            if reason.out_of_time:
                self.spending.note_late(reason)
            observed.may_end_otherwise = observed.may_end_otherwise or not reason.is_lasting

    def note_loaded(self, loaded: Loaded) -> None:
        """Remember how a process or a statement was ended while the file was loaded."""
        self.note_ends([loaded.problem, *(why for _, why in loaded.skipped)])

    def build(
        self,
        rows: int,
        choose: Choose,
        overrides: dict[int, Node] | None = None,
        *,
        sparse: bool = False,
    ) -> Context:
        """A context with `rows` people in every list; see `Builder`."""
        reading = replace(self.reading, world=self.world.roots)
        builder = Builder(reading, self.source, choose, rows, overrides, sparse, self.world.called)
        return builder.build()

    @property
    def raising(self) -> frozenset[int]:
        """Lines on which the code raises errors of its own."""
        return raising_lines(self.source.tree)

    @property
    def undecided(self) -> list[InputState]:
        """Inputs that may still decide their attribute; one of them is enough."""
        decided = {state.input.attribute for state in self.states if state.decided}
        return [state for state in self.states if state.input.attribute not in decided]

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to find out, or nothing left to spend."""
        if self.spending.exhausted or self.thorough:
            return self.spending.exhausted
        since = self.observed.unknown_since
        is_behind_unknown = since is not None and self.spending.calls - since > MOST_BEHIND_UNKNOWN
        return is_behind_unknown or not self.undecided

    @property
    def has_probed_enough(self) -> bool:
        """Whether no more is to be probed, until a call reaches what none before it did."""
        since = self.observed.differs_since
        if since is None or self.thorough or self.finished:
            return self.finished
        names_value = any(state.own_values for state in self.undecided)
        return self.spending.steps - since > (STEPS_FOR_NAMED if names_value else STEPS_FOR_WORSE)

    def _input_state(self, entry: Input) -> InputState:
        function, attribute = self.reading.function, entry.match.attribute
        state = InputState(
            entry,
            own_names(self.catalogue, attribute),
            lru_cache(maxsize=None, typed=True)(attribute.spellings),
            frozenset(astuple(span) for span in entry.sites),
            self.this_year,
            name_of_result(function),
            compares_fields(function.node, entry.path.name),
        )
        domain = protected_domain(entry.path, entry.match, self.catalogue)
        state.try_instead(unique([*domain, *self.also.get(entry.path.text, ())]))
        return state


def _imported_before(function: Function, source: Source) -> dict[str, str]:
    """What the file has imported before a call, and its name; nothing before a script runs."""
    if function.is_script:
        return {}
    imported = source.modules.items()
    return {module: name for name, module in imported if name not in source.inner_imports}
