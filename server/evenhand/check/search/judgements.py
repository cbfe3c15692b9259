"""Decides what follows for an input from all that the calls of a search have shown."""

from __future__ import annotations

from dataclasses import dataclass

from evenhand.causes import MISSING_PACKAGES, Cause, Explanation
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.inputs import Input
from evenhand.check.search.input_state import InputState
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.unseen import ended_early, why_unseen
from evenhand.check.worker.stand_in_places import UNNAMED
from evenhand.findings import Rate, Recognised, Span, VerdictKind

DIFFERENCES = frozenset(
    {VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.DELEGATES, VerdictKind.GROUPS}
)


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


def judgement(search: SearchState, state: InputState) -> Judgement:
    """What the search has found out about one input."""
    kind = verdict_of(state)
    replaced, late = search.world.names, search.spending.late
    observed, witness = state.observed, state.witnesses.first
    if kind in DIFFERENCES and (witness is not None or late is None):
        return Judgement(
            state.input,
            kind,
            None,
            observed.pairs,
            witness,
            replaced,
            state.witnesses.recognised,
            turned_at=state.witnesses.turned_at,
        )

    cut_short = search.observed.accident or late
    if cut_short is not None:
        return not_checked(search, state, cut_short)
    if observed.unsteady:
        return not_checked(search, state, Explanation(Cause.UNSTEADY_DIFFERENCE))
    if observed.stopped is not None:
        why = why_failed(observed.stopped, search.observed.loaded.skipped)
        return not_checked(search, state, why)
    if kind is VerdictKind.NOT_CHECKED:
        return not_checked(search, state, _why_not_checked(search, state))

    if search.observed.remembers and kind is VerdictKind.NO_DIFFERENCE_FOUND:
        return not_checked(search, state, Explanation(Cause.REMEMBERS))
    seen = _what_was_seen(state)
    return Judgement(state.input, kind, seen, observed.pairs, stood_in=replaced)


def verdict_of(state: InputState) -> VerdictKind:
    """What follows from all that was seen of one input so far."""
    witnesses, observed = state.witnesses, state.observed
    if witnesses.biased is not None:
        return VerdictKind.BIASED
    if witnesses.refusal is not None:
        return VerdictKind.REFUSES
    if witnesses.delegated is not None:
        return VerdictKind.DELEGATES
    if observed.grouped:
        return VerdictKind.GROUPS
    is_known = not observed.guessed and not observed.never_served
    is_seen = observed.compared and observed.served and is_known
    return VerdictKind.NO_DIFFERENCE_FOUND if is_seen else VerdictKind.NOT_CHECKED


def _what_was_seen(state: InputState) -> Explanation | None:
    """Which differences were seen that hold nothing against anybody."""
    if state.observed.related:
        return Explanation(Cause.ONLY_RELATED, state.observed.related)
    if state.observed.is_wish:
        return Explanation(Cause.ONLY_CHOSEN)
    return Explanation(Cause.ONLY_WRITTEN_ANEW) if state.observed.represented else None


def not_checked(search: SearchState, state: InputState, explanation: Explanation) -> Judgement:
    """No verdict; the machine explains it before anything else, and the clock after that."""
    why = search.observed.accident or search.spending.late or explanation
    return Judgement(state.input, VerdictKind.NOT_CHECKED, why, state.observed.pairs)


def _why_not_checked(search: SearchState, state: InputState) -> Explanation:
    """Why no pair of calls says anything of an input."""
    observed, skipped = state.observed, search.observed.loaded.skipped
    if observed.guessed:
        missing = _missing_package(observed.guessed, skipped)
        name = _name_in_code(search, observed.guessed)
        return Explanation(Cause.UNKNOWN_ANSWER, name, because=missing)

    if observed.decided_by and not observed.compared:
        missing = _missing_package(observed.decided_by, skipped)
        return Explanation(Cause.STAND_IN_DECIDES, observed.decided_by, because=missing)

    unseen = why_unseen(state, search.source)
    if unseen is not None:
        return unseen

    failed = search.observed.failure
    why = why_failed(failed, skipped)
    if failed is None or why.cause is not Cause.NO_ARGUMENTS or state.is_read_in(failed):
        return why
    return ended_early(state, failed, search.source) or why


def _name_in_code(search: SearchState, name: str) -> str:
    """What a stand-in is called by the code: `policy.apply` for `mock.apply`."""
    outer, _, inner = name.partition(".")
    if outer != UNNAMED:
        return name
    called = [path.text for path in search.reading.paths if path.shows(Evidence.CALLABLE)]
    return next((text for text in called if text.endswith(inner)), name)


def _missing_package(name: str, skipped: tuple[tuple[int, Explanation], ...]) -> Explanation | None:
    """That the package is missing to which a dotted name belongs; None if it is not."""
    missing = [why for _, why in skipped if why.cause in MISSING_PACKAGES and why.name]
    return next((why for why in missing if f"{name}.".startswith(f"{why.name}.")), None)


def why_failed(
    outcome: Outcome | None, skipped: tuple[tuple[int, Explanation], ...]
) -> Explanation:
    """Why no call could be judged, going by one that could not.

    An unknown name most likely comes from the first statement that was passed over.
    """
    if outcome is None:
        return Explanation(Cause.NOTHING_COMPARED)
    if outcome.explanation is not None:
        return outcome.explanation
    if outcome.error is None:
        return Explanation(Cause.NOTHING_COMPARED)

    error, message = outcome.error
    needs = [why for _, why in skipped if why.cause in MISSING_PACKAGES]
    if error in {"NameError", "AttributeError"} and needs:
        return needs[0]

    if error == "NameError" and skipped:
        line, why = skipped[0]
        return Explanation(Cause.STATEMENT_MISSED, message=message, line=line, because=why)
    return Explanation(Cause.NO_ARGUMENTS, error, message, outcome.error_line)
