"""The code in an answer of a model. Pure."""

from __future__ import annotations

import ast
import re
import textwrap

from evenhand.models.code_fences import blocks_in

_BEGINS = re.compile(r"^(?:async def|def|class|import|from|@)\b|^@", re.M)
LONGEST_TAIL = 60
"""Lines of talk behind code without a fence that are cut off again, at most."""


def code_in(answer: str, head: str = "") -> str:
    """The first block with a function, else with any statement; empty where none can be read.

    `head` is what the model was to complete: where the answer goes on from it, it is put before.
    """
    blocks = blocks_in(answer) or _without_fence(answer)
    bodies = [head + part for block in blocks or [answer] for part in (block, _indented(block))]
    functions = filter(_has_function, [*blocks, *(bodies if head else [])])
    return next(functions, "") or next(filter(_does_something, blocks), "")


def _without_fence(answer: str) -> list[str]:
    """From where code seems to begin to the last line with which it can be read."""
    start = _BEGINS.search(answer)
    if start is None:
        return []
    lines = answer[start.start() :].splitlines()
    ends = range(len(lines), max(0, len(lines) - LONGEST_TAIL), -1)
    parts = ("\n".join(lines[:end]) + "\n" for end in ends)
    longest = next((part for part in parts if _readable(part)), "")
    return [longest] if longest else []


def _indented(block: str) -> str:
    return textwrap.indent(textwrap.dedent(block), "    ")


def _has_function(code: str) -> bool:
    tree = _readable(code)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return tree is not None and any(isinstance(node, kinds) for node in ast.walk(tree))


def _does_something(code: str) -> bool:
    """Whether it is more than words that happen to be names."""
    tree = _readable(code)
    idle = (ast.Name, ast.Constant, ast.Tuple)
    return tree is not None and any(
        not (isinstance(node, ast.Expr) and isinstance(node.value, idle)) for node in tree.body
    )


def _readable(code: str) -> ast.Module | None:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
