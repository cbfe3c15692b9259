"""Lays out a call on several lines where one is too long to read."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

WIDEST = 88
"""Characters of a line that need not be broken."""
WIDEST_ROW = 120
"""Characters of a row of a table, which is easier to compare on one line."""
_INDENT = "    "
_Brackets = tuple[str, str]


def laid_out(call: str) -> str:
    """A Python expression, an argument or an element to a line if it is long."""
    try:
        expression = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return call
    return call if len(call) <= WIDEST else "\n".join(_lines(expression, WIDEST))


def _lines(node: ast.expr, width: int, before: str = "") -> Iterator[str]:
    """The lines of an expression, of which the first begins with `before`."""
    text = before + ast.unparse(node)
    parts = _parts(node)
    if len(text) <= width or not parts:
        yield text
        return

    opening, closing = _brackets(node)
    if isinstance(node, ast.Call) and len(parts) == 1 and isinstance(parts[0][1], ast.List):
        head, inner = parts[0]
        *lines, last = _lines(inner, width, before + opening + head)
        yield from lines
        yield last + closing
        return

    yield before + opening
    for head, part in parts:
        is_row = isinstance(node, ast.List) and isinstance(part, ast.Dict)
        room = (WIDEST_ROW if is_row else width - len(_INDENT)) - 1
        *lines, last = _lines(part, room, head)
        yield from (_INDENT + line for line in lines)
        yield f"{_INDENT}{last},"
    yield closing


def _parts(node: ast.expr) -> Sequence[tuple[str, ast.expr]]:
    """What stands between the brackets of an expression, each with what comes before it."""
    match node:
        case ast.Call():
            named = [(f"{k.arg}=" if k.arg else "**", k.value) for k in node.keywords]
            return [*(("", argument) for argument in node.args), *named]
        case ast.List() | ast.Set():
            return [("", element) for element in node.elts]
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            return [(f"{ast.unparse(key)}: " if key else "**", value) for key, value in pairs]
    return []


def _brackets(node: ast.expr) -> _Brackets:
    match node:
        case ast.Call():
            return f"{ast.unparse(node.func)}(", ")"
        case ast.List():
            return "[", "]"
    return "{", "}"
