"""The one entry of the light bulb that says that findings are no problem, and what it does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.asked_findings import FixGroup, data_of
from evenhand.apps.lsp.actions.not_people import declare_not_people
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.lsp_extensions import NOT_A_PROBLEM
from evenhand.apps.lsp.markup import message, plain
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.apps.lsp.user_questions import UnableToAskError, answer_of_user, tell_user
from evenhand.apps.lsp.wording import spoken_list
from evenhand.check.answered_findings import answer_to, deciding_signals
from evenhand.doors.printable import printable
from evenhand.doors.project import project_of
from evenhand.findings import Recognised, Span
from evenhand.user_answers import AnswerKind
from evenhand.workspace.answers_file import AnswersError, remember
from evenhand.workspace.settings_file import is_worth_a_setting

KINDS: Mapping[str, AnswerKind] = {
    "Nobody gets or loses by it": AnswerKind.NOT_A_DECISION,
    "It is intended": AnswerKind.JUSTIFIED,
    "It is wrong": AnswerKind.WRONG,
}
"""What the user may answer about one function, and what that means."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one finding is, and what it was taken for."""

    span: Span
    """Of the function, or of a line of the file."""
    attribute: str
    recognised: Recognised | None
    name: str
    """The name in the code that means the attribute; empty if none does."""


def not_a_problem_fixes(subject: Subject, diagnostics: Iterable[types.Diagnostic]) -> FixGroup:
    """A command for each finding, and one for all of a function: only the user knows why."""
    findings = [each for each in diagnostics if _attribute_of(each)]
    single = [_fix(subject, [each]) for each in findings]
    functions = {data_of(each).get("function") for each in findings}
    return FixGroup(single, _fix(subject, findings) if len(functions) == 1 else None)


def _attribute_of(diagnostic: types.Diagnostic) -> str:
    """What a finding on a function, or a remark, is about; empty if it is about no attribute."""
    data = data_of(diagnostic)
    return str(data.get("attribute") or data.get("about") or "")


def _fix(subject: Subject, diagnostics: list[types.Diagnostic]) -> types.CodeAction:
    """The command for some findings on one function, or on lines of the file."""
    attributes = list(dict.fromkeys(map(_attribute_of, diagnostics)))
    function = str(data_of(diagnostics[0]).get("function", ""))
    title = plain(f"Not a problem: {spoken_list(attributes)} here…")
    line = subject.text.span(diagnostics[0].range).line
    arguments = [subject.uri, function, str(line), *attributes]
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=diagnostics,
        command=types.Command(title=title, command=NOT_A_PROBLEM, arguments=arguments),
    )


async def leave_out(
    server: EvenhandServer,
    document: Document,
    function: str,
    line: int,
    attributes: Sequence[str],
) -> dict[str, Any]:
    """Ask why some findings on one function are no problem, and leave them out."""
    places = [p for p in _places(document, function, line) if p.attribute in attributes]
    if not places:
        return {"written": False, "reason": "there is no such finding any more"}
    names = [place.name for place in places if is_worth_a_setting(place.name)]
    no_person = _claim(names)
    question = (
        f"Why is {spoken_list(list(attributes))} no problem here? It is left out on this machine "
        "until its code changes, and others like it in this project get quieter."
    )
    offered = [*KINDS, no_person] if names and server.session.settings.trusted else list(KINDS)
    try:
        chosen = await answer_of_user(server, question, offered)
    except UnableToAskError:
        return {"written": False, "reason": "this editor cannot ask you why"}
    if chosen is None:
        return {"written": False, "reason": "you did not say why"}
    if chosen == no_person:
        return await declare_not_people(server, document, names)
    return await _keep(server, document, function, KINDS[chosen], places)


async def _keep(
    server: EvenhandServer,
    document: Document,
    function: str,
    kind: AnswerKind,
    places: Sequence[Place],
) -> dict[str, Any]:
    """Keep the answers on this machine, and check what is open again."""
    path, text = document.path, document.text.python
    answers = [
        answer_to(
            kind,
            path,
            text,
            place.span,
            function,
            place.attribute,
            place.name,
            deciding_signals(place.recognised),
        )
        for place in places
    ]
    try:
        await asyncio.to_thread(remember, project_of(path.parent).root, answers)
    except AnswersError as error:
        sentence = printable(str(error))
        tell_user(server, sentence, types.MessageType.Warning)
        return {"written": False, "reason": message(sentence)}
    tell_user(server, "Left out. `evenhand answers forget` takes it back.")
    server.session.check_all()
    return {"written": True}


def _claim(names: Sequence[str]) -> str:
    code = " and ".join(f"`{printable(name)}`" for name in dict.fromkeys(names))
    return f"{code} {'is' if len(set(names)) == 1 else 'are'} about no person, in this project"


def _places(document: Document, function: str, line: int) -> Iterator[Place]:
    """The findings on a function, or on a line of the file."""
    for report, verdict in document.findings.verdicts:
        if function and report.name == function:
            yield Place(report.span, verdict.attribute, verdict.recognised, verdict.name)
    for remark in document.findings.remarks:
        if not function and remark.location.line == line:
            yield Place(remark.location, remark.attribute, remark.recognised, remark.name)
