"""The findings that a client asks fixes for, and how their fixes are put together.

All that is needed has come with the diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.line_edits import document_edit
from evenhand.apps.lsp.markup import plain
from evenhand.check.cache.plain_form import shape_of
from evenhand.check.rules.registry import rule_with_code
from evenhand.check.sandbox.shapes import OffenceError
from evenhand.findings import Purpose, Staging
from evenhand.repair.rewrite.allowance_edits import TextChange

KEPT = frozenset({Purpose.BODY, Purpose.AGE_LIMIT, Purpose.LAW})
"""Purposes for which a difference is rather allowed than repaired."""


@dataclass(frozen=True, slots=True)
class AskedFinding:
    """One finding on a function."""

    diagnostic: types.Diagnostic
    function: str
    attribute: str
    purpose: Purpose | None
    name: str
    """The name in the code that means the attribute; empty if none does."""
    staging: Staging | None
    """Its two calls as parts of a test; None if no test can be made of them."""
    through: str
    """The function that decides, if it is another one."""

    @property
    def is_repairable(self) -> bool:
        """Whether there is a repair for findings of its kind."""
        rule = rule_with_code(self.diagnostic.code)
        return rule is not None and rule.repairable

    @property
    def is_kept(self) -> bool:
        """Whether it is rather allowed than repaired."""
        return self.purpose in KEPT


@dataclass(frozen=True, slots=True)
class FixGroup:
    """Fixes that do the same for one finding each, and a fix that does it for all of them."""

    single: Sequence[types.CodeAction]
    merged: types.CodeAction | None = None
    """None if there is no such fix; then only the first of them is shown where room is short."""

    def shortened(self) -> list[types.CodeAction]:
        """One fix in the place of all."""
        return [self.merged] if self.merged is not None else list(self.single[:1])


def asked_findings(diagnostics: Iterable[types.Diagnostic]) -> list[AskedFinding]:
    """Those of the diagnostics that are findings on functions."""
    return [_finding(each, data_of(each)) for each in diagnostics if "function" in data_of(each)]


def data_of(diagnostic: types.Diagnostic) -> Mapping[str, Any]:
    """What a diagnostic was published with; clients may hand back anything."""
    return diagnostic.data if isinstance(diagnostic.data, Mapping) else {}


def within(groups: Sequence[FixGroup], room: int) -> list[types.CodeAction]:
    """The fixes of some groups in their order, at most `room`: the first groups in full."""
    groups = [group for group in groups if group.single]
    spare = room - len(groups)
    fixes: list[types.CodeAction] = []
    for group in groups:
        more = len(group.single) - 1
        if more <= spare:
            fixes += group.single
            spare -= more
        else:
            fixes += group.shortened()
    return fixes[: max(room, 0)]


def command_fix(
    title: str, findings: Sequence[AskedFinding], command: str, arguments: list[Any]
) -> types.CodeAction:
    """A fix that a command carries out."""
    return types.CodeAction(
        title=plain(title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[finding.diagnostic for finding in findings],
        command=types.Command(title=plain(title), command=command, arguments=arguments),
    )


def edit_fix(
    title: str, diagnostics: Sequence[types.Diagnostic], subject: Subject, change: TextChange
) -> types.CodeAction:
    """A fix that is a change of the document."""
    edit = types.TextEdit(range=subject.text.range(change.span), new_text=change.text)
    document = document_edit(subject.uri, subject.version, [edit])
    return types.CodeAction(
        title=plain(title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=list(diagnostics),
        edit=types.WorkspaceEdit(document_changes=[document]),
    )


def _finding(diagnostic: types.Diagnostic, data: Mapping[str, Any]) -> AskedFinding:
    """What the client hands back may be anything."""
    purpose, name = data.get("purpose"), data.get("name")
    return AskedFinding(
        diagnostic,
        str(data.get("function", "")),
        str(data.get("attribute", "")),
        Purpose(str(purpose)) if purpose in tuple(Purpose) else None,
        name if isinstance(name, str) else "",
        _staging(data.get("staging")),
        str(data.get("through", "")),
    )


def _staging(handed_back: object) -> Staging | None:
    try:
        staging: Staging = shape_of(Staging)(handed_back)
    except OffenceError:
        return None
    return staging
