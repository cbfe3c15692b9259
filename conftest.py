"""For all tests of both packages: their order, what runs alone, and nobody's own ledger."""

from __future__ import annotations

import gc
import itertools
import os
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
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


@cache
def turns_at(path: str) -> ReadWriteLock:
    return ReadWriteLock(path)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test that is marked `alone` while the other processes wait."""
    turns = turns_at(os.environ[TURNS])
    alone = item.get_closest_marker("alone") is not None
    with turns.write_lock() if alone else turns.read_lock():
        return (yield)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for each test; pytest would look through those of all others for a free name."""
    top = tmp_path_factory.mktemp("homes")
    return (top / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def user_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a test's programs find and keep what is a user's own: no answers, no results."""
    home = next(homes)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        folder = home / variable
        folder.mkdir(parents=True)
        monkeypatch.setenv(variable, str(folder))
    for variable in ("CI", "EVENHAND_TRUST", "EVENHAND_NO_CACHE"):
        monkeypatch.delenv(variable, raising=False)
    return home


@pytest.fixture(autouse=True)
def ledger(user_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ledger that servers of a test write to, in place of this machine's own."""
    path = user_home / "ledger.sqlite3"
    monkeypatch.setenv("EVENHAND_LEDGER", str(path))
    return path


@pytest.fixture
def cache_home(user_home: Path) -> Path:
    """Where a test's programs keep results, which no other test sees."""
    return user_home / "XDG_CACHE_HOME"
