"""What the server and the client say to each other beyond the Language Server Protocol.

`extension/src/protocol.ts` has the same names on the client's side.
"""

from __future__ import annotations

# Notifications of the server.
STATUS = "evenhand/status"
"""What the server is doing, and the isolation in force; see `documents.server_status.Status`."""
CHECK_ENDED = "evenhand/checkEnded"
"""The check of `{uri, version}` has ended: its diagnostics, if any, have all been published."""
LEDGER_CHANGED = "evenhand/ledgerChanged"
"""Something was written to the ledger."""

# Requests of the server.
CHOOSE_REPAIR = "evenhand/chooseRepair"
"""Show repairs as a diff; the answer is `{chosen}`, a number or null."""
ASK_MODEL = "evenhand/askModel"
"""Have a model of the editor answer `{messages: [{role, text}]}`: `{text, sent?, received?}`."""
API_KEY = "evenhand/apiKey"
"""The key for `{endpoint}`; the answer is `{key}`, which the client keeps in a safe place."""

# Notifications of the client.
TRUST = "evenhand/trust"
"""Whether the user trusts the workspace: `{trusted}`."""
ACCEPTED = "evenhand/suggestionAccepted"
"""An edit was a suggestion of an assistant."""
EDITED = "evenhand/edited"
"""What the client knows of an edit, such as that it was a paste."""

# Commands of the server.
CHECK_FILE = "evenhand.server.checkFile"
CHECK_WORKSPACE = "evenhand.server.checkWorkspace"
RESTART_WORKERS = "evenhand.server.restartWorkers"
DEBUG_INFORMATION = "evenhand.server.debugInformation"
SELECT = "evenhand.server.select"
REPAIR = "evenhand.server.repair"
REPAIR_FILE = "evenhand.server.repairFile"
NOT_PEOPLE = "evenhand.server.notPeople"
SUGGESTIONS = "evenhand.server.suggestions"
PLACE = "evenhand.server.place"
REPORT = "evenhand.server.report"
CHECK_CODE = "evenhand.server.checkCode"
REPAIR_CODE = "evenhand.server.repairCode"

# Commands of the client.
SHOW_FINDING = "evenhand.showFinding"
"""Go to a function (URI, position) and show its hover."""
SHOW_SUGGESTION = "evenhand.showSuggestion"
"""Go to a function (URI of the file, name of the function)."""
