"""Folds `match` statements: the case that everyone now falls under takes the statement's place.

Of cases that look into a record, `case {"gender": "female"}`, those go that nobody falls under.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.repair.rewrite.evaluator import UnknownError
from evenhand.repair.rewrite.expression_folding import ExpressionFolding
from evenhand.repair.rewrite.function_nodes import names_read
from evenhand.repair.rewrite.source_lines import Line, last_line
from evenhand.repair.rewrite.statement_folding import NewLines, StatementFolding
from evenhand.repair.survey.attribute_reads import keys_of_pattern


def fold_match(node: ast.Match, folding: StatementFolding) -> NewLines | None:
    """The lines of the one case that is left, or of all that are; None if none of them goes."""
    case = _only_case(node, folding.expressions)
    if case is not None:
        return folding.moved_out(case.body, node.lineno)

    kept = [case for case in node.cases if not _is_for_others(case, folding)]
    if len(kept) == len(node.cases):
        return None
    if not kept:
        return NewLines([])
    if kept[0].guard is None and _takes_all(kept[0].pattern):
        return folding.moved_out(kept[0].body, node.lineno)
    return NewLines([*_header(node, folding), *_lines_of(kept, last_line(node), folding)])


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


def _is_for_others(case: ast.match_case, folding: StatementFolding) -> bool:
    """Whether a case asks a record for a value that nobody is treated as having."""
    pattern, expressions = case.pattern, folding.expressions
    if id(case) in folding.gone:
        return True
    if not isinstance(pattern, ast.MatchMapping):
        return False
    values = expressions.chosen.columns
    return any(
        key in values and _fits(inner, values[str(key)], expressions) is False
        for key, inner in zip(keys_of_pattern(pattern), pattern.patterns, strict=True)
    )


def _takes_all(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None


def _header(node: ast.Match, folding: StatementFolding) -> list[Line]:
    """The lines above the first case, and above what is said of it."""
    edits = list(folding.expressions.edits_below(node))
    first = _first_said_of(node.cases[0], folding)
    return folding.source.spliced(node.lineno, first - 1, edits)


def _first_said_of(case: ast.match_case, folding: StatementFolding) -> int:
    """The first line of the comments right above a case, or else that of the case."""
    number = case.pattern.lineno
    indent = folding.text.indent(number)
    while folding.source[number - 1].startswith(f"{indent}#"):
        number -= 1
    return number


def _lines_of(
    cases: Sequence[ast.match_case], end: int, folding: StatementFolding
) -> Iterator[Line]:
    """New lines for cases beside which others are gone."""
    for case in cases:
        first, last = case.pattern.lineno, folding.source.block_end(case.body, end)
        yield from folding.source.copied(_first_said_of(case, folding), first - 1)
        edits = list(folding.expressions.edits_below(case))
        yield from folding.headed(case.body, first, last, edits)


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
