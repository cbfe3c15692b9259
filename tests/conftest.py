"""For all tests: what comes first, and that nobody's own ledger is written to."""

from __future__ import annotations

from pathlib import Path

import pytest

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
TESTS = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no process has a long test left at the end."""

    def rank(item: pytest.Item) -> int:
        return LONGEST_FIRST.index(item.path.relative_to(TESTS).parts[0])

    items.sort(key=rank)


@pytest.fixture(autouse=True)
def ledger(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ledger that servers of a test write to, in place of this machine's own."""
    path = tmp_path_factory.mktemp("ledger") / "ledger.sqlite3"
    monkeypatch.setenv("EVENHAND_LEDGER", str(path))
    return path
