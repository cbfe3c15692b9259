"""Signals that a formula of the body, of sport or of nutrition is worked out."""

from __future__ import annotations

import ast

from evenhand.check.judging.case import Case
from evenhand.check.judging.signals.signal import Signal
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.findings import Purpose
from evenhand.scalars import is_number

FEWEST_CONSTANTS = 3
DIGITS = 3
"""Significant digits of a constant that was measured: 13.75."""


def _has_precise_constants(case: Case) -> str:
    count = _precise_constants(case.function.node)
    return f"{count} constants" if count >= FEWEST_CONSTANTS else ""


@once_per_node
def _precise_constants(node: ast.AST) -> int:
    constants = nodes_of(node, ast.Constant)
    written = (str(each.value) for each in constants if isinstance(each.value, float))
    return sum(len(text.replace(".", "").strip("0")) >= DIGITS for text in written)


def has_factors(case: Case) -> str:
    """How many numbers of the code are in sums and products, if they are many."""
    count = _factors(case.function.node)
    return f"{count} factors" if count >= FEWEST_CONSTANTS else ""


@once_per_node
def _factors(node: ast.AST) -> int:
    """How many sums and products have a number of the code in them."""
    operations = nodes_of(node, ast.BinOp)
    return sum(any(map(_is_number, (each.left, each.right))) for each in operations)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and is_number(node.value)


BODY = Purpose.BODY
SIGNALS = (
    Signal(
        "precise constants",
        BODY,
        _has_precise_constants,
        "computes with {}",
        "def part(gender, weight):\n    base = 13.75 * weight - 655.1\n"
        "    return base + (9.563 if gender == 'male' else 4.676)\n",
    ),
    Signal(
        "factors",
        BODY,
        has_factors,
        "computes with {}",
        "def part(gender, weight):\n    base = 10 * weight + 5 - 3 * weight\n"
        "    return base if gender == 'male' else base + 1\n",
    ),
)
