"""`evenhand/edited`: what the client knows of an edit, such as that it was a paste."""

from __future__ import annotations

from typing import Any

from evenhand.apps.lsp.handlers.notifications.edit_parameters import text_of, version_of
from evenhand.apps.lsp.server import EvenhandServer


def evenhand_edited(server: EvenhandServer, params: Any) -> None:
    """Take hints about the edit that made a version of a document."""
    hints, version = getattr(params, "hints", None), version_of(params)
    if isinstance(hints, (list, tuple)) and version is not None:
        server.session.suggestions.hinted(text_of(params, "uri"), version, map(str, hints))
