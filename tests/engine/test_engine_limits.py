"""Work that takes too long or too much memory: it ends alone, and all other work goes on."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from evenhand.apps.cli.input.snippet_options import snippet_options
from evenhand.causes import Cause, Explanation
from evenhand.check.checking import Checker
from evenhand.findings import VerdictKind
from evenhand.scaling.apart import apart
from evenhand.scaling.engine_process import EngineLostError, EngineProcess, Listener
from evenhand.scaling.engines import each
from evenhand.scaling.inside_engine import Line
from evenhand.scaling.limits import BEAT_SECONDS, Limits
from evenhand.scaling.work import Engine, Work

SHORT = Limits(step_seconds=0.5, waiting_seconds=3.0, work_seconds=1.0)
SMALL = Limits(memory_bytes=400 << 20)
ITEMS = 9
BAD = 4
"""The item that holds up its process."""
TELLS_LIES = re.compile("(a|aa)+$")


async def spin() -> None:
    while True:
        pass


async def spin_in_c() -> None:
    """No signal handler of Python and no other thread comes through."""
    TELLS_LIES.match("a" * 60 + "b")


async def wait_for_ever() -> None:
    time.sleep(600)


async def spin_in_many_steps() -> None:
    while True:
        sum(range(100_000))
        await asyncio.sleep(0)


async def fill_the_memory() -> None:
    texts = []
    while True:
        texts.append("a" * (1 << 20) + str(len(texts)))


async def take_it_at_once() -> None:
    "a" * (1 << 40)


async def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def fail() -> None:
    raise KeyError("seven")


ENDINGS = [
    (spin, SHORT, Cause.READ_LONGER),
    (spin_in_c, SHORT, Cause.READ_LONGER),
    (wait_for_ever, SHORT, Cause.READ_LONGER),
    (spin_in_many_steps, SHORT, Cause.READ_LONGER),
    (fill_the_memory, SMALL, Cause.READ_MEMORY),
    (take_it_at_once, SMALL, Cause.READ_MEMORY),
    (die, SHORT, Cause.ENGINE_DIED),
    (fail, SHORT, Cause.INTERNAL),
]
"""An attack, the limits that it meets, and what is said of it.

What takes memory has time enough, since a machine may be slow to give it.
"""


async def do(checker: Checker, item: tuple[int, int]) -> tuple[int, Cause | None]:
    number, attack = item
    if number == BAD:
        await ENDINGS[attack][0]()
    return number, None


def given_up(item: tuple[int, int], why: Explanation) -> tuple[int, Cause | None]:
    return item[0], why.cause


WORK = Work(do, given_up)


@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize("attack", range(len(ENDINGS)), ids=[e[0].__name__ for e in ENDINGS])
async def test_what_exceeds_its_limit_ends_alone(attack: int, lanes: int) -> None:
    items = [(number, attack) for number in range(ITEMS)]
    _, limits, expected = ENDINGS[attack]

    results = [result async for result in each(WORK, items, Engine(lanes, limits=limits))]

    assert results == [(n, expected if n == BAD else None) for n in range(ITEMS)]


async def test_a_long_work_in_short_steps_is_let_be() -> None:
    """Each step is well below the limit, and all of them together are above it."""
    limits = Limits(step_seconds=2 * BEAT_SECONDS)

    async with aclosing(each(Work(steps, given_up), [(0, 0)], Engine(limits=limits))) as results:
        assert [result async for result in results] == [(0, None)]


async def steps(checker: Checker, item: tuple[int, int]) -> tuple[int, Cause | None]:
    while time.process_time() < 5 * BEAT_SECONDS:
        sum(range(1_000))
        await asyncio.sleep(0)
    return item[0], None


class Begun(Listener):
    """Notes that the work has begun."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    def hear(self, event: object) -> None:
        self.event.set()


async def test_a_cancelled_work_that_hears_nothing_is_killed() -> None:
    engine, begun = EngineProcess(), Begun()
    work = asyncio.create_task(engine.do(say_and_spin, listener=begun))
    await begun.event.wait()

    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work

    with pytest.raises(EngineLostError):
        await engine.do(say_and_spin, listener=begun)


async def say_and_spin(checker: Checker, line: Line) -> None:
    line.tell("begun")
    await asyncio.sleep(0)
    await spin()


async def test_work_asks_and_is_answered() -> None:
    class Doubling(Listener):
        async def answer(self, question: int) -> int:
            return 2 * question

    engine = EngineProcess()

    assert await engine.do(ask_for_double, 21, listener=Doubling()) == 42
    await engine.aclose()


async def ask_for_double(checker: Checker, number: int, line: Line) -> int:
    return int(await line.ask(number))


async def test_an_error_of_the_work_is_raised_with_its_trace() -> None:
    engine = EngineProcess()

    with pytest.raises(KeyError, match="seven") as raised:
        await engine.do(fail_at_once)
    assert "in fail_at_once" in raised.value.__notes__[0]

    await engine.aclose()


async def fail_at_once(checker: Checker) -> None:
    raise KeyError("seven")


async def test_when_the_time_of_a_file_is_up_its_other_functions_are_not_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("evenhand.check.checking.SECONDS_PER_FILE", -1.0)
    source = "def fee(age):\n    return 10 if age > 45 else 20\n"

    async with Checker() as checker:
        late = await checker.check(source, Path("fees.py"), snippet_options(None, None))
        monkeypatch.undo()
        in_time = await checker.check(source, Path("fees.py"), snippet_options(None, None))

    assert [v.cause for f in late.functions for v in f.verdicts] == [Cause.FILE_TOOK_LONGER]
    assert [v.kind for f in in_time.functions for v in f.verdicts] == [VerdictKind.BIASED]


def items_until(end: str) -> Iterator[int]:
    """Two numbers, and then the end of the process."""
    yield from (1, 2)
    if end == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif end == "spins":
        TELLS_LIES.match("a" * 60 + "b")
    yield len("a" * (SMALL.memory_bytes + 1))


@pytest.mark.parametrize(
    ("end", "cause"),
    [
        ("killed", Cause.ENGINE_DIED),
        ("spins", Cause.READ_LONGER),
        ("fills the memory", Cause.READ_MEMORY),
    ],
)
def test_an_iterator_ends_alone(end: str, cause: Cause) -> None:
    limits = Limits(step_seconds=0.5, memory_bytes=SMALL.memory_bytes)
    items = []
    with pytest.raises(EngineLostError) as lost:
        items += apart(items_until, end, limits=limits)
    assert lost.value.explanation.cause is cause


@pytest.mark.parametrize("before", [{}, {"PYTHONSAFEPATH": ""}], ids=["unset", "set"])
async def test_a_process_that_is_started_leaves_the_environment_as_it_is(
    before: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    for name, value in before.items():
        monkeypatch.setenv(name, value)
    await EngineProcess(limits=SHORT).aclose()

    assert {name: os.environ[name] for name in os.environ if name == "PYTHONSAFEPATH"} == before
