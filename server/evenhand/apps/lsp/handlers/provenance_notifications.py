"""Notifications about where code came from."""

from __future__ import annotations

from typing import Any

from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.suggestions.edit_history import Said
from evenhand.assistants.ledger.records import Kind

ACCEPTED = "evenhand/suggestionAccepted"
"""From the client: an edit was a suggestion of an assistant's."""
EDITED = "evenhand/edited"
"""From the client: what it knows of an edit, such as that it was a paste."""


def register(server: EvenhandServer) -> None:
    session = server.session

    @server.on(ACCEPTED)
    def accepted(params: Any) -> None:
        kind = {k.value: k for k in Kind}.get(_text(params, "kind"), Kind.SAID)
        names = ("assistant", "model", "promptHash")
        said = Said(kind, *(_text(params, name) for name in names))
        session.suggestions.accepted(_text(params, "uri"), _version(params), said)

    @server.on(EDITED)
    def edited(params: Any) -> None:
        hints = getattr(params, "hints", None)
        version = _version(params)
        if isinstance(hints, (list, tuple)) and version is not None:
            session.suggestions.hinted(_text(params, "uri"), version, map(str, hints))


def _text(params: Any, name: str) -> str:
    value = getattr(params, name, None)
    return value if isinstance(value, str) else ""


def _version(params: Any) -> int | None:
    value = getattr(params, "version", None)
    return value if isinstance(value, int) else None
