"""The engine in its processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from scripted import ScriptedEngine

from editor import PATIENCE_SECONDS
from evenhand.apps.lsp.documents.checker_processes import CheckerProcesses, OnFunction
from evenhand.check.checking import Lines
from evenhand.findings import FileReport, FunctionReport
from evenhand.options import CheckOptions

OPTIONS = CheckOptions(python="python")
PATH, OTHER = Path("fees.py"), Path("taxes.py")
FAST = "def tax(age):  # says biased age\n"
SLOW = f"{FAST}def fee(age):  # says slow\n"
"""The first function tells that the check has begun."""
Make = Callable[[type[ScriptedEngine]], CheckerProcesses]


class Diary(ScriptedEngine):
    """Says which process it is in, and what happened to it, in a file beside the checked one."""

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: OnFunction | None = None,
        first: Lines | None = None,
        *,
        edited: bool = False,
    ) -> FileReport:
        self.diary = path.parent / "diary"
        self._write(f"made {id(self)}")
        try:
            return await super().check(source, path, options, on_function, first, edited=edited)
        except asyncio.CancelledError:
            self._write("cancelled")
            raise

    async def aclose(self) -> None:
        self._write("closed")

    def _write(self, line: str) -> None:
        with self.diary.open("a") as diary:
            diary.write(f"{os.getpid()} {line}\n")


class Busy(ScriptedEngine):
    """Computes for ever over a text that says so, and hears nothing."""

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: OnFunction | None = None,
        first: Lines | None = None,
        *,
        edited: bool = False,
    ) -> FileReport:
        if "busy" in source:
            await super().check(FAST, path, options, on_function, first, edited=edited)
            await asyncio.sleep(0)
            while True:
                pass
        return await super().check(source, path, options, on_function, first, edited=edited)


@pytest.fixture
async def make() -> AsyncIterator[Make]:
    """Makes rooms, and waits at the end until all their processes are gone."""
    rooms: list[CheckerProcesses] = []

    def make(engine: type[ScriptedEngine]) -> CheckerProcesses:
        rooms.append(CheckerProcesses(engine))
        return rooms[-1]

    before = asyncio.all_tasks()
    yield make
    for room in rooms:
        room.close()
    listening = asyncio.all_tasks() - before - {asyncio.current_task()}
    if listening:
        await asyncio.wait(listening, timeout=PATIENCE_SECONDS)


@pytest.fixture
def room(make: Make) -> CheckerProcesses:
    return make(ScriptedEngine)


def ignore(report: FunctionReport) -> None:
    pass


async def begun(room: CheckerProcesses, source: str, path: Path = PATH) -> asyncio.Task[FileReport]:
    """A check of `source` that an engine has begun."""
    started = asyncio.Event()
    check = room.check(source, path, OPTIONS, lambda report: started.set())
    task = asyncio.create_task(check)
    await asyncio.wait_for(started.wait(), PATIENCE_SECONDS)
    return task


async def test_functions_are_told_without_what_is_allowed(room: CheckerProcesses):
    told: list[list[str | None]] = []

    def on_function(report: FunctionReport) -> None:
        told.append([v.allowed for v in report.verdicts])

    source = "# evenhand: allow(age) by law\ndef fee(age):  # says biased age race\n"
    await room.check(source, PATH, OPTIONS, on_function)

    assert told == [["by law", None]]


async def test_a_cancelled_check_has_ended_in_the_engine_too(make: Make, tmp_path: Path):
    room = make(Diary)
    task = await begun(room, SLOW, tmp_path / "fees.py")

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert "cancelled" in (tmp_path / "diary").read_text()


async def test_a_check_that_is_cancelled_twice_has_ended_in_the_engine_too(
    make: Make, tmp_path: Path
):
    room = make(Diary)
    task = await begun(room, SLOW, tmp_path / "fees.py")

    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert "cancelled" in (tmp_path / "diary").read_text()


async def test_an_engine_that_computes_delays_no_other_text(make: Make):
    room = make(Busy)
    task = await begun(room, "busy")

    for number in range(3):
        report = await room.check(FAST, Path(f"{number}.py"), OPTIONS, ignore)
        assert len(report.functions) == 1

    assert not task.done()
    room.close()
    assert "died" in str((await task).problem)


async def test_an_engine_that_hears_nothing_is_replaced(make: Make):
    room = make(Busy)
    task = await begun(room, "busy")

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    report = await room.check(FAST, PATH, OPTIONS, ignore)
    assert len(report.functions) == 1


async def test_a_text_returns_to_the_engine_that_remembers_it(make: Make, tmp_path: Path):
    room = make(Diary)
    path = tmp_path / "fees.py"
    other = await begun(room, SLOW, tmp_path / "other.py")
    for _ in range(2):
        await room.check(FAST, path, OPTIONS, ignore)
    other.cancel()
    await asyncio.wait([other])
    await room.check(FAST, path, OPTIONS, ignore)

    made = [line for line in (tmp_path / "diary").read_text().splitlines() if "made" in line]
    assert len(made) == 4
    assert len(set(made[1:])) == 1
    assert made[0] not in made[1:]


async def test_an_error_of_the_engine_reaches_the_caller(room: CheckerProcesses):
    with pytest.raises(RuntimeError, match="scripted crash"):
        await room.check("def fee(age):  # says crash\n", PATH, OPTIONS, ignore)


async def test_a_restart_ends_the_workers_and_begins_anew(make: Make, tmp_path: Path):
    room = make(Diary)
    path = tmp_path / "fees.py"
    await room.check("", path, OPTIONS, ignore)
    assert room.standing is not None

    await room.restart()

    assert room.standing is None
    await room.check("", path, OPTIONS, ignore)
    lines = [line.split()[1] for line in (tmp_path / "diary").read_text().splitlines()]
    assert lines == ["made", "closed", "made"]
