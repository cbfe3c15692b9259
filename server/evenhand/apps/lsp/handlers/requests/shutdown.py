"""`shutdown`: end commands and checks, and finish what is being recorded."""

from __future__ import annotations

from evenhand.apps.lsp.server import EvenhandServer


async def shutdown(server: EvenhandServer, params: None) -> None:
    """Leave nothing running, and nothing unrecorded."""
    server.asked_to_stop = True
    await server.cancel_commands()
    await server.session.stop()
    await server.session.suggestions.stop()
