"""Lays out a call on several lines where one is too long to read."""

from __future__ import annotations

import ast
import io
import tokenize
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
    parts = parts_of(node)
    if len(text) <= width or not parts:
        yield text
        return

    opening, closing = brackets_of(node)
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


def parts_of(node: ast.expr) -> Sequence[tuple[str, ast.expr]]:
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


def brackets_of(node: ast.expr) -> _Brackets:
    """What stands before and behind the parts of an expression."""
    match node:
        case ast.Call():
            return f"{ast.unparse(node.func)}(", ")"
        case ast.List():
            return "[", "]"
    return "{", "}"


def filled(expression: str, width: int, before: str = "", after: str = "") -> list[str]:
    """An expression as few lines, each with as much as it holds; `before` and `after` stand around
    it. The last argument of a call begins on the call's own line."""
    try:
        node = ast.parse(expression, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [f"{before}{expression}{after}"]
    return list(_filled(node, width, before, after))


def _filled(node: ast.expr, width: int, before: str, after: str) -> Iterator[str]:
    text, parts = f"{before}{ast.unparse(node)}{after}", parts_of(node)
    if len(text) <= width or not parts:
        yield text
        return

    opening, closing = brackets_of(node)
    *firsts, (head, last) = parts
    start = before + opening + "".join(f"{h}{ast.unparse(part)}, " for h, part in firsts) + head
    if isinstance(node, ast.Call) and parts_of(last) and len(start) < width * 3 / 4:
        yield from _filled(last, width, start, closing + after)
        return

    yield before + opening
    yield from (_INDENT + line for line in _in_rows(parts, width - len(_INDENT)))
    yield closing + after


def _in_rows(parts: Sequence[tuple[str, ast.expr]], width: int) -> Iterator[str]:
    row = ""
    for head, part in parts:
        text = f"{head}{ast.unparse(part)},"
        if row and len(row) + 1 + len(text) > width:
            yield row
            row = ""
        if len(text) > width:
            if row:
                yield row
            *lines, row = _filled(part, width, head, ",")
            yield from lines
        else:
            row = f"{row} {text}".lstrip()
    if row:
        yield row


def in_double_quotes(source: str) -> str:
    """A source whose texts stand in double quotes, where none is in them."""
    lines = list(io.StringIO(source))
    tokens = tokenize.generate_tokens(iter(lines).__next__)
    quoted = [t for t in tokens if t.type == tokenize.STRING and _is_simple(t.string)]
    for token in reversed(quoted):
        (row, start), (_, end) = token.start, token.end
        line = lines[row - 1]
        text = token.string
        lines[row - 1] = f'{line[:start]}"{text[1:-1]}"{line[end:]}'
    return "".join(lines)


def _is_simple(literal: str) -> bool:
    is_quoted = literal.startswith("'") and not literal.startswith("'''")
    return is_quoted and not set(literal) & set('"\\')
