"""Reads the arguments of commands, which any client may send wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.server import EvenhandServer


def uri_argument(arguments: Sequence[Any]) -> str:
    """The first argument, a document's URI."""
    if not arguments or not isinstance(arguments[0], str):
        raise JsonRpcInvalidParams("the first argument must be a document's URI")
    return arguments[0]


def document_argument(server: EvenhandServer, arguments: Sequence[Any]) -> Document:
    """The open document whose URI is the first argument."""
    document = server.session.documents.get(arguments[0]) if arguments else None
    if document is None:
        raise JsonRpcInvalidParams("the first argument must be the URI of an open document")
    return document


def text_arguments(arguments: Sequence[Any], count: int) -> tuple[str, ...]:
    """The first `count` arguments, all of them texts."""
    texts = tuple(argument for argument in arguments[:count] if isinstance(argument, str))
    if len(texts) < count:
        raise JsonRpcInvalidParams(f"the first arguments must be texts; {count} are needed")
    return texts
