"""Edits the columns that models are fitted to. Pure."""

from __future__ import annotations

import ast

from evenhand.check.reading.source import constant_text, in_characters, span_of, tree_of
from evenhand.findings import Span
from evenhand.repair.rewrite.allowance_edits import TextChange
from evenhand.repair.rewrite.source_text import SourceText


def without_feature(text: str, place: Span, column: str) -> TextChange | None:
    """Take `column`, which is named at `place`, out of the list or the formula that names it.

    None if neither names it there, or if no column would be left.
    """
    try:
        tree = tree_of(text)
    except SyntaxError:
        return None

    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple):
            if any(_is_at(element, place, text) for element in node.elts):
                spans = [in_characters(span_of(element), text) for element in node.elts]
                fewest = 3 if isinstance(node, ast.Tuple) else 2  # a tuple of one needs a comma
                return _without_name(text, spans, place) if len(spans) >= fewest else None
        elif isinstance(node, ast.Constant) and _is_at(node, place, text):
            formula = _without_term(constant_text(node) or "", column)
            if formula is not None:
                return TextChange(place, SourceText(text).literal(formula))
    return None


def _is_at(node: ast.expr, place: Span, text: str) -> bool:
    return node.lineno == place.line and in_characters(span_of(node), text) == place


def _without_name(text: str, spans: list[Span], own: Span) -> TextChange | None:
    """Remove one of the names of a list, and with it a comma; None if that is not easily seen."""
    if _is_alone(text, own):
        return TextChange(Span(own.line, 0, own.line + 1, 0), "")

    index = spans.index(own)
    before = spans[index - 1] if index > 0 else None
    behind = spans[index + 1] if index + 1 < len(spans) else None
    if behind is not None and behind.line == own.end_line:
        return TextChange(Span(own.line, own.column, behind.line, behind.column), "")
    if before is not None and before.end_line == own.line:
        gap = Span(before.end_line, before.end_column, own.end_line, own.end_column)
        return TextChange(gap, "")
    return None


def _is_alone(text: str, place: Span) -> bool:
    """Whether a name has its line to itself, apart from a comma and a comment."""
    source = SourceText(text)
    line = source.line_start(place.line)
    own = (line + place.column, line + place.end_column)
    return place.line == place.end_line and source.is_alone(place.line, *own)


def _without_term(formula: str, column: str) -> str | None:
    """`pay ~ visits + age` without one of its terms; None if it is no such sum."""
    outcome, tilde, right = formula.partition("~")
    terms = [term.strip() for term in right.split("+")]
    rest = [term for term in terms if term not in {column, f"C({column})"}]
    if not tilde or not rest or len(rest) == len(terms):
        return None
    return f"{outcome}~ {' + '.join(rest)}"
