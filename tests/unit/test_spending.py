"""What a search may cost is counted in calls and steps; the clock is for what goes far beyond."""

from __future__ import annotations

import itertools

import pytest
from answered_search import carried_out

from evenhand.causes import Cause, Explanation
from evenhand.check.catalogue import default_catalogue
from evenhand.check.file_job import JUDGE
from evenhand.check.outcomes.requests import Call, Module, Outcome, OutcomeKind, Run
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.check.search.guided_search import find_differences
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.spending import MOST_ENDED, PATIENCE, Budget, Spending

CODE = """
def fee(age, city, points):
    if points * 3 > 700 and city == "York":
        return 10 if age > 65 else 20
    return 20
"""


def returned(steps: int = 0, entered: int | None = None, seconds: float = 0.0) -> Outcome:
    return Outcome(OutcomeKind.RETURNED, steps=steps, entered=entered, seconds=seconds)


def spending() -> Spending:
    return Spending(Budget.of(complexity=2, seconds=5.0))


def asked_calls(steps_of_call: int) -> list[Call]:
    """Every call that a search asks for, if each takes so many steps."""
    source = parse(CODE)
    reading = read(source.functions[0], source, default_catalogue())
    module, names = Module(CODE, "fee.py"), dict[str, object]()
    exec(CODE, names)
    search = SearchState(reading, source, module, default_catalogue(), spending(), JUDGE)

    asked: list[Call] = []

    def answer(request: Run) -> list[Outcome]:
        asked.extend(request.calls)
        values = [eval(call.text, names) for call in request.calls]
        return [
            Outcome(OutcomeKind.RETURNED, value=v, text=str(v), steps=steps_of_call) for v in values
        ]

    carried_out(find_differences(search), answer)
    return asked


def test_a_slow_machine_asks_for_the_same_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = asked_calls(10)
    moments = itertools.count(0.0, 0.01)
    monkeypatch.setattr("time.monotonic", lambda: next(moments))

    assert asked_calls(10) == at_once
    assert len(at_once) > 100


def test_fewer_calls_are_made_where_one_takes_many_steps() -> None:
    assert len(asked_calls(100_000)) < len(asked_calls(10)) / 2


def test_one_call_goes_first_and_then_as_many_as_its_steps_allow() -> None:
    cheap, costly = spending(), spending()
    assert cheap.portion() == 1

    cheap.pay_for([returned(steps=10)], fresh=False)
    costly.pay_for([returned(steps=150_000)], fresh=False)

    assert (cheap.portion(), costly.portion()) == (200, 2)


def test_what_libraries_do_is_known_from_a_measured_call() -> None:
    spent = spending()
    spent.pay_for([returned(steps=10, entered=150_000)], fresh=False)
    spent.pay_for([returned(steps=10)], fresh=False)

    assert spent.portion() == 2


def test_steps_end_a_search_and_that_is_no_accident() -> None:
    spent = spending()
    spent.pay_for([returned(steps=spent.budget.steps)], fresh=False)

    assert spent.exhausted
    assert spent.late is None


def test_processor_time_ends_a_search_and_it_says_so() -> None:
    spent = spending()
    spent.pay_for([returned(seconds=5.5)], fresh=False)

    assert spent.exhausted
    assert spent.late == Explanation(Cause.FUNCTION_TOOK_LONGER, seconds=5.0)


def test_the_day_ends_a_search_that_only_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = spending()
    late = spent.began + PATIENCE * 5.0 + 1
    monkeypatch.setattr("time.monotonic", lambda: late)

    assert spent.exhausted
    assert spent.late is not None


def test_a_search_goes_on_after_one_call_that_the_clock_ended_and_not_after_many() -> None:
    spent, why = spending(), Explanation(Cause.RAN_LONGER, seconds=2.0)

    spent.note_late(why)
    assert not spent.exhausted

    for _ in range(MOST_ENDED):
        spent.note_late(why)
    assert spent.exhausted
    assert spent.late == why
