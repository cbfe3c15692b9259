"""From findings to what the protocol calls them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.documents.shown_findings import ShownFindings
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.wording import SOURCE, hover_text, lens_title, noted, rule_page
from evenhand.findings import FunctionReport, Remark, Severity, Span, Verdict

SHOW_FINDING = "evenhand.showFinding"
"""A command of the client: go to a function (URI, position) and show its hover."""

NO_NOTES: Mapping[str, str] = {}

_SEVERITIES = {
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics(
    uri: str, text: Text, known: ShownFindings, notes: Mapping[str, str] = NO_NOTES
) -> list[types.Diagnostic]:
    """Everything to be shown of a document, from top to bottom.

    `notes` say of functions where they came from.
    """
    found = [
        _diagnostic(uri, text, report, verdict, notes.get(report.name, ""))
        for report, verdict in known.verdicts
    ]
    found += [_remark(text, remark, known) for remark in known.remarks]
    return sorted(found, key=lambda d: (d.range.start.line, d.range.start.character))


def hover(text: Text, known: ShownFindings, position: types.Position) -> types.Hover | None:
    """What is known of the function on whose name `position` is."""
    line, column = text.column(position)
    for function in known.functions:
        place = function.report.location
        if place.line == line + 1 and place.column <= column <= place.end_column:
            if not function.report.verdicts:
                return None
            value = hover_text(function.report) if function.current else "Being checked again."
            content = types.MarkupContent(kind=types.MarkupKind.Markdown, value=value)
            return types.Hover(contents=content, range=text.range(place))
    return None


def code_lenses(
    uri: str, text: Text, known: ShownFindings, notes: Mapping[str, str] = NO_NOTES
) -> list[types.CodeLens]:
    """One line above each function that takes something protected."""
    lenses = [
        _lens(
            uri,
            text.range(f.report.location),
            noted(lens_title(f.report) if f.current else "checking …", notes.get(f.report.name)),
        )
        for f in known.functions
        if f.report.verdicts
    ]
    if known.problem is not None:
        top = types.Position(line=0, character=0)
        lenses.append(_lens(uri, types.Range(top, top), f"not checked: {known.problem}"))
    return lenses


def _lens(uri: str, range_: types.Range, title: str) -> types.CodeLens:
    command = types.Command(title=title, command=SHOW_FINDING, arguments=[uri, range_.start])
    return types.CodeLens(range=range_, command=command)


def _diagnostic(
    uri: str, text: Text, report: FunctionReport, verdict: Verdict, note: str
) -> types.Diagnostic:
    related = None
    if verdict.branch is not None:
        location = types.Location(uri=uri, range=text.range(verdict.branch))
        message = f"This branch depends on {verdict.attribute}"
        related = [types.DiagnosticRelatedInformation(location=location, message=message)]
    diagnostic = types.Diagnostic(
        range=text.range(verdict.location),
        message=noted(verdict.reason, note),
        severity=_SEVERITIES[verdict.severity] if verdict.severity else None,
        source=SOURCE,
        related_information=related,
        data=_data(report, verdict),
    )
    if verdict.code is not None:
        diagnostic.code = verdict.code
        diagnostic.code_description = types.CodeDescription(href=rule_page(verdict.code))
    return diagnostic


def _data(report: FunctionReport, verdict: Verdict) -> dict[str, Any]:
    """What the quick fixes need; the client hands it back with its request."""
    witness = verdict.witness
    # Where the results look alike, the difference is in what the calls changed.
    tells = witness is not None and witness.outcomes[0] != witness.outcomes[1]
    return {
        "function": report.name,
        "attribute": verdict.attribute,
        "calls": list(witness.calls) if witness and tells else None,
    }


def _remark(text: Text, remark: Remark, known: ShownFindings) -> types.Diagnostic:
    return types.Diagnostic(
        range=text.range(remark.location),
        message=remark.message,
        severity=_SEVERITIES[remark.severity],
        source=SOURCE,
        code=remark.code,
        code_description=types.CodeDescription(href=rule_page(remark.code)),
        data={"used": _allowed_around(remark.location, known)},
    )


def _allowed_around(place: Span, known: ShownFindings) -> list[str]:
    """Attributes that are allowed in the functions in which, or right above which, `place` is."""
    reports = (function.report for function in known.functions)
    around = (r for r in reports if r.span.line - 1 <= place.line <= r.span.end_line)
    return [v.attribute for r in around for v in r.verdicts if v.allowed is not None]
