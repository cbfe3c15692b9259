"""Puts the function that a model wrote into the text of the file."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator

from evenhand.check.reading.source import Function
from evenhand.lines import lines_of
from evenhand.models.code_fences import blocks_in
from evenhand.repair.objections import Objection, ObjectionError, ObjectionKind
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.repair_case import Case

LONGEST_QUOTE = 80
"""Characters of an answer that an objection quotes."""
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class NoCodeError(ObjectionError):
    """An answer holds no candidate."""


def with_answer(case: Case, answer: str) -> str:
    """The file with the function from `answer` in the place of the case's.

    Raises `NoCodeError`.
    """
    target = case.function.node
    if isinstance(target, ast.Module):
        raise _no_code(ObjectionKind.IS_SCRIPT)
    code, node = _function_in(answer, case.function)
    if type(node) is not type(target):
        raise _no_code(ObjectionKind.ASYNC_CHANGED)

    text = SourceText(case.source)
    lines = SourceText(code).lines[node.lineno - 1 : node.end_lineno]
    body = textwrap.dedent("".join(lines))
    indented = textwrap.indent(body, text.indent(target.lineno)).rstrip("\r\n")

    start, end = text.line_start(target.lineno), text.end(target)
    return text.source[:start] + indented + text.source[end:]


def _function_in(answer: str, function: Function) -> tuple[str, FunctionNode]:
    """The last block of code that has the function, and the function in it."""
    name = function.last_name
    fenced = blocks_in(answer)
    blocks = fenced or [textwrap.dedent(answer), _from_definition(answer, name)]

    error: Exception | None = None
    for code in reversed(blocks):
        try:
            tree = ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            error = error or problem
            continue
        for node in _functions(tree):
            if node.name == name:
                return code, node

    if error is not None and fenced:
        raise _no_code(ObjectionKind.NO_PYTHON, error=error)
    raise _no_code(ObjectionKind.NO_FUNCTION, function=name, answer=_cut(answer))


def _functions(tree: ast.Module) -> Iterator[FunctionNode]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def _from_definition(answer: str, name: str) -> str:
    """The text from where the function begins to where it ends, for code without a block."""
    definition = re.search(rf"^[ \t]*(?:async )?def {re.escape(name)}\b", answer, re.M)
    if definition is None:
        return ""

    header, *following = lines_of(textwrap.dedent(answer[definition.start() :]))
    kept = [header]
    for line in following:
        belongs_to_it = not line.strip() or line.startswith((" ", "\t", ")"))
        if not belongs_to_it:
            break
        kept.append(line)
    return "\n".join(kept)


def _cut(answer: str) -> str:
    line = " ".join(answer.split())
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"


def _no_code(kind: ObjectionKind, **details: object) -> NoCodeError:
    return NoCodeError(Objection(kind, details))
