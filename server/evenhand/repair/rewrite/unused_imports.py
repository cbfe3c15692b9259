"""Removes imports that a rewrite leaves unused."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evenhand.repair.rewrite.function_nodes import names_read
from evenhand.repair.rewrite.module_names import exports, words_in_texts
from evenhand.repair.rewrite.source_text import SourceText

MOST_REMOVED = 10


def without_unused_imports(old: str, new: str) -> str:
    """`new` without the names that it imports and only `old` reads.

    What stands on several lines stays, and so does what other modules may import from this one.
    """
    no_longer_read = names_read(ast.parse(old)) - names_read(ast.parse(new))
    for _ in range(MOST_REMOVED if no_longer_read else 0):
        text, tree = SourceText(new), ast.parse(new)
        if exports(tree):
            break
        unused = next(_unused(text, tree, no_longer_read), None)
        if unused is None:
            break
        new = _without(text, *unused)
    return new


Import = ast.Import | ast.ImportFrom


def _unused(
    text: SourceText, tree: ast.Module, names: set[str]
) -> Iterator[tuple[Import, set[str]]]:
    """Imports on one line of their own, each with what it gives in vain."""
    named_in_texts = words_in_texts(tree)
    for statement in tree.body:
        if not isinstance(statement, Import) or statement.lineno != statement.end_lineno:
            continue
        given = {_name(alias) for alias in statement.names} & names - named_in_texts
        is_alone = text.lines[statement.lineno - 1].strip() == text.of(statement)
        if given and is_alone:
            yield statement, given


def _without(text: SourceText, statement: Import, names: set[str]) -> str:
    kept = [alias for alias in statement.names if _name(alias) not in names]
    if not kept:
        return _without_line(text, statement.lineno)
    statement.names = kept
    start, end = text.line_start(statement.lineno), text.line_start(statement.lineno + 1)
    ending = text.lines[statement.lineno - 1].removeprefix(text.source[start:end].rstrip("\r\n"))
    return text.source[:start] + ast.unparse(statement) + ending + text.source[end:]


def _without_line(text: SourceText, line: int) -> str:
    """The text without a line, and without the blank one above it if another is below."""
    around = [n for n in (line - 1, line + 1) if 1 <= n <= len(text.lines)]
    is_between = len(around) == 2 and not any(text.lines[n - 1].strip() for n in around)
    first = line - 1 if is_between else line
    while line == 1 and len(text.lines) > 1 and not text.lines[line].strip():
        line += 1
    return text.source[: text.line_start(first)] + text.source[text.line_start(line + 1) :]


def _name(alias: ast.alias) -> str:
    """The name that an import gives."""
    return alias.asname or alias.name.partition(".")[0]
