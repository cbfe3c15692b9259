"""Tells whether it makes no difference if an expression is not evaluated."""

from __future__ import annotations

import ast
from collections.abc import Callable

from evenhand.check.catalogue.splitting import words_of
from evenhand.check.reading.source import called_name

PURE_CALLS = frozenset(
    "get lower upper strip title capitalize str int float bool len round abs min max ceil floor "
    "sqrt".split()
)
"""Functions and methods that only compute a value."""
TIME_WORDS = frozenset(
    "age birthday date datetime datediff days diff fromisoformat getdate months now "
    "relativedelta strptime timedelta today years".split()
)
"""Words in the names of functions that compute a time or an age, wherever they are from.

If one does more than that, the proof of the rewrite meets it.
"""
DOING_WORDS = frozenset(
    "add assert check create delete ensure insert log notify print register remove require save "
    "send set update validate verify write".split()
)
"""Words in the names of functions that do something, or refuse."""
EFFECTS = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


def only_computes(name: str) -> bool:
    """Whether a function or method of this name does nothing besides computing a value."""
    words = frozenset(words_of(name))
    tells_time = bool(words & TIME_WORDS) and not words & DOING_WORDS
    return name in PURE_CALLS or tells_time


def is_pure(value: ast.expr, is_harmless: Callable[[str], bool] = only_computes) -> bool:
    """Whether nothing happens when `value` is evaluated, but for calls of harmless names."""
    for node in ast.walk(value):
        if isinstance(node, EFFECTS):
            return False
        if isinstance(node, ast.Call) and not is_harmless(called_name(node)):
            return False
    return True
