"""Recognises functions that a test runner runs: they decide about made-up people only.

The names are those that pytest and unittest look for.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.classes import bases
from evenhand.check.reading.source import Function, last_name

BEGINNING = "test"
BASE = "TestCase"
"""Ends the names of the classes of tests: `TestCase`, `APITestCase`."""
MODULES = frozenset({"test", "tests"})
"""Modules of tests, besides those whose names begin or end with one of these."""


def is_run_by_tests(function: Function, module: str, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a test runner runs a function, or one around it.

    `module` is the name of the file without its folder and ending.
    """
    names = function.name.split(".")
    if not any(name.startswith(BEGINNING) for name in names):
        return False
    return _is_test_module(module) or (
        function.owner is not None and _is_test_case(function.owner, symbols)
    )


def _is_test_module(module: str) -> bool:
    return module.startswith("test_") or module.endswith("_test") or module in MODULES


def _is_test_case(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    named = (last_name(base) for each in bases(klass, symbols) for base in each.bases)
    return any(name.endswith(BASE) for name in named)
