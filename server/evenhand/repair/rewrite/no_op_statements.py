"""What is left of a statement once conditions are folded: nothing, or one of its cases."""

from __future__ import annotations

import ast

from evenhand.repair.rewrite.folding import Folder
from evenhand.repair.rewrite.folding_rules import sorts_by_nothing


def case_of(folder: Folder, node: ast.Match) -> ast.match_case | None:
    """The case that everyone falls under now."""
    if not folder.decided(node.subject):
        return None
    value = folder.value(node.subject)
    for case in node.cases:
        fits = _fits(folder, case.pattern, value)
        if fits is None or (fits and case.guard is not None):
            return None
        if fits:
            return case
    return None


def _fits(folder: Folder, pattern: ast.pattern, value: object) -> bool | None:
    if isinstance(pattern, ast.MatchValue):
        try:
            return bool(folder.chosen.value(pattern.value)[0] == value)
        except Exception:
            return None
    if isinstance(pattern, ast.MatchOr):
        fits = [_fits(folder, p, value) for p in pattern.patterns]
        return None if None in fits else any(fits)
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None:
        return True
    return None


def does_nothing(folder: Folder, node: ast.stmt) -> bool:
    """Whether a statement does nothing any more: `score += 0`, a sort by nothing."""
    if isinstance(node, ast.AugAssign) and folder.decided(node.value):
        value = folder.value(node.value)
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return value == 0 and not isinstance(value, bool)
        return isinstance(node.op, (ast.Mult, ast.Div)) and value == 1
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        sorts = isinstance(called, ast.Attribute) and called.attr == "sort"
        return sorts and sorts_by_nothing(folder, node.value)
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        masks = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute)
        if masks and isinstance(target.slice, ast.Tuple):  # type: ignore[attr-defined]
            return folder.truth(target.slice.elts[0]) is False  # type: ignore[attr-defined]
        new = folder.fold(node.value)
        return isinstance(target, ast.Name) and new == target.id
    return False
