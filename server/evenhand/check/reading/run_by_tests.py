"""Tells functions that a test runner runs: whoever they treat differently, nobody is decided about.

The names are those that pytest and unittest look for.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from evenhand.check.reading.classes import bases
from evenhand.check.reading.source import Function, last_name

BEGINNING = "test"
BASE = "TestCase"
"""Ends the names of the classes of tests: `TestCase`, `APITestCase`."""
FILES = frozenset({"test", "tests"})
"""Names of files, besides those that begin or end with one of these."""


def is_run_by_tests(function: Function, path: Path, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a test runner runs a function, or one around it."""
    names = function.name.split(".")
    if not any(name.startswith(BEGINNING) for name in names):
        return False
    return _is_test_file(path) or (
        function.owner is not None and _is_test_case(function.owner, symbols)
    )


def _is_test_file(path: Path) -> bool:
    stem = path.stem
    return stem.startswith("test_") or stem.endswith("_test") or stem in FILES


def _is_test_case(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    named = (last_name(base) for each in bases(klass, symbols) for base in each.bases)
    return any(name.endswith(BASE) for name in named)
