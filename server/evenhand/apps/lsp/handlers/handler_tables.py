"""Every method that the server handles, and every command that it offers."""

from __future__ import annotations

from lsprotocol import types

from evenhand.apps.lsp import lsp_extensions
from evenhand.apps.lsp.handlers.commands.agent_commands import check_code, repair_code
from evenhand.apps.lsp.handlers.commands.allowing_commands import allowance
from evenhand.apps.lsp.handlers.commands.check_commands import check_workspace
from evenhand.apps.lsp.handlers.commands.copy_command import copy
from evenhand.apps.lsp.handlers.commands.correcting_commands import (
    not_assistants,
    remove_suggestion,
)
from evenhand.apps.lsp.handlers.commands.debug_information import debug_information
from evenhand.apps.lsp.handlers.commands.explain import explain
from evenhand.apps.lsp.handlers.commands.install_sandbox import install_sandbox
from evenhand.apps.lsp.handlers.commands.ledger_commands import (
    place,
    report,
    suggestions,
    tasks,
)
from evenhand.apps.lsp.handlers.commands.not_a_problem_command import not_a_problem
from evenhand.apps.lsp.handlers.commands.repair_commands import repair, repair_document
from evenhand.apps.lsp.handlers.commands.restart_workers import restart_workers
from evenhand.apps.lsp.handlers.commands.select_range import select_range
from evenhand.apps.lsp.handlers.notifications import did_save, file_operations
from evenhand.apps.lsp.handlers.notifications.did_change import did_change
from evenhand.apps.lsp.handlers.notifications.did_change_configuration import (
    did_change_configuration,
)
from evenhand.apps.lsp.handlers.notifications.did_change_watched_files import (
    did_change_watched_files,
)
from evenhand.apps.lsp.handlers.notifications.did_change_workspace_folders import (
    did_change_workspace_folders,
)
from evenhand.apps.lsp.handlers.notifications.did_close import did_close
from evenhand.apps.lsp.handlers.notifications.did_delete_files import did_delete_files
from evenhand.apps.lsp.handlers.notifications.did_open import did_open
from evenhand.apps.lsp.handlers.notifications.did_rename_files import did_rename_files
from evenhand.apps.lsp.handlers.notifications.evenhand_edited import evenhand_edited
from evenhand.apps.lsp.handlers.notifications.evenhand_model_writes import evenhand_model_writes
from evenhand.apps.lsp.handlers.notifications.evenhand_suggestion_accepted import (
    evenhand_suggestion_accepted,
)
from evenhand.apps.lsp.handlers.notifications.evenhand_trust import evenhand_trust
from evenhand.apps.lsp.handlers.notifications.initialized import initialized
from evenhand.apps.lsp.handlers.notifications.open_notebooks import (
    did_change_notebook,
    did_close_notebook,
    did_open_notebook,
)
from evenhand.apps.lsp.handlers.requests import code_action, code_lens
from evenhand.apps.lsp.handlers.requests.code_action_resolve import code_action_resolve
from evenhand.apps.lsp.handlers.requests.hover import hover
from evenhand.apps.lsp.handlers.requests.initialize import initialize
from evenhand.apps.lsp.handlers.requests.shutdown import shutdown
from evenhand.apps.lsp.server import Command, Handler

REQUESTS = (
    Handler(types.INITIALIZE, initialize),
    Handler(types.TEXT_DOCUMENT_HOVER, hover),
    Handler(types.TEXT_DOCUMENT_CODE_LENS, code_lens.code_lens, code_lens.OPTIONS),
    Handler(types.TEXT_DOCUMENT_CODE_ACTION, code_action.code_action, code_action.OPTIONS),
    Handler(types.CODE_ACTION_RESOLVE, code_action_resolve),
    Handler(types.SHUTDOWN, shutdown),
)

NOTIFICATIONS = (
    Handler(types.INITIALIZED, initialized),
    Handler(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    Handler(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    Handler(types.TEXT_DOCUMENT_DID_SAVE, did_save.did_save, did_save.OPTIONS),
    Handler(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
    Handler(types.NOTEBOOK_DOCUMENT_DID_OPEN, did_open_notebook),
    Handler(types.NOTEBOOK_DOCUMENT_DID_CHANGE, did_change_notebook),
    Handler(types.NOTEBOOK_DOCUMENT_DID_CLOSE, did_close_notebook),
    Handler(types.WORKSPACE_DID_RENAME_FILES, did_rename_files, file_operations.OPTIONS),
    Handler(types.WORKSPACE_DID_DELETE_FILES, did_delete_files, file_operations.OPTIONS),
    Handler(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    Handler(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_workspace_folders),
    Handler(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
    Handler(lsp_extensions.TRUST, evenhand_trust),
    Handler(lsp_extensions.ACCEPTED, evenhand_suggestion_accepted),
    Handler(lsp_extensions.EDITED, evenhand_edited),
    Handler(lsp_extensions.MODEL_WRITES, evenhand_model_writes),
)

HANDLERS = (*REQUESTS, *NOTIFICATIONS)

COMMANDS = (
    Command(lsp_extensions.CHECK_WORKSPACE, check_workspace),
    Command(lsp_extensions.EXPLAIN, explain),
    Command(lsp_extensions.RESTART_WORKERS, restart_workers),
    Command(lsp_extensions.INSTALL_SANDBOX, install_sandbox),
    Command(lsp_extensions.DEBUG_INFORMATION, debug_information),
    Command(lsp_extensions.SELECT, select_range),
    Command(lsp_extensions.REPAIR, repair),
    Command(lsp_extensions.REPAIR_FILE, repair_document),
    Command(lsp_extensions.NOT_A_PROBLEM, not_a_problem),
    Command(lsp_extensions.COPY_CALLS, copy),
    Command(lsp_extensions.SUGGESTIONS, suggestions),
    Command(lsp_extensions.REPORT, report),
    Command(lsp_extensions.PLACE, place),
    Command(lsp_extensions.TASK_LIST, tasks),
    Command(lsp_extensions.ALLOWANCE, allowance),
    Command(lsp_extensions.NOT_ASSISTANTS, not_assistants),
    Command(lsp_extensions.REMOVE_SUGGESTION, remove_suggestion),
    Command(lsp_extensions.CHECK_CODE, check_code),
    Command(lsp_extensions.REPAIR_CODE, repair_code),
)
