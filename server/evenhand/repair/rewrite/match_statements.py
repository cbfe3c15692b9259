"""Folds `match` statements: the case that everyone now falls under takes the statement's place."""

from __future__ import annotations

import ast

from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.repair.rewrite.evaluator import UnknownError
from evenhand.repair.rewrite.expression_folding import ExpressionFolding
from evenhand.repair.rewrite.function_nodes import names_read
from evenhand.repair.rewrite.statement_folding import NewLines, StatementFolding


def fold_match(node: ast.Match, folding: StatementFolding) -> NewLines | None:
    """The lines of the one case that is left; None if several may apply."""
    case = _only_case(node, folding.expressions)
    return folding.moved_out(case.body, node.lineno) if case is not None else None


def _only_case(node: ast.Match, expressions: ExpressionFolding) -> ast.match_case | None:
    if not expressions.decided(node.subject):
        return None

    value = expressions.value(node.subject)
    for case in node.cases:
        fits = _fits(case.pattern, value, expressions)
        if fits is True and case.guard is not None:
            fits = _guard_holds(case, value, expressions)
        if fits is not False:
            return case if fits is True and not _needs_capture(case) else None
    return None


def _guard_holds(
    case: ast.match_case, value: object, expressions: ExpressionFolding
) -> bool | None:
    """Whether `case a if a < 30` applies to a value that the pattern captures."""
    assert case.guard is not None
    captured = _captured(case.pattern)
    known = {captured: value} if captured is not None else {}
    try:
        return bool(expressions.chosen.with_names(known, [case.guard]).value(case.guard))
    except UnknownError:
        return None


def _needs_capture(case: ast.match_case) -> bool:
    """Whether the body reads a name that only the pattern gives a value."""
    captured = _captured(case.pattern)
    return any(captured in names_read(statement) for statement in case.body)


def _captured(pattern: ast.pattern) -> str | None:
    return pattern.name if isinstance(pattern, ast.MatchAs) else None


def _fits(pattern: ast.pattern, value: object, expressions: ExpressionFolding) -> bool | None:
    """Whether `value` matches a pattern; None if that is not known."""
    rule = PATTERN_RULES.get(type(pattern))
    return rule(pattern, value, expressions) if rule is not None else None


def _fits_value(
    pattern: ast.MatchValue, value: object, expressions: ExpressionFolding
) -> bool | None:
    try:
        return expressions.value(pattern.value) == value
    except UnknownError:
        return None


def _fits_any(pattern: ast.MatchOr, value: object, expressions: ExpressionFolding) -> bool | None:
    fits = [_fits(alternative, value, expressions) for alternative in pattern.patterns]
    return None if None in fits else any(fits)


def _fits_whatever(
    pattern: ast.MatchAs, value: object, expressions: ExpressionFolding
) -> bool | None:
    if pattern.pattern is None:
        return True
    return _fits(pattern.pattern, value, expressions)


PATTERN_RULES: Handlers[[object, ExpressionFolding], bool | None] = dict(
    [
        on(ast.MatchValue, _fits_value),
        on(ast.MatchOr, _fits_any),
        on(ast.MatchAs, _fits_whatever),
    ]
)
"""Patterns for which it is known whether a value matches."""
