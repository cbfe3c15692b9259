"""Turns findings into the protocol's diagnostics, hovers and code lenses. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.documents.shown_findings import ShownFindings, ShownFunction
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.lsp_extensions import SHOW_FINDING
from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.wording import (
    SOURCE,
    call_with_outcome,
    hover_text,
    lens_title,
    noted,
    rule_page,
)
from evenhand.findings import FunctionReport, Remark, Severity, Span, Verdict

NO_NOTES: Mapping[str, str] = {}
MARK_OF = "markOf"
"""The key in a mark's data of the function and the attribute whose finding it marks."""

_SEVERITIES = {
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics(
    uri: str,
    text: Text,
    findings: ShownFindings,
    notes: Mapping[str, str] = NO_NOTES,
    *,
    with_marks: bool = False,
) -> list[types.Diagnostic]:
    """All diagnostics of a document, from top to bottom.

    `notes` say where functions came from, by the function's name. If `with_marks`, a hint stands
    where a difference is decided, besides the finding at the function's name.
    """
    verdicts = [
        _verdict(uri, text, report, verdict, notes.get(report.name, ""))
        for report, verdict in findings.verdicts
    ]
    remarks = [_remark(text, remark, findings) for remark in findings.remarks]
    marks = _marks(uri, text, findings) if with_marks else ()
    return sorted((*verdicts, *remarks, *marks), key=_start)


def findings_behind(
    uri: str, text: Text, findings: ShownFindings, asked: Iterable[types.Diagnostic]
) -> list[types.Diagnostic]:
    """The diagnostics that a client asks about; in place of a mark, the finding that it is of."""
    all_of_ours = diagnostics(uri, text, findings)
    behind: list[types.Diagnostic] = []
    for diagnostic in asked:
        marked = _marked_by(diagnostic)
        if marked is None:
            behind.append(diagnostic)
        else:
            behind += [finding for finding in all_of_ours if _subject(finding) == marked]
    return behind


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
    """The two calls, and the branch that depends on the attribute, as far as they are known."""
    related: list[types.DiagnosticRelatedInformation] = []
    if verdict.witness is not None:
        pairs = zip(verdict.witness.calls, verdict.witness.outcomes, strict=True)
        name = types.Location(uri=uri, range=text.range(verdict.location))
        related += [_information(name, call_with_outcome(*pair)) for pair in pairs]
    if verdict.branch is not None:
        branch = types.Location(uri=uri, range=text.range(verdict.branch))
        related.append(_information(branch, f"This branch depends on {verdict.attribute}"))
    return related or None


def _information(location: types.Location, text: str) -> types.DiagnosticRelatedInformation:
    return types.DiagnosticRelatedInformation(location=location, message=plain(text))


def _marks(uri: str, text: Text, findings: ShownFindings) -> Iterator[types.Diagnostic]:
    """A hint where each difference is decided, if that is inside of its function."""
    for report, verdict in findings.verdicts:
        place = verdict.decided_at
        if verdict.kind.unequal and place is not None and report.span.contains(place):
            name = types.Location(uri=uri, range=text.range(verdict.location))
            yield types.Diagnostic(
                range=text.range(place),
                message=plain(f"This decides by {verdict.attribute.replace('_', ' ')}"),
                severity=types.DiagnosticSeverity.Hint,
                source=SOURCE,
                code=verdict.code,
                related_information=[_information(name, verdict.reason)],
                data={MARK_OF: [report.name, verdict.attribute]},
            )


def _marked_by(diagnostic: types.Diagnostic) -> tuple[object, ...] | None:
    """The function and the attribute whose finding a diagnostic marks; None if it is no mark."""
    data = diagnostic.data
    marked = data.get(MARK_OF) if isinstance(data, Mapping) else None
    return tuple(marked) if isinstance(marked, Sequence) else None


def _subject(diagnostic: types.Diagnostic) -> tuple[object, ...]:
    data = diagnostic.data if isinstance(diagnostic.data, Mapping) else {}
    return data.get("function"), data.get("attribute")


def _fix_data(report: FunctionReport, verdict: Verdict) -> dict[str, Any]:
    """What the quick fixes need; the client hands it back with its request."""
    witness = verdict.witness
    # If the results look alike, the calls differ in what they change, which a test cannot show.
    has_telling_results = witness is not None and witness.outcomes[0] != witness.outcomes[1]
    return {
        "function": report.name,
        "attribute": verdict.attribute,
        "purpose": verdict.purpose,
        "name": verdict.name,
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
        data={"used": _allowed_around(remark.location, findings), "name": remark.name},
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
