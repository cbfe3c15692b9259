"""`evenhand/modelWrites`: how much of an answer the editor's model has written so far."""

from __future__ import annotations

from typing import Any

from evenhand.apps.lsp.handlers.notifications.edit_parameters import text_of
from evenhand.apps.lsp.server import EvenhandServer


def evenhand_model_writes(server: EvenhandServer, params: Any) -> None:
    """Tell whoever waits for the answer."""
    on_progress = server.session.answers_awaited.get(text_of(params, "question"))
    characters = getattr(params, "characters", None)
    if on_progress is not None and isinstance(characters, int):
        on_progress(characters)
