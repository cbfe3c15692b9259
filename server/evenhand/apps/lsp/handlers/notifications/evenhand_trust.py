"""`evenhand/trust`: the user has decided whether code of the workspace may run."""

from __future__ import annotations

from typing import Any

from evenhand.apps.lsp.server import EvenhandServer


async def evenhand_trust(server: EvenhandServer, params: Any) -> None:
    """Take the decision, and begin every check again under it."""
    server.session.settings.trusted = getattr(params, "trusted", None) is True
    server.session.status.update()
    await server.session.restart_workers()
