"""The guided search: a generator that asks for runs and ends with judgements."""

from __future__ import annotations

from evenhand.causes import MISSING_PACKAGES, Cause, Explanation
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.earlier_calls import note_memory
from evenhand.check.search.exploring import explore
from evenhand.check.search.first_calls import open_and_settle
from evenhand.check.search.input_state import InputState, Judgement
from evenhand.check.search.judge_questions import recognise
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.unseen import ended_early, why_unseen
from evenhand.check.search.witnesses import confirm
from evenhand.check.worker.stand_in_places import UNNAMED
from evenhand.findings import VerdictKind

DIFFERENCES = frozenset(
    {VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.DELEGATES, VerdictKind.GROUPS}
)


def find_differences(search: SearchState) -> Steps[tuple[Judgement, ...]]:
    """Find a difference for each protected input, or say why there is none."""
    problem = yield from open_and_settle(search)
    if problem is not None:
        return tuple(_not_checked(search, state, problem) for state in search.states)

    if search.accepted:
        yield from explore(search, search.accepted)
    yield from confirm(search)
    yield from recognise(search)
    yield from note_memory(search)

    return tuple(judgement(search, state) for state in search.states)


def judgement(search: SearchState, state: InputState) -> Judgement:
    """What the search has found out about one input."""
    kind = state.verdict
    replaced = search.replaced
    witness = state.witness
    late = search.spending.late
    if kind in DIFFERENCES and (witness is not None or late is None):
        return Judgement(
            state.input,
            kind,
            None,
            state.pairs,
            witness,
            replaced,
            state.recognised,
            turned_at=state.turned_at,
        )

    cut_short = search.accident or late
    if cut_short is not None:
        return _not_checked(search, state, cut_short)
    if state.unsteady:
        return _not_checked(search, state, Explanation(Cause.UNSTEADY_DIFFERENCE))
    if state.stopped is not None:
        return _not_checked(search, state, why_failed(state.stopped, search.skipped))
    if kind is VerdictKind.NOT_CHECKED:
        return _not_checked(search, state, _why_not_checked(search, state))

    if search.remembers and kind is VerdictKind.NO_DIFFERENCE_FOUND:
        return _not_checked(search, state, Explanation(Cause.REMEMBERS))
    seen = _what_was_seen(state)
    return Judgement(state.input, kind, seen, state.pairs, stood_in=replaced)


def _what_was_seen(state: InputState) -> Explanation | None:
    """Which differences were seen that hold nothing against anybody."""
    if state.related:
        return Explanation(Cause.ONLY_RELATED, state.related)
    if state.is_wish:
        return Explanation(Cause.ONLY_CHOSEN)
    return Explanation(Cause.ONLY_WRITTEN_ANEW) if state.represented else None


def _not_checked(search: SearchState, state: InputState, explanation: Explanation) -> Judgement:
    """No verdict; the machine explains it before anything else, and the clock after that."""
    why = search.accident or search.spending.late or explanation
    return Judgement(state.input, VerdictKind.NOT_CHECKED, why, state.pairs)


def _why_not_checked(search: SearchState, state: InputState) -> Explanation:
    """Why no pair of calls says anything of an input."""
    if state.guessed:
        missing = _missing_package(state.guessed, search.skipped)
        name = _name_in_code(search, state.guessed)
        return Explanation(Cause.UNKNOWN_ANSWER, name, because=missing)

    if state.decided_by and not state.compared:
        missing = _missing_package(state.decided_by, search.skipped)
        return Explanation(Cause.STAND_IN_DECIDES, state.decided_by, because=missing)

    unseen = why_unseen(state, search.source)
    if unseen is not None:
        return unseen

    failed = search.failure
    why = why_failed(failed, search.skipped)
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
