"""A call that was stopped decides no verdict: its process was killed, or its time ran out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from answered_search import carried_out

from evenhand.causes import Cause, Explanation
from evenhand.check.catalogue import default_catalogue
from evenhand.check.file_job import JUDGE
from evenhand.check.outcomes.requests import Module, Outcome, OutcomeKind, Run
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.check.search.guided_search import find_differences
from evenhand.check.search.judgements import Judgement
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.spending import Budget, Spending
from evenhand.check.sentences import explain
from evenhand.findings import VerdictKind

CODE = "def fee(age, city):\n    return 10 if age > 45 else 20\n"
KILLED = Outcome(OutcomeKind.DIED, explanation=Explanation(Cause.KILLED, number=9))
LATE = Outcome(OutcomeKind.TIMEOUT, explanation=Explanation(Cause.RAN_LONGER, seconds=1.0))
STOPPED = [
    Outcome(OutcomeKind.TIMEOUT, explanation=Explanation(Cause.TOO_MANY_STEPS, number=500)),
    Outcome(OutcomeKind.DIED, explanation=Explanation(Cause.EXITED_IN_CALL, number=3)),
    Outcome(OutcomeKind.BLOCKED, explanation=Explanation(Cause.OPENS_FILE, "tariff.csv")),
]


def judged(answer: Callable[[Run], list[Outcome]]) -> Judgement:
    """What a search says that gets these answers to its requests to run calls."""
    source = parse(CODE)
    reading = read(source.functions[0], source, default_catalogue())
    search = SearchState(
        reading,
        source,
        Module(CODE, "fee.py"),
        default_catalogue(),
        Spending(Budget.of(2, 5.0)),
        JUDGE,
    )
    return carried_out(find_differences(search), answer)[0]


@pytest.mark.parametrize("killed_from", [0, 1, 2, 3])
def test_nothing_is_said_about_the_function(killed_from: int) -> None:
    requests: list[Run] = []

    def answer(request: Run) -> list[Outcome]:
        requests.append(request)
        alive = Outcome(OutcomeKind.RETURNED, value=20, text="20")
        return [KILLED if len(requests) > killed_from else alive for _ in request.calls]

    judgement = judged(answer)

    assert judgement.kind is VerdictKind.NOT_CHECKED
    assert judgement.cause is Cause.KILLED
    assert explain(judgement.explanation) == "worker ended by signal 9"


def fees(request: Run) -> list[Outcome]:
    """What the calls really give."""
    names: dict[str, object] = {}
    exec(CODE, names)
    values = [eval(call.text, names) for call in request.calls]
    return [Outcome(OutcomeKind.RETURNED, value=value, text=str(value)) for value in values]


def replayed_with(stopped: Outcome, position: int) -> Judgement:
    """The judgement if one of the witness's two calls is stopped whenever it is replayed."""

    def answer(request: Run) -> list[Outcome]:
        if not request.fresh:
            return fees(request)
        unlucky = request.calls[position]
        pairs = zip(request.calls, fees(request), strict=True)
        return [stopped if call == unlucky else outcome for call, outcome in pairs]

    return judged(answer)


def test_a_witness_whose_calls_come_to_their_end_is_believed() -> None:
    assert judged(fees).kind is VerdictKind.BIASED


@pytest.mark.parametrize("position", [0, 1])
@pytest.mark.parametrize("stopped", STOPPED, ids=lambda outcome: outcome.kind)
def test_one_stopped_call_of_a_replay_is_no_difference(stopped: Outcome, position: int) -> None:
    judgement = replayed_with(stopped, position)

    assert judgement.kind is VerdictKind.NOT_CHECKED
    assert judgement.cause is Cause.UNSTEADY_DIFFERENCE
    assert judgement.probe is None


@pytest.mark.parametrize("position", [0, 1])
def test_a_call_of_a_replay_that_the_clock_ends_says_nothing_either(position: int) -> None:
    judgement = replayed_with(LATE, position)

    assert judgement.kind is VerdictKind.NOT_CHECKED
    assert judgement.cause is Cause.RAN_LONGER
    assert explain(judgement.explanation) == "out of time: ran longer than 1 s"


def test_a_difference_that_was_seen_again_stays_whatever_the_clock_ended() -> None:
    def answer(request: Run) -> list[Outcome]:
        outcomes = fees(request)
        slow = ["New York" in call.text for call in request.calls]
        return [LATE if is_slow else o for o, is_slow in zip(outcomes, slow, strict=True)]

    assert judged(answer).kind is VerdictKind.BIASED


def test_what_the_clock_ends_is_never_without_a_difference() -> None:
    def answer(request: Run) -> list[Outcome]:
        alike = Outcome(OutcomeKind.RETURNED, value=20, text="20")
        is_first = request.watched and not request.fresh
        return [alike if is_first else LATE for _ in request.calls]

    judgement = judged(answer)

    assert judgement.kind is VerdictKind.NOT_CHECKED
    assert judgement.cause is Cause.RAN_LONGER


@pytest.mark.parametrize("position", [0, 1])
def test_a_killed_call_of_a_replay_says_nothing_about_the_function(position: int) -> None:
    judgement = replayed_with(KILLED, position)

    assert judgement.kind is VerdictKind.NOT_CHECKED
    assert judgement.cause is Cause.KILLED
