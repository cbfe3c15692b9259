"""Spawned workers and their processes are killed at random moments: nothing is left.

So are those in WebAssembly, which are spawned too.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from processes_of import all_gone, below

import webassembly
from amounts import amount
from evenhand.check.outcomes.requests import Call, Module, Outcome, OutcomeKind
from evenhand.check.sandbox import Worker, WorkerError, WorkerPool
from evenhand.isolation import Isolation

KILLS = {Isolation.AUTO: amount(6, 100), Isolation.WASM: amount(2, 100)}
"""In WebAssembly each takes more than a second."""
LONGEST_WAIT = 0.1
PATIENCE_SECONDS = 120
SLOW = Module("def wait(age):\n    while age:\n        pass\n", "slow.py")
QUICK = Module("def fee(age):\n    return 10 if age > 65 else 20\n", "fees.py")


@pytest.mark.parametrize("isolation", KILLS)
async def test_many_kills_leave_nothing(
    isolation: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isolation is Isolation.WASM:
        webassembly.provide(monkeypatch)
    monkeypatch.setenv("EVENHAND_PROCESSES", "spawn")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    chance, pool = random.Random(1), WorkerPool(1)
    seen = set[int]()

    for _ in range(KILLS[isolation]):
        async with pool.worker(sys.executable, isolation) as worker:
            seen |= await _killed_while_running(worker, chance)
        async with pool.worker(sys.executable, isolation) as next_one:
            answer = await _called(next_one, QUICK, "fee(70)")
        assert (answer.value, answer.explanation) == (10, None)

    await pool.aclose()
    await asyncio.wait_for(all_gone(seen), PATIENCE_SECONDS)
    assert len(seen) >= KILLS[isolation]
    assert list(tmp_path.iterdir()) == []


async def _killed_while_running(worker: Worker, chance: random.Random) -> set[int]:
    """Kill the worker, or all that it has started, at a random moment; what was there then."""
    running = asyncio.create_task(_called(worker, SLOW, "wait(1)"))
    await asyncio.sleep(chance.random() * LONGEST_WAIT)
    started = below(worker.process.pid)
    victims = {worker.process.pid} if chance.random() < 0.5 else started
    for victim in victims:
        _kill(victim)

    try:
        outcome = await running
    except WorkerError:
        return {worker.process.pid} | started
    await asyncio.wait_for(all_gone(victims), PATIENCE_SECONDS)  # the answer may have come before
    assert outcome.kind in (OutcomeKind.DIED, OutcomeKind.TIMEOUT)
    return started


async def _called(worker: Worker, module: Module, call: str) -> Outcome:
    loaded = await worker.open(module)
    [outcome] = await worker.run([Call(call)])
    assert loaded.problem is None or loaded.problem.was_killed
    return outcome


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return
