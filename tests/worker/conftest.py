"""Warm workers, lent to one test after another; calls may take long on a machine that is busy.

A test has the worker that another one has left, as files have in a checker: what a test's code does
must end with it. What is said of the process that forks all others needs a worker of its own.

What depends on how processes are made is tested with both ways to make them. With
EVENHAND_PROCESSES=spawn everything is; on Windows that is the only way.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from asking import Lend

from evenhand.check.sandbox import Limits, Worker, WorkerPool
from evenhand.isolation import Isolation

FOLDER = Path(__file__).parent
PATIENT = Limits(call_seconds=120, load_seconds=120)
HASTY = Limits(call_seconds=1)
VARIABLE = "EVENHAND_PROCESSES"
BOTH_WAYS = frozenset({
    "test_worker_crashes", "test_worker_processes", "test_worker_template",
    "test_worker_untouched", "test_worker_walls",
})  # fmt: skip
"""Modules whose tests run with forked and with spawned processes."""
NEW_WORKERS = "test_worker_template"
"""The module whose tests have each a worker of their own."""
ONLY_FORKED = {
    "test_the_process_that_forks_has_seen_no_text": "a spawned process is no copy of another",
    "test_only_modules_that_need_large_packages_find_them": "spares keep what they have imported",
    "test_large_packages_behind_an_import_are_there_for_the_next_module": "they keep it for all",
    "test_where_walls_fall_after_the_self_test_nothing_runs": "it counts forks",
    "test_fork_is_not_replaced_for_who_asked_for_it": "it asks for fork",
}
"""Tests that mean nothing with spawned processes, and why."""


Pools = defaultdict[tuple[str, Limits, Isolation], WorkerPool]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests with lent workers in one event loop, which these belong to."""
    for item in items:
        if item.path.parent == FOLDER and "lend" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test of such a module twice."""
    ways = ["fork"] if _forks() else ["spawn"]
    if metafunc.module.__name__.rpartition(".")[2] in BOTH_WAYS:
        ways = list(dict.fromkeys([*ways, "spawn"]))
    if metafunc.definition.originalname in ONLY_FORKED:
        ways = ["fork"]
    metafunc.parametrize("processes", ways, indirect=True)


def _forks() -> bool:
    return hasattr(os, "fork") and os.environ.get(VARIABLE) != "spawn"


@pytest.fixture(autouse=True)
def processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How processes are made; where they are spawned, `os.fork` is taken away from this one."""
    way: str = request.param
    if way == "fork" and not _forks():
        pytest.skip(ONLY_FORKED[request.node.originalname])
    monkeypatch.setenv(VARIABLE, way)
    if way == "spawn":
        monkeypatch.delattr(os, "fork", raising=False)
    return way


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pools() -> AsyncIterator[Pools]:
    """A pool of one worker for each way to make processes, for all limits and isolations."""
    made: Pools = defaultdict(WorkerPool)
    yield made
    for pool in made.values():
        await pool.aclose()


@pytest.fixture
def lend(processes: str, pools: Pools, request: pytest.FixtureRequest) -> Lend:
    if request.module.__name__.rpartition(".")[2] == NEW_WORKERS:
        return _started
    return partial(_lent, pools, processes)


@asynccontextmanager
async def _lent(
    pools: Pools, processes: str, limits: Limits, isolation: Isolation = Isolation.AUTO
) -> AsyncIterator[Worker]:
    pool = pools[processes, limits, isolation]
    pool.limits = limits
    async with pool.worker(sys.executable, isolation) as worker:
        assert isolation is Isolation.WASM or worker.standing.processes == processes
        worker.files, worker.follows_edits = set(), False
        yield worker


@asynccontextmanager
async def _started(limits: Limits, isolation: Isolation = Isolation.AUTO) -> AsyncIterator[Worker]:
    worker = await Worker.start(sys.executable, limits, isolation=isolation)
    yield worker
    await worker.aclose()


@pytest_asyncio.fixture(loop_scope="session")
async def worker(lend: Lend) -> AsyncIterator[Worker]:
    async with lend(PATIENT) as lent:
        yield lent


@pytest_asyncio.fixture(loop_scope="session")
async def hasty(lend: Lend) -> AsyncIterator[Worker]:
    """A worker for calls that never end: it gives each a second."""
    async with lend(HASTY) as lent:
        yield lent
