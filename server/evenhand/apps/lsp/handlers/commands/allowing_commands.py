"""`evenhand.server.allowance`: the comment that allows differences of a function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from evenhand.apps.lsp.handlers.commands.arguments import document_argument, text_arguments
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.check.reading.source import parse
from evenhand.lines import with_plain_ends
from evenhand.repair.rewrite.allowance_edits import allow_because


async def allowance(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any] | None:
    """The edit `{range, text}` that writes the comment; None if it is there, or has no place.

    The arguments: the URI of an open document, the function, attributes with commas, the reason;
    for a place outside of functions an empty text for the function, and last its line, from 0.
    """
    document = document_argument(server, arguments)
    _, name, attributes, reason = text_arguments(arguments, 4)
    if not reason.strip():
        raise JsonRpcInvalidParams("an allowance needs a reason")

    line = _line_of(name, document.text.python) if name else _line_argument(arguments)
    if line is None:
        return None
    reason = " ".join(with_plain_ends(reason).split())
    change = allow_because(document.text.lines, line, name, attributes, reason)
    if change is None:
        return None
    server.session.suggestions.own_texts([change.text])
    return {"range": document.text.range(change.span), "text": change.text}


def _line_of(function: str, text: str) -> int | None:
    """The line of a function's name, from 1; None if the text has no such function."""
    try:
        functions = parse(text).functions
    except SyntaxError:
        return None
    return next((f.location.line for f in functions if f.name == function), None)


def _line_argument(arguments: Sequence[Any]) -> int:
    """The line that a client names, from 1."""
    line = arguments[4] if len(arguments) > 4 else None
    if not isinstance(line, int):
        raise JsonRpcInvalidParams("the fifth argument must be a line if no function is named")
    return line + 1
