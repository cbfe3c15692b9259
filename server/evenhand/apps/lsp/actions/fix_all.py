"""Repairs of a whole file as an action of the kind `source.fixAll`, as editors run it on saving.

The action is there at once; its edit is made when the client asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types

from evenhand.apps.lsp.actions.client_edits import understood_edit
from evenhand.apps.lsp.actions.repair_offers import RepairedVersion
from evenhand.apps.lsp.actions.repairing import PATIENCE_SECONDS, whole_file
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.lsp_extensions import REPAIR_FILE
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.wording import function_title, spoken_list
from evenhand.check.sandbox import WorkerError
from evenhand.repair.whole_files import FileRepair
from evenhand.scaling.engine_process import EngineLostError

FIX_ALL = "source.fixAll.evenhand"
TITLE = "Repair all functions that treat people differently"


def fix_all(server: EvenhandServer, subject: Subject) -> list[types.CodeAction]:
    """The repair of all functions of a document, if any of them has one."""
    if not subject.trusted or not subject.functions_to_repair:
        return []

    data = {"uri": subject.uri, "version": subject.version}
    action = types.CodeAction(title=TITLE, kind=FIX_ALL, data=data)
    if not server.can("text_document.code_action.resolve_support"):
        command = types.Command(title=TITLE, command=REPAIR_FILE, arguments=[subject.uri])
        action.command = command
    return [action]


async def with_edit(server: EvenhandServer, action: types.CodeAction) -> types.CodeAction:
    """The action with its edit; without one if nothing is left to repair, or the text is newer."""
    data = action.data if isinstance(action.data, Mapping) else {}
    document = server.session.documents.get(str(data.get("uri")))
    if document is None or document.version != data.get("version"):
        return action

    repaired = RepairedVersion.present(document)
    title = f"Repairing {document.path.name}"
    async with server.long_work(title, PATIENCE_SECONDS, percentage=0) as work:
        try:
            result = await whole_file(server, document, work)
        except (WorkerError, EngineLostError):
            return action  # the check of the document tells the same
    if not result.done or not repaired.is_present(server):
        return action

    edits = document.edits_to(result.after)
    if edits is None:
        return action
    action.edit = understood_edit(server, types.WorkspaceEdit(document_changes=[*edits]))
    server.session.suggestions.own_result(document.uri, result.after)
    strategies = {done.function: done.repair.strategy for done in result.done}
    server.session.suggestions.repaired(document.uri, strategies)
    _tell(server, result)
    return action


def _tell(server: EvenhandServer, result: FileRepair) -> None:
    """Nobody chose these repairs, so the user has to know what they do."""
    functions = [
        f"{function_title(done.function)} ({spoken_list(done.attributes)}): {done.repair.title}"
        for done in result.done
    ]
    sentence = message(f"Evenhand repaired {'; '.join(functions)}.")
    server.window_show_message(types.ShowMessageParams(types.MessageType.Info, sentence))
