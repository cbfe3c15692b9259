"""`evenhand.server.restartWorkers`: end every worker and check again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.apps.lsp.server import EvenhandServer


async def restart_workers(server: EvenhandServer, arguments: Sequence[Any]) -> None:
    """Begin all checks again with new workers."""
    await server.session.restart_workers()
