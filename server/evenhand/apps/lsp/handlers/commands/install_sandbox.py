"""`evenhand.server.installSandbox`: get what isolation `wasm` runs code with, and use it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import tell_user
from evenhand.check.sandbox import WorkerError, wasm_installing, wasm_snapshots


async def install_sandbox(server: EvenhandServer, arguments: Sequence[Any]) -> None:
    """Install it, begin all checks again, and tell the user how that went."""
    async with server.long_work("Evenhand installs WebAssembly isolation", patience=0):
        try:
            await asyncio.to_thread(wasm_installing.install, wasm_installing.from_registry)
            await asyncio.to_thread(wasm_snapshots.make_all)
        except (wasm_installing.RuntimeProblemError, WorkerError) as error:
            tell_user(server, f"Evenhand: {error}.", types.MessageType.Error)
            return

    tell_user(server, "Evenhand: WebAssembly isolation is installed.")
    await server.session.restart_workers()
