"""Takes conditions out of the texts of code that a table library runs.

`df.query("age < 40 and gpa > 3")` is `df.query("gpa > 3")` once everyone is treated as somebody
of 30.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.repair.rewrite.evaluator import Evaluator, UnknownError
from evenhand.repair.rewrite.expression_folding import ExpressionFolding, Folded

LOCAL = "@"
"""Begins the names of a query that are no columns. It is read as a blank of the same width."""


@dataclass(frozen=True, slots=True)
class _Condition:
    """One of the conditions that have to hold together, and its text."""

    node: ast.expr
    text: str


def folded_query(node: ast.Call, folding: ExpressionFolding) -> Folded:
    """The call without the conditions that let every row pass now; None if it stays."""
    text = _query_of(node)
    conditions = list(_conditions(text))
    if not conditions or not isinstance(node.func, ast.Attribute):
        return None

    kept = [condition for condition in conditions if not _always_holds(condition.node, folding)]
    if len(kept) == len(conditions):
        return None
    if not kept:
        return folding.of(node.func.value)
    query = folding.text.literal(" and ".join(condition.text for condition in kept))
    table = node.func.value
    return folding.text.replaced(node, [(table, folding.of(table)), (node.args[0], query)])


def _query_of(call: ast.Call) -> str:
    """The text of a query that only selects rows; empty if the call is none."""
    is_alone = len(call.args) == 1 and not call.keywords
    if not is_alone or not isinstance(call.func, ast.Attribute) or call.func.attr != "query":
        return ""
    text = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
    if not isinstance(text, str) or not text.isascii() or "`" in text:
        return ""
    return text.strip().replace("\n", " ")


def _conditions(text: str) -> Iterator[_Condition]:
    """The parts of a query that an `and` or a `&` joins."""
    try:
        tree = ast.parse(f"({text.replace(LOCAL, ' ')})", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in _joined(tree.body):
        start, end = node.col_offset - 1, (node.end_col_offset or 0) - 1
        if start > 0 and text[start - 1] == LOCAL:
            start -= 1
        part = text[start:end]
        yield _Condition(node, f"({part})" if isinstance(node, (ast.BoolOp, ast.IfExp)) else part)


def _joined(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for value in node.values:
            yield from _joined(value)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        yield from _joined(node.left)
        yield from _joined(node.right)
    else:
        yield node


def _always_holds(node: ast.expr, folding: ExpressionFolding) -> bool:
    """Whether a condition is about what was chosen, lets it pass, and kept others out."""
    names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
    if names.isdisjoint(folding.chosen.columns) or _holds(node, folding.chosen) is not True:
        return False
    return any(_holds(node, other) is not True for other in folding.others)


def _holds(node: ast.expr, evaluator: Evaluator) -> bool | None:
    """What a condition comes to for the values of an evaluator; None if that is not known."""
    try:
        return bool(evaluator.with_names(evaluator.columns, [node]).value(node))
    except UnknownError:
        return None
