"""Whether code of the workspace may run, where the client itself says nothing about that.

Our extension knows, and `evenhand server --trust` says it for all folders. For any other client
the answers count that `evenhand trust` remembers; where there is none, the user is asked.
"""

from __future__ import annotations

import logging
import shlex
from collections.abc import Iterable
from pathlib import Path

from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import UnableToAskError, answer_of_user, tell_user
from evenhand.workspace.trusted_folders import TrustError, answer_about, remember

logger = logging.getLogger(__name__)

FROM_NOW_ON = "Run it from now on"
THIS_TIME = "Run it this time"
NEVER = "Never"
NOT_NOW = "Not now"


async def trust_workspace(server: EvenhandServer, trusted: bool) -> None:
    """Take a decision about the workspace, and begin every check again under it."""
    server.session.settings.trusted = trusted
    server.session.status.update()
    await server.session.restart_workers()


async def settle_trust(server: EvenhandServer) -> None:
    """Decide whether code of the open folders may run, if the client has not; ask if need be."""
    settings = server.session.settings
    if settings.trust_is_said:
        return

    folders = set(settings.folders.values()) - settings.folders_agreed_to
    answers = {folder: _remembered(folder) for folder in folders}
    settings.folders_agreed_to |= {folder for folder in folders if answers[folder]}
    unanswered = {folder for folder in folders if answers[folder] is None}
    refused = False in answers.values()

    await _change(server, bool(settings.folders) and not refused and not unanswered)
    if refused or not (unanswered or not settings.folders):
        return
    if await _agrees(server, sorted(unanswered)):
        settings.folders_agreed_to |= unanswered
        await _change(server, True)


async def _change(server: EvenhandServer, trusted: bool) -> None:
    if server.session.settings.trusted != trusted:
        await trust_workspace(server, trusted)


async def _agrees(server: EvenhandServer, folders: list[Path]) -> bool:
    """Ask about folders, or about files that are in none; remember what is meant to last."""
    answers = [FROM_NOW_ON, THIS_TIME, NEVER] if folders else [THIS_TIME, NOT_NOW]
    question = (
        "Evenhand finds differences by running code, kept away from your files and the network. "
        f"May it run the code of {_named(folders)}, in the Python of that folder if it has one?"
    )
    try:
        answer = await answer_of_user(server, question, answers)
    except UnableToAskError:
        tell_user(server, _without_question(folders))
        return False

    if answer in (FROM_NOW_ON, NEVER):
        _remember(folders, answer == FROM_NOW_ON)
    return answer in (FROM_NOW_ON, THIS_TIME)


def _without_question(folders: list[Path]) -> str:
    """What to do where the editor shows no question."""
    commands = [f"run `evenhand trust {shlex.quote(str(folder))}`" for folder in folders]
    ways = [*commands, "start the server as `evenhand server --trust`"]
    return f"Evenhand runs no code here yet. To let it, {', or '.join(ways)}."


def _named(folders: list[Path]) -> str:
    return ", ".join(map(str, folders)) or "the files that you open"


def _remembered(folder: Path) -> bool | None:
    try:
        return answer_about(folder)
    except TrustError as error:
        logger.warning("%s", error)
        return None


def _remember(folders: Iterable[Path], agreed: bool) -> None:
    for folder in folders:
        try:
            remember(folder, agreed)
        except TrustError as error:
            logger.warning("%s", error)
