"""Processes of every kind are killed at random moments: nothing is left, the next check works."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes_of import POLL_SECONDS, all_gone, below, children, some_workers, workers

import editor
from amounts import amount

SLOW = "def wait(age):\n    while age:\n        pass\n"
BIASED = "def fee(age):\n    return 10 if age > 65 else 20\n"
ENDLESS_CALL = "def total(age):\n    return sum(range(age + 10**13))\n"
"""One step, which only a kill or the clock ends."""
FRESH_SLOW = "def wait(age):\n    while age > {number}:\n        pass\n"
FRESH_BIASED = "def fee(age):\n    return {number} if age > 65 else 20\n"
"""Texts whose functions nobody has checked before."""
ENGINES, WORKERS, CHILDREN = amount(3, 30), amount(5, 50), amount(5, 50)
SERVERS, EDITORS, COMMANDS = amount(2, 20), amount(2, 20), amount(4, 30)
LONGEST_WAIT = 0.4
"""Seconds until a kill: some come while a process starts, most while code runs."""

EDITOR = """
import asyncio, sys
from pathlib import Path
sys.path[:0] = [sys.argv[2], str(Path(sys.argv[2]).parent)]
import editor
async def main():
    folder = Path(sys.argv[1])
    client = await editor.start(editor.REAL, [folder], {"trusted": True})
    client.open(folder / "slow.py")
    print("started", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
"""An editor that opens a slow file and goes on; its death is all that the server hears of it."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project, with a folder for temporary files beside it that must be empty at the end.

    A process that was started while its family was counted ends, and tidies up, by itself.
    """
    project, temp = tmp_path / "project", tmp_path / "temp"
    project.mkdir()
    temp.mkdir()
    (project / "slow.py").write_text(SLOW)
    (project / "fees.py").write_text(BIASED)
    monkeypatch.setenv("TMPDIR", str(temp))
    yield project
    assert _last_of(temp) == []


def _last_of(temp: Path) -> list[Path]:
    """What stays in a folder, with what is in that, however long one waits."""
    deadline = time.monotonic() + editor.PATIENCE_SECONDS
    while (rest := sorted(temp.rglob("*"))) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    return rest


async def test_what_is_killed_below_a_server_is_replaced(folder: Path) -> None:
    """Kill engines, supervisors and children of one server, which lives through all of it."""
    chance = random.Random(1)
    client = await editor.start(editor.REAL, [folder], {"trusted": True, "secondsPerFunction": 60})
    uri = client.open(folder / "fees.py")
    assert await _codes(client, uri, 1) == ["EVH001"]
    kinds = ["engine"] * ENGINES + ["worker"] * WORKERS + ["child"] * CHILDREN
    chance.shuffle(kinds)

    for number, kind in enumerate(kinds, 1):
        client.replace(uri, 2 * number, FRESH_SLOW.format(number=-number))
        await _kill_one(client.process.pid, kind, chance)
        client.replace(uri, 2 * number + 1, FRESH_BIASED.format(number=-number))

        assert await _codes(client, uri, 2 * number + 1) == ["EVH001"]

    await client.quit()
    assert client.process.returncode == 0


async def test_a_child_that_is_killed_is_said_so(folder: Path) -> None:
    (folder / "slow.py").write_text(ENDLESS_CALL)
    client = await editor.start(editor.REAL, [folder], {"trusted": True, "secondsPerFunction": 60})
    uri = client.open(folder / "slow.py")
    await some_workers(client.process.pid)

    while not (lenses := await client.lenses(uri)):
        for child in _below(client.process.pid, "child"):
            _kill(child)
        await asyncio.sleep(0.01)

    await client.quit()
    (lens,) = lenses
    assert lens.startswith("0: Not checked: ")
    assert lens.endswith("worker ended by signal 9")


async def test_a_server_that_is_killed_leaves_nothing(folder: Path) -> None:
    chance = random.Random(2)
    for _ in range(SERVERS):
        client = await editor.start(editor.REAL, [folder], {"trusted": True})
        client.open(folder / "slow.py")
        await _wait(chance)
        family = below(client.process.pid)

        _kill(client.process.pid)

        await asyncio.wait_for(all_gone(family | {client.process.pid}), editor.PATIENCE_SECONDS)
        await client.client.stop()


def test_an_editor_that_is_killed_leaves_nothing(folder: Path) -> None:
    chance = random.Random(3)
    arguments = [sys.executable, "-c", EDITOR, str(folder), str(Path(editor.__file__).parent)]
    for _ in range(EDITORS):
        with subprocess.Popen(arguments, stdout=subprocess.PIPE) as owner:
            assert owner.stdout is not None
            assert owner.stdout.readline() == b"started\n"
            asyncio.run(_wait(chance))
            family = below(owner.pid)

            owner.kill()

        asyncio.run(asyncio.wait_for(all_gone(family), editor.PATIENCE_SECONDS))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_command_that_is_killed_leaves_nothing(folder: Path, jobs: int) -> None:
    chance = random.Random(4)
    command = [sys.executable, "-m", "evenhand", "check", "-q", "-j", str(jobs), str(folder)]
    for _ in range(COMMANDS // 2):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as run:
            asyncio.run(_wait(chance, 2 * LONGEST_WAIT))
            family = below(run.pid)

            run.kill()

        asyncio.run(asyncio.wait_for(all_gone(family), editor.PATIENCE_SECONDS))


async def _kill_one(server: int, kind: str, chance: random.Random) -> None:
    """Kill all engines of `server`, all workers, or all that runs inside, at a random moment."""
    await some_workers(server)
    await _wait(chance, LONGEST_WAIT / 4)
    for process in _below(server, kind):
        _kill(process)


def _below(server: int, kind: str) -> set[int]:
    """The engines of a server, its workers, or the children that run code inside the workers."""
    engines = children(server)
    if kind == "engine":
        return engines
    return workers(server) if kind == "worker" else below(server) - engines - workers(server)


async def _wait(chance: random.Random, longest: float = LONGEST_WAIT) -> None:
    await asyncio.sleep(chance.random() * longest)


async def _codes(client: editor.Editor, uri: str, version: int) -> list[str]:
    return [str(d.code) for d in await client.published(uri, version)]


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return
