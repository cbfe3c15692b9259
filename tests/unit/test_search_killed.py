"""A process that somebody killed decides no verdict."""

from __future__ import annotations

import pytest

from evenhand.causes import Cause, Explanation
from evenhand.check.catalogue import default_catalogue
from evenhand.check.probing.input_state import Judgement
from evenhand.check.probing.requests import Loaded, Module, Open, Outcome
from evenhand.check.probing.search import find_differences
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.spending import Budget, Spending
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.check.sentences import explain
from evenhand.findings import VerdictKind

CODE = "def fee(age, city):\n    return 10 if age > 65 else 20\n"
DIED = Outcome("died", explanation=Explanation(Cause.KILLED, number=9))


def judged(killed_from: int) -> Judgement:
    """What a search says whose processes are killed from some request to run calls on."""
    source = parse(CODE)
    reading = read(source.functions[0], source, default_catalogue())
    search = SearchState(
        reading, source, Module(CODE, "fee.py"), default_catalogue(), Spending(Budget.of(2, 5.0))
    )
    steps = find_differences(search)
    answer: object = None
    runs = 0
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            judgements: tuple[Judgement, ...] = done.value
            return judgements[0]
        if isinstance(request, Open):
            answer = Loaded()
            continue
        alive = Outcome("returned", value=20, text="20")
        answer = [DIED if runs >= killed_from else alive for _ in request.calls]
        runs += 1


@pytest.mark.parametrize("killed_from", [0, 1, 2, 3])
def test_nothing_is_said_about_the_function(killed_from: int) -> None:
    judgement = judged(killed_from)

    assert judgement.kind is VerdictKind.NOT_CHECKED
    assert judgement.cause is Cause.KILLED
    assert explain(judgement.explanation) == "worker ended by signal 9"
