"""`evenhand/suggestionAccepted`: an edit was a suggestion of an assistant."""

from __future__ import annotations

from typing import Any

from evenhand.apps.lsp.handlers.notifications.edit_parameters import text_of, version_of
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.suggestions.edit_history import Attribution
from evenhand.assistants.ledger.records import Kind

KINDS = {kind.value: kind for kind in Kind}


def evenhand_suggestion_accepted(server: EvenhandServer, params: Any) -> None:
    """Attribute the edit that made a version of a document."""
    attribution = Attribution(
        KINDS.get(text_of(params, "kind"), Kind.SAID),
        assistant=text_of(params, "assistant"),
        model=text_of(params, "model"),
        prompt_hash=text_of(params, "promptHash"),
    )
    uri, version = text_of(params, "uri"), version_of(params)
    server.session.suggestions.accepted(uri, version, attribution)
