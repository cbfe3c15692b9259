"""Copies the two calls of a finding in the forms in which a person may want to make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from evenhand.apps.lsp.actions.asked_findings import AskedFinding, command_fix
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.lsp_extensions import COPY_CALLS, COPY_TEXT
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import UnableToAskError, pick, tell_user
from evenhand.apps.lsp.wording import spoken, spoken_list
from evenhand.check.proofs.request_texts import client_text, curl_text
from evenhand.check.proofs.witness_programs import program
from evenhand.findings import Staging


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the calls."""

    label: str
    detail: str
    text: str


def copy_fixes(subject: Subject, findings: Sequence[AskedFinding]) -> list[types.CodeAction]:
    """One command for all findings of one function whose calls can be written in some form."""
    staged = [f for f in findings if f.staging is not None and list(_forms(subject, f.staging))]
    if len({finding.function for finding in staged}) != 1:
        return []
    attributes = [finding.attribute for finding in staged]
    title = f"Copy the two calls for {spoken_list(attributes)}…"
    return [command_fix(title, staged, COPY_CALLS, [subject.uri, staged[0].function, *attributes])]


async def copy_calls(
    server: EvenhandServer, document: Document, function: str, attributes: Sequence[str]
) -> dict[str, Any]:
    """Copy the calls for one of some attributes in the form that the user picks."""
    forms = [
        (f"{form.label}, for {spoken(attribute)}" if len(attributes) > 1 else form.label, form)
        for attribute, staged in _stagings(document, function)
        if attribute in attributes
        for form in _forms(document, staged)
    ]
    if not forms:
        return {"copied": None, "reason": "there is no such finding any more"}
    try:
        choices = [(label, form.detail) for label, form in forms]
        chosen = await pick(server, "Copy the two calls", choices) if len(forms) > 1 else 0
        if chosen is None:
            return {"copied": None, "reason": "you did not say how"}
        await server.ask(COPY_TEXT, {"text": forms[chosen][1].text})
    except (UnableToAskError, JsonRpcException):
        return {"copied": None, "reason": "this editor cannot copy it"}
    tell_user(server, f"Copied: {forms[chosen][0]}.")
    return {"copied": forms[chosen][0]}


def _forms(place: Subject | Document, staged: Staging) -> Iterator[Form]:
    """A program of all calls that one runs as they are; of a view also its two requests."""
    written = program(place.path, staged)
    if written is not None:
        yield Form("Python", "A program that makes both calls and prints what they give", written)
    requests = client_text(place.path, staged) if staged.runs else None
    if requests is not None:
        yield Form("Test client", "Both requests, to be typed or put into a test", requests)
    commands = curl_text(staged)
    if commands is not None:
        yield Form("curl", f"Both requests, for a server at {staged.server}", commands)


def _stagings(document: Document, function: str) -> Iterator[tuple[str, Staging]]:
    for shown in document.findings.functions:
        for verdict in shown.report.verdicts if shown.current else ():
            witness = verdict.witness
            if shown.report.name == function and witness is not None and witness.staging:
                yield verdict.attribute, witness.staging
