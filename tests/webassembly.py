"""The runtime of isolation `wasm` for tests: downloaded once on this machine, if it can be."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import platformdirs
import pytest

from evenhand.check.sandbox.wasm_folder import VARIABLE
from evenhand.check.sandbox.wasm_installing import RuntimeProblemError, from_registry, install

HOME = Path(platformdirs.user_cache_path("evenhand-tests", appauthor=False), "wasm")
"""Of all runs of the tests, whatever they set as their own cache."""


@cache
def missing() -> str:
    """Why there is none; empty if there is."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(HOME)
    try:
        install(from_registry)
    except RuntimeProblemError as problem:
        return str(problem)
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before
    return ""


def provide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs of a test find the runtime; the test is skipped if there is none."""
    if missing():
        pytest.skip(f"isolation `wasm` is not tried: {missing()}")
    monkeypatch.setenv(VARIABLE, str(HOME))
