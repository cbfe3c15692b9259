"""`codeAction/resolve`: the edit of an action that was offered without one."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp.actions.fix_all import FIX_ALL, with_edit
from evenhand.apps.lsp.server import EvenhandServer


async def code_action_resolve(server: EvenhandServer, action: types.CodeAction) -> types.CodeAction:
    """The action, complete."""
    return await with_edit(server, action) if action.kind == FIX_ALL else action
