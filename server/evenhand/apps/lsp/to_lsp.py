"""Turns findings into the protocol's diagnostics, hovers and code lenses. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.documents.shown_findings import ShownFindings, ShownFunction
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.lsp_extensions import SHOW_FINDING
from evenhand.apps.lsp.markup import plain, sentence
from evenhand.apps.lsp.wording import (
    DIFFERENCES,
    SOURCE,
    calls_in_words,
    claim_of,
    hover_text,
    lens_title,
    noted,
    problem,
    rule_page,
    spoken,
)
from evenhand.check.cache import plain_form
from evenhand.doors.markdown import without_markup
from evenhand.findings import FunctionReport, Remark, Severity, Span, Verdict, VerdictKind

NOTHING = ""
"""In place of a command: the editor shows the title of such a lens as text."""
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
    in_hovers: bool = False,
) -> list[types.Diagnostic]:
    """All diagnostics of a document, from top to bottom; the message of each is one sentence.

    `notes` say where functions came from, by the function's name. If `with_marks`, a hint stands
    where a difference is decided, besides the finding at the function's name. The two calls stand
    in what is related to a message, unless `in_hovers`: then the hover shows both.
    """
    parts = _Parts(uri, text, with_marks, in_hovers)
    verdicts = [
        _verdict(parts, report, verdict, notes.get(report.name, ""))
        for report, verdict in findings.verdicts
    ]
    remarks = [_remark(text, remark, findings) for remark in findings.remarks]
    marks = _marks(uri, text, findings) if with_marks else ()
    return sorted((*verdicts, *remarks, *marks), key=_start)


def findings_behind(
    uri: str, text: Text, findings: ShownFindings, asked: Iterable[types.Diagnostic]
) -> list[types.Diagnostic]:
    """The diagnostics that a client asks about, as they were published.

    In place of a mark stands the finding that it is of. Some clients hand back less than they got.
    """
    every = diagnostics(uri, text, findings, with_marks=True)
    asked_about = [_complete(diagnostic, every) for diagnostic in asked]
    marked = [subject for d in asked_about if (subject := _marked_by(d)) is not None]
    if not marked:
        return asked_about

    others = [diagnostic for diagnostic in asked_about if _marked_by(diagnostic) is None]
    return [*others, *(finding for finding in every if _subject(finding) in marked)]


def _complete(asked: types.Diagnostic, every: Iterable[types.Diagnostic]) -> types.Diagnostic:
    """A diagnostic with the data that it was published with."""
    if asked.data is not None or asked.source != SOURCE:
        return asked
    same = (d for d in every if (d.range, d.code) == (asked.range, asked.code))
    return next((d for d in same if asked.message.startswith(d.message)), asked)


def hover(
    text: Text,
    findings: ShownFindings,
    position: types.Position,
    *,
    said: bool = False,
    marked_up: bool = True,
) -> types.Hover | None:
    """The verdicts of the function on whose name `position` is; None if there are none.

    `said` if the client shows the diagnostics there itself; `marked_up` if it reads Markdown.
    """
    function = _function_at(findings, *text.column(position))
    if function is None or not function.report.verdicts:
        return None

    value = "Being checked again."
    if function.current:
        value = hover_text(function.report, said=said)
    if not value:
        return None
    content = types.MarkupContent(kind=types.MarkupKind.Markdown, value=value)
    if not marked_up:
        content = types.MarkupContent(types.MarkupKind.PlainText, without_markup(value))
    return types.Hover(contents=content, range=text.range(function.report.location))


def code_lenses(
    uri: str,
    text: Text,
    findings: ShownFindings,
    notes: Mapping[str, str] = NO_NOTES,
    *,
    command: str = SHOW_FINDING,
) -> list[types.CodeLens]:
    """One line above each function in which something was found, or of which there is a note.

    `command` shows what a lens is about; it gets the URI and the position. A function that has
    changed keeps the lens of before, which leads nowhere.
    """
    lenses = [
        _lens(
            uri,
            text.range(function.report.location),
            _function_title(function, findings, notes.get(function.report.name)),
            command if function.current or command != SHOW_FINDING else NOTHING,
        )
        for function in findings.functions
        if _has_lens(function.report, findings, noted=function.report.name in notes)
    ]
    if findings.problem is not None and not findings.functions:  # a new line would move all others
        top = types.Position(line=0, character=0)
        title = f"Not checked: {findings.problem}"
        lenses.append(_lens(uri, types.Range(top, top), title, command))
    return lenses


def _has_lens(report: FunctionReport, findings: ShownFindings, *, noted: bool) -> bool:
    if noted and report.on_inputs:
        return True
    return any(map(_is_telling, report.on_inputs)) or bool(_remarks_on(report, findings))


def _remarks_on(report: FunctionReport, findings: ShownFindings) -> list[Remark]:
    """The remarks on what a function does."""
    return [remark for remark in findings.remarks_in(report) if claim_of(remark)]


def _is_telling(verdict: Verdict) -> bool:
    """Whether a verdict is more than that nothing was found."""
    return verdict.kind in DIFFERENCES or verdict.kind is VerdictKind.NOT_CHECKED


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


def _function_title(function: ShownFunction, findings: ShownFindings, note: str | None) -> str:
    """The title begins as it did before an edit, so that nothing flickers while one types."""
    title = lens_title(function.report, _remarks_on(function.report, findings))
    return noted(title if function.current else f"{title} · before the last edits", note)


def _lens(uri: str, range_: types.Range, title: str, name: str) -> types.CodeLens:
    command = types.Command(title=sentence(title), command=name, arguments=[uri, range_.start])
    return types.CodeLens(range=range_, command=command)


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a diagnostic is made of besides its verdict."""

    uri: str
    text: Text
    with_marks: bool
    in_hovers: bool


def _verdict(
    parts: _Parts, report: FunctionReport, verdict: Verdict, note: str
) -> types.Diagnostic:
    diagnostic = types.Diagnostic(
        range=parts.text.range(verdict.location),
        message=sentence(noted(problem(verdict), note)),
        severity=_SEVERITIES[verdict.severity] if verdict.severity else None,
        source=SOURCE,
        related_information=_related(parts, report, verdict),
        data=_fix_data(report, verdict),
    )
    if verdict.code is not None:
        diagnostic.code = verdict.code
        diagnostic.code_description = types.CodeDescription(href=rule_page(verdict.code))
    return diagnostic


def _related(
    parts: _Parts, report: FunctionReport, verdict: Verdict
) -> list[types.DiagnosticRelatedInformation] | None:
    """The two calls in words if no hover has them, and the branch if that has no mark."""
    related: list[types.DiagnosticRelatedInformation] = []
    if verdict.witness is not None and not parts.in_hovers:
        name = types.Location(uri=parts.uri, range=parts.text.range(verdict.location))
        related += [_information(name, words) for words in calls_in_words(verdict.witness)]
    has_mark = parts.with_marks and _has_mark(report, verdict)
    if verdict.branch is not None and not has_mark:
        branch = types.Location(uri=parts.uri, range=parts.text.range(verdict.branch))
        related.append(_information(branch, f"This branch depends on {spoken(verdict.attribute)}"))
    return related or None


def _information(location: types.Location, text: str) -> types.DiagnosticRelatedInformation:
    return types.DiagnosticRelatedInformation(location=location, message=plain(text))


def _marks(uri: str, text: Text, findings: ShownFindings) -> Iterator[types.Diagnostic]:
    """A hint where each difference is decided, if that is inside of its function."""
    for report, verdict in findings.verdicts:
        place = verdict.decided_at
        if place is not None and _has_mark(report, verdict):
            name = types.Location(uri=uri, range=text.range(verdict.location))
            yield types.Diagnostic(
                range=text.range(place),
                message=plain(f"This decides by {spoken(verdict.attribute)}"),
                severity=types.DiagnosticSeverity.Hint,
                source=SOURCE,
                code=verdict.code,
                related_information=[_information(name, sentence(verdict.reason))],
                data={
                    MARK_OF: [report.name, verdict.attribute],
                    "decidesBy": spoken(verdict.attribute),
                },
            )


def _has_mark(report: FunctionReport, verdict: Verdict) -> bool:
    """Whether a difference is decided inside of its function, where a mark can stand."""
    place = verdict.decided_at
    return verdict.kind.unequal and place is not None and report.span.contains(place)


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
    staging = verdict.witness.staging if verdict.witness is not None else None
    return {
        "function": report.name,
        "attribute": verdict.attribute,
        "purpose": verdict.purpose,
        "name": verdict.name,
        "through": verdict.through,
        "staging": plain_form.plain(staging) if staging is not None else None,
    }


def _remark(text: Text, remark: Remark, findings: ShownFindings) -> types.Diagnostic:
    return types.Diagnostic(
        range=text.range(remark.location),
        message=plain(remark.message),
        severity=_SEVERITIES[remark.severity],
        source=SOURCE,
        code=remark.code,
        code_description=types.CodeDescription(href=rule_page(remark.code)),
        data={
            "used": _allowed_around(remark.location, findings),
            "name": remark.name,
            "about": remark.attribute,
        },
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
