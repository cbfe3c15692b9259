"""Quick fixes. Everything that they need has come with the diagnostic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.allowance_edits import TextChange, allow, remove
from evenhand.apps.lsp.actions.pytest_file import (
    HELPER,
    Counterexample,
    beginning,
    module_of,
    pytest_file_for,
    pytest_text,
)
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.wording import SOURCE
from evenhand.check.rules import evh011_unused_allowance
from evenhand.check.rules.registry import rule_with_code
from evenhand.findings import Span

REPAIR = "evenhand.server.repair"
"""A command of the server: repair a function (URI, name, attribute, whether by a model)."""
REPAIR_FILE = "evenhand.server.repairFile"
"""A command of the server: repair all functions of a document (URI) without a model."""
SELECT = "evenhand.server.select"
"""A command of the server: select a range (URI, range) in the client's editor."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The document in which a fix is asked for."""

    uri: str
    version: int
    text: Text
    path: Path
    top: Path | None
    """The open folder around it."""
    repairs: bool = False
    """Whether code may run, so that a repair can be proved."""
    model: bool = False
    """Whether the user has chosen a language model that may write repairs."""
    repairable: int = 0
    """How many of its functions have something to repair."""


@dataclass(frozen=True, slots=True)
class PytestFile:
    """A test file as it is now."""

    uri: str
    version: int | None
    text: Text | None
    """None where there is no such file yet."""


FindPytestFile = Callable[[Path], PytestFile]


def quick_fixes(
    subject: Subject, diagnostics: Iterable[types.Diagnostic], find: FindPytestFile
) -> list[types.CodeAction]:
    """All fixes for those of `diagnostics` that are ours."""
    actions: list[types.CodeAction] = []
    for diagnostic in diagnostics:
        if diagnostic.source != SOURCE:
            continue
        if diagnostic.code == evh011_unused_allowance.RULE.code:
            actions += _removal(subject, diagnostic)
        elif isinstance(diagnostic.data, Mapping):
            actions += _repairs(subject, diagnostic, diagnostic.data)
            actions += _allowance(subject, diagnostic, diagnostic.data)
            actions += _test(subject, diagnostic, diagnostic.data, find)
    return actions


def _repairs(
    subject: Subject, diagnostic: types.Diagnostic, data: Mapping[str, Any]
) -> list[types.CodeAction]:
    """Commands, since a repair has to be proved first."""
    rule = rule_with_code(diagnostic.code)
    if not subject.repairs or rule is None or not rule.repairable:
        return []
    attribute, function = str(data.get("attribute", "")), str(data.get("function", ""))
    said = attribute.replace("_", " ")
    arguments = [subject.uri, function, attribute]
    actions = [
        _command(f"Repair so that {said} makes no difference", diagnostic, REPAIR, arguments, True)
    ]
    if subject.model:
        title = "Repair with a language model"
        actions.append(_command(title, diagnostic, REPAIR, [*arguments, True]))
    if subject.repairable > 1:
        title = f"Repair all {subject.repairable} functions in this file"
        actions.append(_command(title, diagnostic, REPAIR_FILE, [subject.uri]))
    return actions


def _command(
    title: str,
    diagnostic: types.Diagnostic,
    command: str,
    arguments: list[Any],
    preferred: bool | None = None,
) -> types.CodeAction:
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        is_preferred=preferred,
        command=types.Command(title=title, command=command, arguments=arguments),
    )


def _allowance(
    subject: Subject, diagnostic: types.Diagnostic, data: Mapping[str, Any]
) -> list[types.CodeAction]:
    attribute = str(data.get("attribute", ""))
    line, _ = subject.text.column(diagnostic.range.start)
    change = allow(subject.text.lines, line + 1, str(data.get("function", "")), attribute)
    if change is None:
        return []
    action = _action(f"Allow this for {attribute} and say why", diagnostic, subject, change)
    if change.chosen is not None:
        # The line is plain text up to the placeholder, so that its columns count the same.
        chosen = change.chosen
        start = types.Position(chosen.line - 1, chosen.column)
        end = types.Position(chosen.line - 1, chosen.end_column)
        action.command = types.Command(
            title="Say why", command=SELECT, arguments=[subject.uri, types.Range(start, end)]
        )
    return [action]


def _removal(subject: Subject, diagnostic: types.Diagnostic) -> list[types.CodeAction]:
    data = diagnostic.data if isinstance(diagnostic.data, Mapping) else {}
    span = _span(subject.text, diagnostic.range)
    change = remove(subject.text.lines, span, list(data.get("used", ())))
    if change is None:
        return []
    action = _action("Remove what allows nothing", diagnostic, subject, change)
    action.is_preferred = True
    return [action]


def _test(
    subject: Subject,
    diagnostic: types.Diagnostic,
    data: Mapping[str, Any],
    find: FindPytestFile,
) -> list[types.CodeAction]:
    calls, module = data.get("calls"), module_of(subject.path)
    if not isinstance(calls, list) or len(calls) != 2 or module is None:
        return []
    example = Counterexample(
        str(data.get("function", "")), str(data.get("attribute", "")), (calls[0], calls[1])
    )
    path = pytest_file_for(subject.path, module, subject.top)
    file = find(path)
    test = pytest_text(module, example, file.text.source if file.text else "")
    if test is None:
        return []
    head = beginning(path, module)
    if file.text is None:
        edit = _new_file(file, head, test)
    elif HELPER in file.text.source:
        edit = _appended(file, file.text, test)
    else:
        edit = _appended(file, file.text, f"{head}\n\n{test}")
    return [
        types.CodeAction(
            title=f"Add these two calls to {path.parent.name}/{path.name}",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=edit,
        )
    ]


def _new_file(file: PytestFile, head: str, test: str) -> types.WorkspaceEdit:
    top = types.Position(line=0, character=0)
    create = types.CreateFile(uri=file.uri, options=types.CreateFileOptions(ignore_if_exists=True))
    text = types.TextEdit(range=types.Range(top, top), new_text=f"{head}\n\n{test}")
    return types.WorkspaceEdit(document_changes=[create, _document_edit(file.uri, None, text)])


def _appended(file: PytestFile, present: Text, added: str) -> types.WorkspaceEdit:
    lines = present.lines
    last = Span(len(lines), len(lines[-1]), len(lines), len(lines[-1]))
    gap = "" if not present.source else "\n\n" if not lines[-1] else "\n\n\n"
    text = types.TextEdit(range=present.range(last), new_text=gap + added)
    return types.WorkspaceEdit(document_changes=[_document_edit(file.uri, file.version, text)])


def _action(
    title: str, diagnostic: types.Diagnostic, subject: Subject, change: TextChange
) -> types.CodeAction:
    edit = types.TextEdit(range=subject.text.range(change.span), new_text=change.text)
    document = _document_edit(subject.uri, subject.version, edit)
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        edit=types.WorkspaceEdit(document_changes=[document]),
    )


def _document_edit(uri: str, version: int | None, edit: types.TextEdit) -> types.TextDocumentEdit:
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.TextDocumentEdit(text_document=identifier, edits=[edit])


def _span(text: Text, range_: types.Range) -> Span:
    line, column = text.column(range_.start)
    end_line, end_column = text.column(range_.end)
    return Span(line + 1, column, end_line + 1, end_column)
