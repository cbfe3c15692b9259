"""Where nothing was repaired: a message that says why, with what can be done instead."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from evenhand.apps.lsp.actions.asking_reasons import ask_to_allow
from evenhand.apps.lsp.actions.editor_model import is_model_at_hand
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.lsp_extensions import COPY_TEXT
from evenhand.apps.lsp.markup import message
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import UnableToAskError, answer_of_user, select, tell_user
from evenhand.findings import FileReport, FunctionReport, Verdict
from evenhand.repair.survey.repair_case import to_repair

SHOW, ALLOW = "Show the Line", "Allow and Say Why"
MODEL, PROMPT = "Try with a Language Model...", "Copy AI Prompt"
Door = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A repair that came to nothing."""

    document: Document
    function: str
    attribute: str | None
    """For which it was asked; None: for all that are shown as warnings."""
    why: str
    """A sentence."""
    reason: str = ""
    """For which the difference may be allowed, as far as is known."""
    ask_model: Door | None = None
    """Has a model try; None if one has."""
    write_prompt: Callable[[], Awaitable[str | None]] | None = None
    """What a person may ask an assistant of their own; None if it cannot be written."""


def not_repaired(server: EvenhandServer, end: DeadEnd) -> dict[str, Any]:
    """Tell the user why, with the doors that are open; the command's answer comes first."""
    server.later(_show(server, end))
    return {"applied": False, "reason": message(end.why)}


async def _show(server: EvenhandServer, end: DeadEnd) -> None:
    doors = await _doors(server, end)
    try:
        chosen = await answer_of_user(server, end.why, list(doors), types.MessageType.Warning)
    except UnableToAskError:
        tell_user(server, end.why, types.MessageType.Warning)
        return
    if chosen is not None:
        await doors[chosen]()


async def _doors(server: EvenhandServer, end: DeadEnd) -> Mapping[str, Door]:
    """What can be done, in the order in which it is offered."""
    doors: dict[str, Door] = {}
    if server.can("window.show_document.support") and end.document.notebook is None:
        doors[SHOW] = lambda: _show_line(server, end)
    doors[ALLOW] = lambda: _allow(server, end)
    if end.ask_model is not None and await is_model_at_hand(server):
        doors[MODEL] = end.ask_model
    if end.write_prompt is not None and "copyText" in server.session.settings.abilities:
        doors[PROMPT] = lambda: _copy_prompt(server, end)
    return doors


async def _show_line(server: EvenhandServer, end: DeadEnd) -> None:
    """Go to where the difference is decided; else to the function."""
    report = _report(end)
    if report is None:
        return
    places = [verdict.decided_at for verdict in _open(server, end, report) if verdict.decided_at]
    inside = [place for place in places if report.span.contains(place)]
    place = inside[0] if inside else report.location
    await select(server, end.document.uri, end.document.text.range(place))


async def _allow(server: EvenhandServer, end: DeadEnd) -> None:
    report = _report(end)
    attributes = [v.attribute for v in _open(server, end, report)] if report is not None else []
    if report is None or not attributes:
        tell_user(server, "The function has changed: nothing is left to allow.")
        return
    line, reason = report.location.line, end.reason
    await ask_to_allow(server, end.document, end.function, line, attributes, reason)


async def _copy_prompt(server: EvenhandServer, end: DeadEnd) -> None:
    assert end.write_prompt is not None
    prompt = await end.write_prompt()
    if prompt is None:
        return
    try:
        await server.ask(COPY_TEXT, {"text": prompt})
    except JsonRpcException:
        tell_user(server, "The prompt could not be copied.", types.MessageType.Warning)
        return
    told = "The prompt is in the clipboard. It holds the function, and what it uses in this file."
    tell_user(server, told)


def _report(end: DeadEnd) -> FunctionReport | None:
    """What is known of the function now; None if it is gone or being checked again."""
    reports = (f.report for f in end.document.findings.functions if f.current)
    return next((report for report in reports if report.name == end.function), None)


def _open(server: EvenhandServer, end: DeadEnd, report: FunctionReport) -> list[Verdict]:
    """The verdicts that a repair was to end."""
    selected = server.session.settings.of(end.document.path).options.attributes or frozenset()
    asked = FileReport("", (report,))
    wanted = to_repair(asked, end.function, end.attribute, selected=selected)
    return [verdict for verdict in report.verdicts if verdict.attribute in wanted]
