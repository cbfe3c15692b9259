"""For all tests of both packages: their order, what runs alone, and nobody's own ledger."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from filelock import ReadWriteLock
from hypothesis import HealthCheck, settings

LONGEST_FIRST = (
    "load",
    "hostile",
    "benchmarks",
    "engine",
    "lsp",
    "packaging",
    "worker",
    "cli",
    "unit",
)
"""Folders in the order in which several processes take their tests, so that all end together."""
ROOT = Path(__file__).parent
TURNS = "EVENHAND_TEST_TURNS"

# How long an example takes depends on what else the machine does, and says nothing of the code.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Never look for garbage in the tests themselves, nor copy them into forked processes."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no process has a long test left at the end."""

    def rank(item: pytest.Item) -> int:
        folders = item.path.relative_to(ROOT).parts
        return LONGEST_FIRST.index(folders[folders.index("tests") + 1])

    items.sort(key=rank)
    for item in items:
        if item.path.parent.name == "engine" and "checker" in getattr(item, "fixturenames", ()):
            # In one event loop, which the processes of the checker belong to.
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_configure(config: pytest.Config) -> None:
    """Make the file by which the processes of one run take turns; they inherit its path."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.TemporaryDirectory(prefix="evenhand-tests-")
        os.environ[TURNS] = str(Path(folder.name) / "turns.db")
        config.add_cleanup(folder.cleanup)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test that is marked `alone` while the other processes wait."""
    turns = ReadWriteLock(os.environ[TURNS])
    alone = item.get_closest_marker("alone") is not None
    with turns.write_lock() if alone else turns.read_lock():
        return (yield)


@pytest.fixture(autouse=True)
def ledger(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ledger that servers of a test write to, in place of this machine's own."""
    path = tmp_path_factory.mktemp("ledger") / "ledger.sqlite3"
    monkeypatch.setenv("EVENHAND_LEDGER", str(path))
    return path


@pytest.fixture(autouse=True)
def _no_answers(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was answered about any folder, whatever this user has said."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("configuration")))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("EVENHAND_TRUST", raising=False)


@pytest.fixture(autouse=True)
def cache_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test's programs keep results, which no other test sees."""
    home = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.delenv("EVENHAND_NO_CACHE", raising=False)
    return home
