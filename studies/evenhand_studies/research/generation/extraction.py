"""The code in an answer of a model."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Sequence

from evenhand.lines import lines_of
from evenhand.models.code_fences import blocks_in

_BEGINS = re.compile(r"^(?:async def|def|class|import|from|@)\b|^@", re.M)
_DEFINITION = re.compile(r"^([ ]*)(?:async )?def ", re.M)
LONGEST_TAIL = 60
"""Most lines of text behind code without a fence that are cut off."""


def code_in(answer: str, head: str = "") -> str:
    """The first block with a function, else with any statement; empty if none can be read.

    `head` is what the model was to complete. It is put before a block that goes on from it.
    """
    blocks = blocks_in(answer) or _without_fence(answer)
    candidates = [*blocks, *_completed(head, blocks or [answer])]

    with_function = next(filter(_has_function, candidates), "")
    return with_function or next(filter(_does_something, blocks), "")


def _completed(head: str, blocks: Sequence[str]) -> list[str]:
    """The head with each block as its body, indented and as it is; nothing without a head."""
    if not head:
        return []
    width = _width_of_body(head)
    # Indented first: behind a docstring, a body that is not would be read as the module's own.
    return [head + body for block in blocks for body in (_indented(block, width), block)]


def _without_fence(answer: str) -> list[str]:
    """From where code seems to begin to the last line with which it can be read."""
    start = _BEGINS.search(answer)
    if start is None:
        return []

    lines = lines_of(answer[start.start() :])
    fewest = max(0, len(lines) - LONGEST_TAIL)
    for end in range(len(lines), fewest, -1):
        code = "\n".join(lines[:end]) + "\n"
        if _parsed(code) is not None:
            return [code]
    return []


def _width_of_body(head: str) -> int:
    """How far the body of the last function in a head is indented: 8 in a class."""
    indentations: list[str] = _DEFINITION.findall(head)
    return len(indentations[-1]) + 4 if indentations else 4


def _indented(block: str, width: int) -> str:
    return textwrap.indent(textwrap.dedent(block), " " * width)


def _has_function(code: str) -> bool:
    tree = _parsed(code)
    if tree is None:
        return False

    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(node, kinds) for node in ast.walk(tree))


def _does_something(code: str) -> bool:
    """Whether it is more than words that happen to be names."""
    tree = _parsed(code)
    return tree is not None and not all(map(_is_word, tree.body))


def _is_word(statement: ast.stmt) -> bool:
    words = (ast.Name, ast.Constant, ast.Tuple)
    return isinstance(statement, ast.Expr) and isinstance(statement.value, words)


def _parsed(code: str) -> ast.Module | None:
    """None if it cannot be read."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
