"""The engine in its thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripted import ScriptedEngine

from editor import PATIENCE_SECONDS
from evenhand.apps.lsp.documents.checker_thread import CheckerThread, OnFunction
from evenhand.check.checking import Lines
from evenhand.findings import FileReport, FunctionReport
from evenhand.options import CheckOptions

SLOW = "def fee(age):  # says slow\n"
OPTIONS = CheckOptions(python="python")
PATH = Path("fees.py")


def ignore(report: FunctionReport) -> None:
    pass


class Room:
    """An engine thread with the engine that it made last."""

    def __init__(self, engine: type[ScriptedEngine] = ScriptedEngine) -> None:
        self.made: list[ScriptedEngine] = []
        self.thread = CheckerThread(lambda: self._make(engine))

    def _make(self, engine: type[ScriptedEngine]) -> ScriptedEngine:
        self.made.append(engine())
        return self.made[-1]


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.thread.close()


async def begun(room: Room, source: str) -> asyncio.Task[FileReport]:
    """A check of `source` that the engine has begun."""
    await room.thread.check("", PATH, OPTIONS, ignore)
    here, started = asyncio.get_running_loop(), asyncio.Event()
    room.made[-1].on_begin = lambda source: here.call_soon_threadsafe(started.set)
    task = asyncio.create_task(room.thread.check(source, PATH, OPTIONS, ignore))
    await asyncio.wait_for(started.wait(), PATIENCE_SECONDS)
    return task


async def test_functions_are_told_in_the_callers_thread_without_what_is_allowed(room: Room):
    told: list[tuple[int, list[str | None]]] = []

    def on_function(report: FunctionReport) -> None:
        told.append((threading.get_ident(), [v.allowed for v in report.verdicts]))

    source = "# evenhand: allow(age) by law\ndef fee(age):  # says biased age race\n"
    await room.thread.check(source, PATH, OPTIONS, on_function)

    assert told == [(threading.get_ident(), ["by law", None])]


async def test_a_cancelled_check_has_ended_in_the_engine_too(room: Room):
    task = await begun(room, SLOW)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert room.made[-1].cancelled == [SLOW]


async def test_an_engine_that_computes_leaves_the_caller_free():
    free, hold = threading.Event(), threading.Event()

    class Busy(ScriptedEngine):
        async def check(
            self,
            source: str,
            path: Path,
            options: CheckOptions,
            on_function: OnFunction | None = None,
            first: Lines | None = None,
        ) -> FileReport:
            free.set()
            hold.wait(PATIENCE_SECONDS)
            return FileReport(source)

    room = Room(Busy)
    task = asyncio.create_task(room.thread.check("text", PATH, OPTIONS, ignore))
    await asyncio.to_thread(free.wait, PATIENCE_SECONDS)
    assert not task.done()

    hold.set()
    assert (await task).path == "text"
    room.thread.close()


async def test_an_error_of_the_engine_reaches_the_caller(room: Room):
    with pytest.raises(RuntimeError, match="scripted crash"):
        await room.thread.check("def fee(age):  # says crash\n", PATH, OPTIONS, ignore)


async def test_a_restart_ends_the_workers_and_begins_anew(room: Room):
    await room.thread.check("", PATH, OPTIONS, ignore)
    await room.thread.restart()
    await room.thread.check("", PATH, OPTIONS, ignore)

    assert [engine.closed for engine in room.made] == [True, False]


async def test_closing_ends_a_check_under_way(room: Room):
    task = await begun(room, SLOW)

    await asyncio.to_thread(room.thread.close)

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, PATIENCE_SECONDS)
    assert (room.made[-1].cancelled, room.made[-1].closed) == ([SLOW], True)
