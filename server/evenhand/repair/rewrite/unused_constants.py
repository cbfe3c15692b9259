"""Removes constants of a module that a rewrite leaves unused: `SENIOR_AGE = 65`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from evenhand.check.catalogue.splitting import singular, split, words_of
from evenhand.repair.rewrite.dead_stores import first_line_of_comment, without_statement
from evenhand.repair.rewrite.function_nodes import names_read, times_bound
from evenhand.repair.rewrite.module_names import exports, words_in_texts
from evenhand.repair.rewrite.pure_expressions import is_pure
from evenhand.repair.rewrite.source_text import SourceText

Constant = ast.Assign | ast.AnnAssign
IsUsed = Callable[[str], bool]
"""Whether another module may use a name of this one."""

LINE_ENDS = "\r\n"
MOST_REMOVED = 10
"""Constants are removed one by one, since each may be the only use of another."""


def by_nobody(name: str) -> bool:
    """For a text that is no file, which no other module can import."""
    return False


def without_unused_constants(old: str, new: str, is_used_elsewhere: IsUsed) -> str:
    """`new` without the constants of the module that only `old` reads, and no other module."""
    for _ in range(MOST_REMOVED):
        unused = next(_unused(old, new, is_used_elsewhere), None)
        if unused is None:
            break
        is_its_own = _has_comment_of_its_own(SourceText(new), unused)
        new = without_statement(new, unused, with_comment=is_its_own)
    return new if old[:1] in LINE_ENDS else new.lstrip(LINE_ENDS)


def _unused(old: str, new: str, is_used_elsewhere: IsUsed) -> Iterator[Constant]:
    tree = ast.parse(new)
    names = names_read(ast.parse(old)) - names_read(tree)
    if not names or exports(tree):
        return

    text, spoken, bound = SourceText(new), words_in_texts(tree), times_bound(tree)
    for statement in tree.body:
        name = _constant(statement)
        if name not in names or name in spoken or bound[name] > 1:
            continue
        assert isinstance(statement, Constant)
        if _is_alone(text, statement) and not is_used_elsewhere(name):
            yield statement


def _constant(statement: ast.stmt) -> str:
    """The name to which a statement gives a value and does nothing else; empty if it does more."""
    match statement:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ):
            return name if is_pure(value) else ""
    return ""


def _is_alone(text: SourceText, statement: ast.stmt) -> bool:
    """Whether a statement has its lines for itself."""
    return text.is_alone(statement.lineno, text.start(statement), text.end(statement))


def _has_comment_of_its_own(text: SourceText, statement: Constant) -> bool:
    """Whether the comment above a constant is about that alone, and not about those below too."""
    first = first_line_of_comment(text, statement)
    if first == 1:  # the file's own
        return False

    below = "".join(text.lines[statement.end_lineno or 0 :][:1]).strip()
    if not below or below.startswith("#"):
        return True

    remark = "".join(text.lines[first - 1 : statement.lineno - 1])
    named = {singular(word) for word in words_of(_constant(statement))}
    return not named.isdisjoint(map(singular, split(remark)))
