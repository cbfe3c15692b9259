"""The quick fixes that write allowances, and that remove those which allow nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.asked_findings import AskedFinding, FixGroup, data_of, edit_fix
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.lsp_extensions import ALLOW, SELECT
from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.wording import function_title, spoken_list
from evenhand.repair.rewrite.allowance_edits import (
    PLACEHOLDER,
    TextChange,
    allow,
    offered_reason,
    remove,
)


def allowance_fixes(subject: Subject, findings: Sequence[AskedFinding]) -> FixGroup:
    """A comment that allows an attribute; a reason that is not known is asked for.

    Clients that cannot ask get a placeholder that is selected, to be typed over.
    """
    single = [(finding, _fix(subject, [finding])) for finding in findings]
    allowable = [finding for finding, fix in single if fix is not None]
    fixes = [fix for _, fix in single if fix is not None]
    is_one_function = len({finding.function for finding in allowable}) == 1
    return FixGroup(fixes, _fix(subject, allowable) if is_one_function else None)


def removal_fixes(subject: Subject, diagnostic: types.Diagnostic) -> Iterator[types.CodeAction]:
    """An edit that removes an allowance, or those of its attributes that it need not allow."""
    data = data_of(diagnostic)
    span = subject.text.span(diagnostic.range)
    change = remove(subject.text.lines, span, list(data.get("used", ())))
    if change is not None:
        fix = edit_fix("Remove the unused allowance", [diagnostic], subject, change)
        fix.is_preferred = True
        yield fix


def _fix(subject: Subject, findings: Sequence[AskedFinding]) -> types.CodeAction | None:
    """Allow the attributes of some findings on one function, for one reason."""
    first = findings[0]
    line, _ = subject.text.column(first.diagnostic.range.start)
    names = ", ".join(finding.attribute for finding in findings)
    reason = _reason(findings)
    change = allow(subject.text.lines, line + 1, first.function, names, reason)
    if change is None:
        return None

    title, diagnostics = _title(findings, reason), [finding.diagnostic for finding in findings]
    if reason == PLACEHOLDER:
        return fix_to_explain(title, diagnostics, subject, change, [first.function, names])
    return _fix_to_type_over(title, diagnostics, subject, change)


def fix_to_explain(
    title: str,
    diagnostics: Sequence[types.Diagnostic],
    subject: Subject,
    change: TextChange,
    place: list[Any],
) -> types.CodeAction:
    """An allowance without a reason yet: the client asks for it, or the person types it.

    `place` is what the client's command gets behind the document.
    """
    if not subject.asks_reason:
        return _fix_to_type_over(title, diagnostics, subject, change)
    return types.CodeAction(
        title=plain(title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=list(diagnostics),
        command=types.Command(title="Say why", command=ALLOW, arguments=[subject.uri, *place]),
    )


def _fix_to_type_over(
    title: str, diagnostics: Sequence[types.Diagnostic], subject: Subject, change: TextChange
) -> types.CodeAction:
    """A change of the document, of which the client selects what the person is to type over."""
    fix = edit_fix(title, diagnostics, subject, change)
    if change.selection is not None:
        fix.command = _selection(subject, change)
    return fix


def _title(findings: Sequence[AskedFinding], reason: str) -> str:
    function = function_title(findings[0].function)
    what = f"Allow {spoken_list([f.attribute for f in findings])} in {function}"
    return f"{what} and say why" if reason == PLACEHOLDER else f"{what}: {reason}"


def _reason(findings: Sequence[AskedFinding]) -> str:
    """What is offered as the reason of an allowance."""
    reasons = dict.fromkeys(offered_reason(finding.purpose) for finding in findings)
    return PLACEHOLDER if "" in reasons else "; ".join(reasons)


def _selection(subject: Subject, change: TextChange) -> types.Command:
    """Have the client select the reason."""
    selection = change.selection
    assert selection is not None
    # The line has only ASCII up to the selection, so columns need no conversion.
    start = types.Position(selection.line - 1, selection.column)
    end = types.Position(selection.line - 1, selection.end_column)
    arguments = [subject.uri, types.Range(start, end)]
    return types.Command(title="Say why", command=SELECT, arguments=arguments)
