"""A warm worker for each test, whose calls may take long on a machine that is busy.

What depends on how processes are made is tested with both ways to make them. With
EVENHAND_PROCESSES=spawn everything is; on Windows that is the only way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator

import pytest

from evenhand.check.sandbox import Limits, Worker

PATIENT = Limits(call_seconds=120, load_seconds=120)
VARIABLE = "EVENHAND_PROCESSES"
BOTH_WAYS = frozenset({
    "test_worker_crashes", "test_worker_processes", "test_worker_template",
    "test_worker_untouched", "test_worker_walls",
})  # fmt: skip
"""Modules whose tests run with forked and with spawned processes."""
ONLY_FORKED = {
    "test_the_process_that_forks_has_seen_no_text": "a spawned process is no copy of another",
    "test_only_modules_that_need_large_packages_find_them": "spares keep what they have imported",
    "test_large_packages_behind_an_import_are_there_for_the_next_module": "they keep it for all",
    "test_where_walls_fall_after_the_self_test_nothing_runs": "it counts forks",
    "test_fork_is_not_replaced_for_who_asked_for_it": "it asks for fork",
}
"""Tests that mean nothing with spawned processes, and why."""


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


@pytest.fixture
async def worker(processes: str) -> AsyncIterator[Worker]:
    started = await Worker.start(sys.executable, PATIENT)
    assert started.standing.processes == processes
    yield started
    await started.aclose()


@pytest.fixture
async def hasty(processes: str) -> AsyncIterator[Worker]:
    """A worker for calls that never end: it gives each a second."""
    started = await Worker.start(sys.executable, Limits(call_seconds=1))
    yield started
    await started.aclose()
