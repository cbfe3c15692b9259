"""What the server and the client say to each other beyond the Language Server Protocol.

`extension/src/protocol.ts` has the same names on the client's side.
"""

from __future__ import annotations

# What a client says that it can do, in `initializationOptions.client`.
HOVERS_OVER_DIAGNOSTICS = "diagnosticsInHover"
"""It shows the diagnostics of a place above the hover, in letters of one width.

The calls then stand in the messages, and the hover does not repeat them.
"""

SHOWS_FINDINGS = "showFinding"
"""It has the command `SHOW_FINDING`."""

# Notifications of the server.
STATUS = "evenhand/status"
"""What the server is doing, and the isolation in force; see `documents.server_status.Status`."""
CHECK_ENDED = "evenhand/checkEnded"
"""The check of `{uri, version, unequal}` has ended: its diagnostics, if any, have been published.

`unequal` functions treat people differently.
"""
LEDGER_CHANGED = "evenhand/ledgerChanged"
"""Something was written to the ledger."""
MODEL_FAILED = "evenhand/modelFailed"
"""A model does not answer: `{problem, remedy}`, a sentence and the name of a `Remedy`."""

ASK_REASON = "evenhand/askReason"
"""Ask for the reason of an allowance: `{uri, function, attributes, reason, line}`, as `ALLOW` does.

`reason` is a proposal, and `line` (from 0) counts where `function` is empty.
"""

# Requests of the server.
CHOOSE_REPAIR = "evenhand/chooseRepair"
"""Show repairs as a diff; the answer is `{chosen}`, a number or null."""
ASK_MODEL = "evenhand/askModel"
"""Have the editor's model `id` answer `{messages: [{role, text}], question, id}`.

The answer is `{text, sent?, received?}`; until then, `MODEL_WRITES` may name the question.
"""
FIND_MODEL = "evenhand/findModel"
"""The editor's model that would be asked: `{name, id}`; an error if there is none."""
MAY_SEND = "evenhand/maySend"
"""Ask the user `{question, detail}` in the way; the answer is `{agreed}`."""
PICK = "evenhand/pick"
"""Show a list `{title, items: [{label, detail}]}`; the answer is `{picked}`, a number or null."""
COPY_TEXT = "evenhand/copyText"
"""Put `{text}` into the clipboard."""
API_KEY = "evenhand/apiKey"
"""The key for `{endpoint}`; the answer is `{key}`, which the client keeps in a safe place."""

# Notifications of the client.
TRUST = "evenhand/trust"
"""Whether the user trusts the workspace: `{trusted}`."""
ACCEPTED = "evenhand/suggestionAccepted"
"""An edit was a suggestion of an assistant."""
EDITED = "evenhand/edited"
"""What the client knows of an edit, such as that it was a paste."""
MODEL_WRITES = "evenhand/modelWrites"
"""The editor's model has written so much of the answer to a question: `{question, characters}`."""

# Commands of the server.
CHECK_WORKSPACE = "evenhand.server.checkWorkspace"
EXPLAIN = "evenhand.server.explain"
RESTART_WORKERS = "evenhand.server.restartWorkers"
INSTALL_SANDBOX = "evenhand.server.installSandbox"
DEBUG_INFORMATION = "evenhand.server.debugInformation"
SELECT = "evenhand.server.select"
REPAIR = "evenhand.server.repair"
REPAIR_FILE = "evenhand.server.repairFile"
NOT_A_PROBLEM = "evenhand.server.notAProblem"
COPY_CALLS = "evenhand.server.copyCalls"
SUGGESTIONS = "evenhand.server.suggestions"
PLACE = "evenhand.server.place"
NOT_ASSISTANTS = "evenhand.server.notAssistants"
REMOVE_SUGGESTION = "evenhand.server.removeSuggestion"
ALLOW = "evenhand.allow"
"""A command of clients with `askReason`, which ask for a reason and then for the `ALLOWANCE`."""
ALLOWANCE = "evenhand.server.allowance"
TASK_LIST = "evenhand.server.taskList"
REPORT = "evenhand.server.report"
CHECK_CODE = "evenhand.server.checkCode"
REPAIR_CODE = "evenhand.server.repairCode"

# Commands of the client.
SHOW_FINDING = "evenhand.showFinding"
"""Go to a function (URI, position) and show its hover."""
SHOW_SUGGESTION = "evenhand.showSuggestion"
"""Go to a function (URI of the file, name of the function)."""
