"""The code that a model is shown: the function, and what it uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evenhand.lines import lines_of
from evenhand.repair.rewrite.source_lines import first_line
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.repair_case import Case

LONGEST_CONTEXT = 12_000
"""Characters of other definitions that are sent along."""
Import = ast.Import | ast.ImportFrom
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def function_text(case: Case) -> str:
    """The function as it is written, without the indentation of a class around it."""
    node = case.function.node
    if isinstance(node, ast.Module):
        return case.source

    text = SourceText(case.source)
    first = first_line(node)
    return _unindented(text, first, node.end_lineno or first).rstrip()


def signature(case: Case) -> str:
    """The head of the function, decorators included: all before its body."""
    node = case.function.node
    if isinstance(node, ast.Module):
        return ""

    text, first = SourceText(case.source), first_line(node)
    head = text.source[text.line_start(first) : text.start(node.body[0])]
    lines = lines_of(head[: head.rindex(":") + 1])
    return "\n".join(line.removeprefix(text.indent(first)) for line in lines)


def surroundings(case: Case) -> str:
    """Imports and definitions of the file that the function uses, laid out as in a file."""
    reached = {id(node) for node in case.job.dependencies.closure(case.function)}
    text = SourceText(case.source)

    around = ""
    before: ast.stmt | None = None
    for statement in case.job.source.tree.body:
        if statement is case.function.node or not _is_used(statement, reached):
            continue
        if before is not None:
            around += _gap(before, statement)
        around += _statement_text(case, text, statement)
        before = statement

    if len(around) <= LONGEST_CONTEXT:
        return around
    whole_lines = around[:LONGEST_CONTEXT].rpartition("\n")[0]
    return f"{whole_lines}\n# …"


def _gap(before: ast.stmt, behind: ast.stmt) -> str:
    """The line ends between two statements at the top of a file."""
    if isinstance(before, Definition) or isinstance(behind, Definition):
        return "\n\n\n"
    is_end_of_imports = isinstance(before, Import) and not isinstance(behind, Import)
    return "\n\n" if is_end_of_imports else "\n"


def _statement_text(case: Case, text: SourceText, statement: ast.stmt) -> str:
    """A statement of the file; a class without the function that is shown already."""
    first, last = first_line(statement), statement.end_lineno or statement.lineno
    node = case.function.node
    is_around = not isinstance(node, ast.Module) and any(n is node for n in ast.walk(statement))
    if not is_around:
        return "".join(text.lines[first - 1 : last]).rstrip()

    assert not isinstance(node, ast.Module)
    own_first = first_line(node)
    before = text.lines[first - 1 : own_first - 1]
    after = text.lines[node.end_lineno or node.lineno : last]
    gap = f"{text.indent(own_first)}# {node.name}: the function above{text.newline}"
    return "".join([*before, gap, *after]).rstrip()


def _is_used(statement: ast.stmt, reached: set[int]) -> bool:
    """Whether the function reaches a statement of the file, or it is an import."""
    if isinstance(statement, Import):
        return True
    if isinstance(statement, Definition):
        return any(id(node) in reached for node in _definitions_in(statement))
    return id(getattr(statement, "value", None)) in reached


def _definitions_in(statement: Definition) -> Iterator[ast.AST]:
    yield statement
    if isinstance(statement, ast.ClassDef):
        yield from statement.body


def _unindented(text: SourceText, first: int, last: int) -> str:
    indent = text.indent(first)
    return "".join(line.removeprefix(indent) for line in text.lines[first - 1 : last])
