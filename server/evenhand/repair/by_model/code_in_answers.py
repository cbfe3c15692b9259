"""From what a model wrote to a new text of the file."""

from __future__ import annotations

import ast
import re
import textwrap

from evenhand.check.reading.source import Function
from evenhand.models.fences import blocks_in
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.cases import Case

LONGEST_QUOTE = 80
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


class NoCodeError(Exception):
    """Why an answer holds no candidate, in one sentence that begins with `it`."""


def with_answer(case: Case, answer: str) -> str:
    """The file with the function that `answer` holds in the place of the case's.

    Raises `NoCodeError`.
    """
    target = case.function.node
    if isinstance(target, ast.Module):
        raise NoCodeError("it is a script, which only a repair without a model can change")
    code, node = _function(answer, case.function)
    if type(node) is not type(target):
        raise NoCodeError("it is async where the function was not, or the other way")
    text, new = SourceText(case.source), SourceText(code)
    indent = text.indent(target.lineno)
    body = "".join(new.lines[node.lineno - 1 : node.end_lineno])
    body = textwrap.indent(textwrap.dedent(body), indent).rstrip("\r\n")
    start = text.line_start(target.lineno)
    return text.source[:start] + body + text.source[text.end(target) :]


def _function(answer: str, function: Function) -> tuple[str, FunctionNode]:
    """The code block with the function, and the function in it; the last, if there are several."""
    name = function.name.rpartition(".")[2]
    fenced = blocks_in(answer)
    blocks = fenced or [textwrap.dedent(answer), _from_definition(answer, name)]
    broken = ""
    for code in reversed(blocks):
        try:
            tree = ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            broken = broken or f"it is no Python that can be read ({error})"
            continue
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
                return code, node
    if broken and fenced:
        raise NoCodeError(broken)
    raise NoCodeError(f"it has no function `{name}`: {_quoted(answer)}")


def _from_definition(answer: str, name: str) -> str:
    """The text from where the function begins to where it ends, for code without a block."""
    found = re.search(rf"^[ \t]*(?:async )?def {re.escape(name)}\b", answer, re.M)
    if found is None:
        return ""
    lines = textwrap.dedent(answer[found.start() :]).splitlines()
    kept = [lines[0]]
    for line in lines[1:]:
        if line.strip() and not line.startswith((" ", "\t", ")")):
            break
        kept.append(line)
    return "\n".join(kept)


def _quoted(answer: str) -> str:
    line = " ".join(answer.split())
    cut = line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"
    return f'the answer was "{cut}"'
