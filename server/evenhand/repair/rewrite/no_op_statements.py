"""Recognises statements that do nothing once their expressions are folded."""

from __future__ import annotations

import ast

from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.repair.rewrite.expression_folding import ExpressionFolding
from evenhand.repair.rewrite.folding_rules import sorts_by_nothing

ZEROS = frozenset({"0", "0.0"})


def does_nothing(statement: ast.stmt, folding: ExpressionFolding) -> bool:
    """Whether a statement does nothing any more: `score += 0`, a sort by nothing."""
    rule = NO_OP_RULES.get(type(statement))
    return rule is not None and rule(statement, folding)


def _augmented_assignment(node: ast.AugAssign, folding: ExpressionFolding) -> bool:
    """`score += 0`, `score *= 1`, `df.loc[mask, "fee"] -= 3` if no row passes."""
    mask = _mask_of_rows(node.target)
    if mask is not None and folding.truth(mask) is False:
        return True
    if not folding.decided(node.value):
        return isinstance(node.op, (ast.Add, ast.Sub)) and folding.fold(node.value) in ZEROS
    value = folding.value(node.value)
    if isinstance(node.op, (ast.Add, ast.Sub)):
        return value == 0 and not isinstance(value, bool)
    return isinstance(node.op, (ast.Mult, ast.Div)) and value == 1


def _expression(node: ast.Expr, folding: ExpressionFolding) -> bool:
    """`people.sort(key=...)` by what is the same for everyone."""
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return call.func.attr == "sort" and sorts_by_nothing(call, folding)


def _assignment(node: ast.Assign, folding: ExpressionFolding) -> bool:
    """`df.loc[mask, "fee"] = 3` if no row passes, and `fee = fee`."""
    if len(node.targets) != 1:
        return False

    (target,) = node.targets
    if isinstance(target, ast.Name):
        return folding.fold(node.value) == target.id

    mask = _mask_of_rows(target)
    return mask is not None and folding.truth(mask) is False


def _mask_of_rows(target: ast.expr) -> ast.expr | None:
    """`mask` in `df.loc[mask, "fee"]` and in `df.loc[mask]`."""
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Attribute):
        return None
    if target.value.attr != "loc":
        return None
    parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    return parts[0] if parts else None


NO_OP_RULES: Handlers[[ExpressionFolding], bool] = dict(
    [
        on(ast.AugAssign, _augmented_assignment),
        on(ast.Expr, _expression),
        on(ast.Assign, _assignment),
    ]
)
"""The statements that may become idle. All others always do something."""
