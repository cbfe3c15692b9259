"""The quick fixes for a diagnostic. All that they need has come with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.pytest_fixes import FindPytestFile, pytest_fixes
from evenhand.apps.lsp.actions.subject import Subject, document_edit
from evenhand.apps.lsp.lsp_extensions import NOT_PEOPLE, REPAIR, REPAIR_FILE, SELECT
from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.wording import SOURCE
from evenhand.check.rules import evh011_unused_allowance
from evenhand.check.rules.registry import rule_with_code
from evenhand.doors.printable import printable
from evenhand.findings import Purpose
from evenhand.workspace.allowance_edits import (
    PLACEHOLDER,
    TextChange,
    allow,
    offered_reason,
    remove,
)
from evenhand.workspace.settings_file import is_worth_a_setting

KEPT = frozenset({Purpose.BODY, Purpose.AGE_LIMIT})
"""Purposes for which a difference is rather allowed than repaired."""


def quick_fixes(
    subject: Subject, diagnostics: Iterable[types.Diagnostic], find: FindPytestFile
) -> list[types.CodeAction]:
    """All fixes for those of `diagnostics` that are ours."""
    actions: list[types.CodeAction] = []
    for diagnostic in diagnostics:
        if diagnostic.source != SOURCE:
            continue
        if diagnostic.code == evh011_unused_allowance.RULE.code:
            actions += _removal_fixes(subject, diagnostic)
        elif isinstance(diagnostic.data, Mapping):
            actions += _fixes_of_finding(subject, diagnostic, diagnostic.data, find)
    return actions


def _fixes_of_finding(
    subject: Subject,
    diagnostic: types.Diagnostic,
    data: Mapping[str, Any],
    find: FindPytestFile,
) -> list[types.CodeAction]:
    not_people = _not_people_fixes(subject, diagnostic, data)
    if "function" not in data:  # a remark, which no repair ends
        return not_people

    by_purpose = _fixes_by_purpose(subject, diagnostic, data)
    return [*by_purpose, *not_people, *pytest_fixes(subject, diagnostic, data, find)]


def _fixes_by_purpose(
    subject: Subject, diagnostic: types.Diagnostic, data: Mapping[str, Any]
) -> list[types.CodeAction]:
    """Repairs, then an allowance; of what a repair would spoil, the allowance first."""
    repairs = _repair_fixes(subject, diagnostic, data)
    allowances = _allowance_fixes(subject, diagnostic, data)
    if data.get("purpose") not in KEPT:
        return [*repairs, *allowances]

    for action in repairs:
        action.is_preferred = None
    return [*allowances, *repairs]


def _repair_fixes(
    subject: Subject, diagnostic: types.Diagnostic, data: Mapping[str, Any]
) -> list[types.CodeAction]:
    """Commands rather than edits, since a repair has to be proved first."""
    rule = rule_with_code(diagnostic.code)
    if not subject.trusted or rule is None or not rule.repairable:
        return []

    attribute, function = str(data.get("attribute", "")), str(data.get("function", ""))
    arguments = [subject.uri, function, attribute]
    title = f"Repair so that {attribute.replace('_', ' ')} makes no difference"
    offline = _command(title, diagnostic, REPAIR, arguments)
    offline.is_preferred = True
    actions = [offline]

    if subject.has_model:
        title = "Repair with a language model"
        actions.append(_command(title, diagnostic, REPAIR, [*arguments, True]))
    if subject.repairable > 1:
        title = f"Repair all {subject.repairable} functions in this file"
        actions.append(_command(title, diagnostic, REPAIR_FILE, [subject.uri]))
    return actions


def _not_people_fixes(
    subject: Subject, diagnostic: types.Diagnostic, data: Mapping[str, Any]
) -> list[types.CodeAction]:
    """A command rather than an edit: the settings may be open, and no client says what they are."""
    name = data.get("name")
    if not subject.trusted or not isinstance(name, str) or not is_worth_a_setting(name):
        return []
    title = f"`{printable(name)}` is not about a person here"
    return [_command(title, diagnostic, NOT_PEOPLE, [subject.uri, name])]


def _allowance_fixes(
    subject: Subject, diagnostic: types.Diagnostic, data: Mapping[str, Any]
) -> list[types.CodeAction]:
    """A comment that allows the attribute, with its reason selected to be typed over."""
    attribute = str(data.get("attribute", ""))
    line, _ = subject.text.column(diagnostic.range.start)
    function, reason = str(data.get("function", "")), _reason(data.get("purpose"))
    change = allow(subject.text.lines, line + 1, function, attribute, reason)
    if change is None:
        return []

    action = _edit(f"Allow this for {attribute} and say why", diagnostic, subject, change)
    if change.selection is not None:
        # The line has only ASCII up to the selection, so columns need no conversion.
        selection = change.selection
        start = types.Position(selection.line - 1, selection.column)
        end = types.Position(selection.line - 1, selection.end_column)
        action.command = types.Command(
            title="Say why", command=SELECT, arguments=[subject.uri, types.Range(start, end)]
        )
    return [action]


def _reason(purpose: object) -> str:
    """What is offered as the reason of an allowance."""
    recognised = Purpose(str(purpose)) if purpose in tuple(Purpose) else None
    return offered_reason(recognised) or PLACEHOLDER


def _removal_fixes(subject: Subject, diagnostic: types.Diagnostic) -> list[types.CodeAction]:
    """An edit that removes an allowance, or those of its attributes that it need not allow."""
    data = diagnostic.data if isinstance(diagnostic.data, Mapping) else {}
    span = subject.text.span(diagnostic.range)
    change = remove(subject.text.lines, span, list(data.get("used", ())))
    if change is None:
        return []

    action = _edit("Remove the unused allowance", diagnostic, subject, change)
    action.is_preferred = True
    return [action]


def _command(
    title: str, diagnostic: types.Diagnostic, command: str, arguments: list[Any]
) -> types.CodeAction:
    return types.CodeAction(
        title=plain(title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        command=types.Command(title=plain(title), command=command, arguments=arguments),
    )


def _edit(
    title: str, diagnostic: types.Diagnostic, subject: Subject, change: TextChange
) -> types.CodeAction:
    edit = types.TextEdit(range=subject.text.range(change.span), new_text=change.text)
    document = document_edit(subject.uri, subject.version, [edit])
    return types.CodeAction(
        title=plain(title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        edit=types.WorkspaceEdit(document_changes=[document]),
    )
