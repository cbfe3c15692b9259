"""`evenhand/trust`: the user has decided whether code of the workspace may run."""

from __future__ import annotations

from typing import Any

from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.workspace_trust import trust_workspace


async def evenhand_trust(server: EvenhandServer, params: Any) -> None:
    """Take the decision, and begin every check again under it."""
    server.session.settings.trust_is_said = True
    await trust_workspace(server, getattr(params, "trusted", None) is True)
