"""Turns findings into the protocol's diagnostics, hovers and code lenses. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.documents.shown_findings import ShownFindings, ShownFunction
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.lsp_extensions import SHOW_FINDING
from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.wording import SOURCE, hover_text, lens_title, noted, rule_page
from evenhand.findings import FunctionReport, Remark, Severity, Span, Verdict

NO_NOTES: Mapping[str, str] = {}

_SEVERITIES = {
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics(
    uri: str, text: Text, findings: ShownFindings, notes: Mapping[str, str] = NO_NOTES
) -> list[types.Diagnostic]:
    """All diagnostics of a document, from top to bottom.

    `notes` say where functions came from, by the function's name.
    """
    verdicts = [
        _verdict(uri, text, report, verdict, notes.get(report.name, ""))
        for report, verdict in findings.verdicts
    ]
    remarks = [_remark(text, remark, findings) for remark in findings.remarks]
    return sorted((*verdicts, *remarks), key=_start)


def hover(text: Text, findings: ShownFindings, position: types.Position) -> types.Hover | None:
    """The verdicts of the function on whose name `position` is; None if there are none."""
    function = _function_at(findings, *text.column(position))
    if function is None or not function.report.verdicts:
        return None

    value = hover_text(function.report) if function.current else "Being checked again."
    content = types.MarkupContent(kind=types.MarkupKind.Markdown, value=value)
    return types.Hover(contents=content, range=text.range(function.report.location))


def code_lenses(
    uri: str,
    text: Text,
    findings: ShownFindings,
    notes: Mapping[str, str] = NO_NOTES,
    *,
    every: bool = False,
) -> list[types.CodeLens]:
    """One line above each function that takes something protected.

    If `every`, also above those that only speak of it.
    """
    lenses = [
        _function_lens(uri, text, function, notes.get(function.report.name))
        for function in findings.functions
        if function.report.on_inputs or (every and function.report.verdicts)
    ]
    if findings.problem is not None:
        top = types.Position(line=0, character=0)
        lenses.append(_lens(uri, types.Range(top, top), f"not checked: {findings.problem}"))
    return lenses


def _start(diagnostic: types.Diagnostic) -> tuple[int, int]:
    start = diagnostic.range.start
    return start.line, start.character


def _function_at(findings: ShownFindings, line: int, column: int) -> ShownFunction | None:
    """The function whose name is at a position, both from 0."""
    for function in findings.functions:
        name = function.report.location
        if name.line == line + 1 and name.column <= column <= name.end_column:
            return function
    return None


def _function_lens(
    uri: str, text: Text, function: ShownFunction, note: str | None
) -> types.CodeLens:
    title = lens_title(function.report) if function.current else "checking …"
    return _lens(uri, text.range(function.report.location), noted(title, note))


def _lens(uri: str, range_: types.Range, title: str) -> types.CodeLens:
    command = types.Command(title=plain(title), command=SHOW_FINDING, arguments=[uri, range_.start])
    return types.CodeLens(range=range_, command=command)


def _verdict(
    uri: str, text: Text, report: FunctionReport, verdict: Verdict, note: str
) -> types.Diagnostic:
    diagnostic = types.Diagnostic(
        range=text.range(verdict.location),
        message=plain(noted(verdict.reason, note)),
        severity=_SEVERITIES[verdict.severity] if verdict.severity else None,
        source=SOURCE,
        related_information=_related(uri, text, verdict),
        data=_fix_data(report, verdict),
    )
    if verdict.code is not None:
        diagnostic.code = verdict.code
        diagnostic.code_description = types.CodeDescription(href=rule_page(verdict.code))
    return diagnostic


def _related(
    uri: str, text: Text, verdict: Verdict
) -> list[types.DiagnosticRelatedInformation] | None:
    """The branch that depends on the attribute, if it is known."""
    if verdict.branch is None:
        return None
    location = types.Location(uri=uri, range=text.range(verdict.branch))
    message = plain(f"This branch depends on {verdict.attribute}")
    return [types.DiagnosticRelatedInformation(location=location, message=message)]


def _fix_data(report: FunctionReport, verdict: Verdict) -> dict[str, Any]:
    """What the quick fixes need; the client hands it back with its request."""
    witness = verdict.witness
    # If the results look alike, the calls differ in what they change, which a test cannot show.
    has_telling_results = witness is not None and witness.outcomes[0] != witness.outcomes[1]
    return {
        "function": report.name,
        "attribute": verdict.attribute,
        "purpose": verdict.purpose,
        "calls": list(witness.calls) if witness is not None and has_telling_results else None,
    }


def _remark(text: Text, remark: Remark, findings: ShownFindings) -> types.Diagnostic:
    return types.Diagnostic(
        range=text.range(remark.location),
        message=plain(remark.message),
        severity=_SEVERITIES[remark.severity],
        source=SOURCE,
        code=remark.code,
        code_description=types.CodeDescription(href=rule_page(remark.code)),
        data={"used": _allowed_around(remark.location, findings)},
    )


def _allowed_around(location: Span, findings: ShownFindings) -> list[str]:
    """Attributes that are allowed in the functions that `location` is in, or directly above."""
    around = [
        function.report
        for function in findings.functions
        if function.report.span.line - 1 <= location.line <= function.report.span.end_line
    ]
    verdicts = (verdict for report in around for verdict in report.verdicts)
    return [verdict.attribute for verdict in verdicts if verdict.allowed is not None]
