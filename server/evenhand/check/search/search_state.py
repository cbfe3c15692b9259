"""What is known of one function while it is searched, shared by the steps of the search.

Every step is a generator: it yields `Open` or `Run`, is sent the answer, and returns.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, field, replace

from evenhand.causes import Cause, Explanation, Owner
from evenhand.check.catalogue import Catalogue
from evenhand.check.outcomes.date_forms import DateForm
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
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.frameworks.wrapped_functions import (
    UNWRAPPED,
    call_of_wrapped,
    may_be_unwrapped,
)
from evenhand.check.reading.function_words import FunctionWords, function_words
from evenhand.check.reading.inputs import Input, Reading
from evenhand.check.reading.source import Function, Source
from evenhand.check.reading.table_libraries import packages_of
from evenhand.check.search.arguments.argument_texts import Writer
from evenhand.check.search.arguments.argument_trees import Node
from evenhand.check.search.arguments.building import Builder
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.arguments.path_shapes import is_unknown_collection
from evenhand.check.search.arguments.world_patches import is_input, what_is_replaced
from evenhand.check.search.foreign_errors import raising_lines
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judge_interface import Judge
from evenhand.check.search.spending import Spending
from evenhand.check.search.values.choosing import Choose
from evenhand.check.search.values.domains import context_domain, protected_domain, unique
from evenhand.check.search.wishes import compares_fields
from evenhand.scalars import Scalar

LARGEST_DOMAIN = 24
"""Values of a path beyond which no more are learned."""
MOST_BEHIND_UNKNOWN = 150
"""Calls that are still made once an unknown answer may depend on every input that is open: more of
them would most likely come to no other verdict."""
STEPS_FOR_WORSE, STEPS_FOR_NAMED = 60_000, 300_000
"""Steps that are still spent on probing what was reached once everything that is open was seen to
make a difference that decides nothing; more if the code names values of it that could decide. The
calls of most functions are so cheap that their searches end before."""
MOST_REMEMBERED, LARGEST_REMEMBERED = 3_000, 20_000
"""Outcomes that are remembered, and the characters of each."""
VALUES_OF_COLUMN = 3
"""Values of a column that are tried for what it is compared with."""
NOT_MADE = Explanation(Cause.BUDGET_SPENT)


@dataclass(slots=True)
class SearchState:
    """One function under search: what it is, what is known of it, and what was spent."""

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

    stood_in: tuple[str, ...] = ()
    """Names that stand-ins are bound to, since they cannot be had."""
    world: tuple[AccessPath, ...] = ()
    """Names of the world that values are chosen for."""
    called: str = ""
    """How a call names the function, if not by its name."""
    came_to_a_read: bool = False
    """A call came to where an input is read."""
    blocked: bool = False
    """The walls have refused something, so that what they refuse is an input, too."""
    states: list[InputState] = field(init=False)
    """What is known of each protected input."""
    domains: dict[int, tuple[Scalar, ...]] = field(default_factory=dict)
    """The values to try for other paths, by the identity of the path."""
    forms: dict[int, DateForm] = field(default_factory=dict)
    """The forms of dates, by the identity of the path, where more than one was possible."""
    accepted: list[Context] = field(default_factory=list)
    """The first contexts that the function accepts."""
    first_runs: list[tuple[Context, Outcome]] = field(default_factory=list)
    """The last of the first contexts, and how their calls have ended."""
    ended: dict[Call, Outcome] = field(default_factory=dict)
    """How calls of the loaded text have ended, as if none of them had been watched."""
    kept: list[Context] = field(default_factory=list)
    """Contexts that reached what none before them did."""

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
    skipped: tuple[tuple[int, Explanation], ...] = ()
    """Top-level statements of the module that failed: their lines, and why."""
    endless: tuple[tuple[int, int], ...] = ()
    """Those that took too many steps, and how many they were granted."""
    writer: Writer = field(init=False)
    _words: FunctionWords | None = None

    def __post_init__(self) -> None:
        packages = packages_of(self.reading.paths, self.source.modules)
        self.module = replace(self.module, packages=packages)
        self.writer = Writer(_imported_before(self.reading.function, self.source))
        self.states = [self._input_state(i) for i in self.reading.inputs if i.may_decide]

    def open(self, opening: Open) -> Steps[Loaded]:
        """Have a text loaded in place of the one that is open."""
        self.ended.clear()
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
        if measured and not self.fresh:
            calls[-1] = replace(calls[-1], measured=True)
        if measured or self.fresh:
            return (yield from self._run(calls, watched=watched))

        new = calls if watched else [c for c in dict.fromkeys(calls) if c not in self.ended]
        outcomes = yield from self._run(new, watched=watched)
        if watched:
            self._remember(calls, [outcome.unwatched() for outcome in outcomes])
            return outcomes

        just_ended = dict(zip(new, outcomes, strict=True))
        self._remember(new, outcomes)
        self.spending.spare(len(calls) - len(new))
        return [just_ended.get(call) or self.ended[call] for call in calls]

    def _remember(self, calls: list[Call], outcomes: list[Outcome]) -> None:
        """Remember how calls have ended, unless another time they may end otherwise."""
        for call, outcome in zip(calls, outcomes, strict=True):
            is_small = outcome.size <= LARGEST_REMEMBERED and len(self.ended) < MOST_REMEMBERED
            if outcome.explanation is None and is_small:
                self.ended[call] = outcome

    def _run(self, calls: list[Call], *, watched: bool) -> Steps[list[Outcome]]:
        """The outcomes of calls; of those for which nothing is left, that they were not made."""
        outcomes: list[Outcome] = []
        while len(outcomes) < len(calls):
            done = len(outcomes)
            if outcomes and self.spending.exhausted:
                not_made = Outcome(OutcomeKind.TIMEOUT, explanation=self.spending.late or NOT_MADE)
                return outcomes + [not_made] * (len(calls) - done)

            if self.spending.measures_now() and not self.fresh:
                calls[done] = replace(calls[done], measured=True)
            portion = tuple(calls[done : done + self.spending.portion()])
            made: list[Outcome] = yield Run(portion, self.fresh, watched)
            self.spending.pay_for(made, fresh=self.fresh)
            self.leaves_behind = self.leaves_behind or any(o.left_behind for o in made)
            if not self.fresh and any(outcome.lasting for outcome in made):
                self.fresh = True
                continue
            outcomes += made
            self._note_what_is_open()
            self.note_ends(outcome.explanation for outcome in outcomes[done:])
            if watched:
                self._note_reads(outcomes[done:])

        return outcomes

    def _note_what_is_open(self) -> None:
        """Remember since when an unknown answer may depend on everything that is still open, and
        since when all of it makes a difference.
        """
        calls, steps = self.spending.calls, self.spending.steps
        self.unknown_since = self._since(self.unknown_since, calls, lambda s: s.is_behind_unknown)
        self.differs_since = self._since(self.differs_since, steps, lambda s: s.makes_difference)

    def _since(
        self, before: int | None, now: int, holds: Callable[[InputState], bool]
    ) -> int | None:
        """Since when something holds for everything that is still open; None if it does not."""
        still_open = self.undecided
        if not still_open or not all(map(holds, still_open)):
            return None
        return now if before is None else before

    def _note_reads(self, outcomes: list[Outcome]) -> None:
        read = (state.is_read_in(outcome) for state in self.states for outcome in outcomes)
        self.came_to_a_read = self.came_to_a_read or any(read)

    def note_ends(self, explanations: Iterable[Explanation | None]) -> None:
        """Remember if the machine or the clock ended a call.

        `explanations` say why calls have no outcome.
        """
        reasons = [explanation for explanation in explanations if explanation is not None]
        for reason in reasons:
            if reason.owner is Owner.MACHINE:
                self.accident = self.accident or reason
            if reason.out_of_time:
                self.spending.note_late(reason)
        if not all(reason.is_lasting for reason in reasons):
            self.may_end_otherwise = True

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
        reading = replace(self.reading, world=self.world)
        builder = Builder(reading, self.source, choose, rows, overrides, sparse, self.called)
        return builder.build()

    def state_of(self, path: AccessPath | None) -> InputState | None:
        """What is known of a protected input; None if the path is no such input."""
        return next((s for s in self.states if s.input.path is path), None)

    def domain(self, path: AccessPath) -> tuple[Scalar, ...]:
        """The values to try for any path; a protected one has those of its state."""
        state = self.state_of(path)
        if state is not None:
            return tuple(state.domain)

        if id(path) not in self.domains:
            also = self.also.get(path.text, ())
            usual = context_domain(path, self.forms.get(id(path)))
            values = [*self._values_searched(path), *usual, *also, *self._values_of_columns(path)]
            self.domains[id(path)] = tuple(unique(values))
        return self.domains[id(path)]

    def _values_of_columns(self, path: AccessPath) -> list[Scalar]:
        """Values of the columns that a path is compared with, perhaps where nobody watches."""
        return self._values_of([other for other in path.linked if other.is_column_of_frame])

    def _values_searched(self, path: AccessPath) -> list[Scalar]:
        """What is looked for in a collection of which nothing is known: `country in BLOCKED`."""
        if not is_unknown_collection(path):
            return []
        others = [self.domain(other) for other in path.linked if not other.is_searched]
        values = [value for domain in others for value in domain[:VALUES_OF_COLUMN]]
        in_text = any(other.is_text for other in path.linked)  # as `.upper()` is of one
        texts = [value for value in values if isinstance(value, str) and in_text]
        return [*values, *(text.upper() for text in texts), *(text.lower() for text in texts)]

    def _values_of(self, inputs: Iterable[AccessPath]) -> list[Scalar]:
        """The likeliest values of protected inputs."""
        states = [self.state_of(other) for other in inputs]
        domains = [state.domain for state in states if state is not None]
        return [value for domain in domains for value in domain[:VALUES_OF_COLUMN]]

    def learn(self, path: AccessPath, value: Scalar) -> None:
        """Add a value that a path that is no protected input was compared with."""
        values = self.domain(path)
        if len(values) < LARGEST_DOMAIN:
            self.domains[id(path)] = unique([*values, value])

    def forget(self, path: AccessPath) -> None:
        """Work out the values of a path anew, after its kind was corrected."""
        self.domains.pop(id(path), None)
        state = self.state_of(path)
        if state is not None:
            form, match = self.forms.get(id(path)), state.input.match
            state.domain = list(protected_domain(path, match, self.catalogue, form))
            state.native = {(type(v), v) for v in state.domain}

    @property
    def raising(self) -> frozenset[int]:
        """Lines on which the code raises errors of its own."""
        return raising_lines(self.source.tree)

    @property
    def words(self) -> FunctionWords:
        """The words of the function, and of the helpers that it calls."""
        if self._words is None:
            self._words = function_words(self.reading.function, self.source)
        return self._words

    @property
    def lacks_objects(self) -> bool:
        """Whether no call could be made, since its arguments could not be built."""
        failed = self.failure is not None and self.failure.kind is OutcomeKind.UNBUILT
        return failed and not self.accepted

    @property
    def undecided(self) -> list[InputState]:
        """Inputs that may still decide their attribute; one of them is enough."""
        decided = {state.input.attribute for state in self.states if state.decided}
        return [state for state in self.states if state.input.attribute not in decided]

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to find out, or nothing left to spend."""
        if self.spending.exhausted or self._has_tried_enough():
            return True
        return not self.undecided and not self.thorough

    def _has_tried_enough(self) -> bool:
        """Whether enough calls were made since all that is open may depend on unknown answers."""
        if self.unknown_since is None or self.thorough:
            return False
        return self.spending.calls - self.unknown_since > MOST_BEHIND_UNKNOWN

    @property
    def has_probed_enough(self) -> bool:
        """Whether no more is to be probed, until a call reaches what none before it did."""
        if self.differs_since is None or self.thorough or self.finished:
            return self.finished
        names_value = any(state.own_values for state in self.undecided)
        most = STEPS_FOR_NAMED if names_value else STEPS_FOR_WORSE
        return self.spending.steps - self.differs_since > most

    def note_new_ground(self) -> None:
        """Remember that calls reach what none before them did, where a difference may be worse."""
        self.differs_since = None

    def stand_in_for(self, names: tuple[str, ...]) -> None:
        """Choose values for what cannot be had, and for what has no value of its own."""
        self.stood_in = names
        self.world = self._inputs_of_world()
        node = self.reading.function.node
        if self.reading.function.owner is None and not isinstance(node, ast.Module):
            self.called = call_of_wrapped(node, self.source, names) or ""

    def unwrap(self) -> bool:
        """Call the function behind its decorators; whether there is anything of that."""
        function = self.reading.function
        if self.called or not may_be_unwrapped(function):
            return False
        self.called = UNWRAPPED.format(function.name)
        return True

    def block(self) -> bool:
        """Choose values for what the walls refuse, too; whether there is anything of that."""
        before, self.blocked = len(self.world), True
        self.world = self._inputs_of_world()
        return len(self.world) > before

    @property
    def replaced(self) -> tuple[str, ...]:
        """What stand-ins took the place of: a package that cannot be had, else the name itself."""
        roots = (root for root in self.world if not root.is_prompt)
        names = (what_is_replaced(root, self.stood_in) for root in roots)
        return tuple(dict.fromkeys(names))

    def drop_what_was_had(self) -> None:
        """Forget inputs from the world that are read for real."""
        chosen = {id(root) for root in self.world}
        self.states = [s for s in self.states if _is_own(s) or id(s.input.path.root) in chosen]

    def _inputs_of_world(self) -> tuple[AccessPath, ...]:
        own = {state.input.attribute for state in self.states if _is_own(state)}
        # What is there of an attribute that a call passes is compared with it: rows of a tariff.
        asked = {id(s.input.path.root) for s in self.states if s.input.attribute not in own}
        return tuple(
            root
            for root in self.reading.world
            if is_input(root, self.stood_in, blocked=self.blocked, asked=id(root) in asked)
        )

    def _input_state(self, entry: Input) -> InputState:
        domain = protected_domain(entry.path, entry.match, self.catalogue)
        values = unique([*domain, *self.also.get(entry.path.text, ())])
        sites = frozenset(astuple(span) for span in entry.sites)
        native: set[tuple[type, object]] = {(type(v), v) for v in values}
        is_own = own_names(self.catalogue, entry.match.attribute)
        result = name_of_result(self.reading.function)
        may_be_wish = compares_fields(self.reading.function.node, entry.path.name)
        return InputState(
            entry, list(values), is_own, native, sites, self.this_year, result,
            may_be_wish=may_be_wish,
        )  # fmt: skip


def _imported_before(function: Function, source: Source) -> dict[str, str]:
    """What the file has imported before a call, and its name; nothing before a script runs."""
    if function.is_script:
        return {}
    imported = source.modules.items()
    return {module: name for name, module in imported if name not in source.inner_imports}


def _is_own(state: InputState) -> bool:
    """Whether an input comes from what the function is called with."""
    return state.input.path.root.via is not Via.WORLD
