"""Say lines of a notebook's module as lines of its cells."""

from __future__ import annotations

import re
from dataclasses import replace

from evenhand.findings import FileReport, FunctionReport, Span, Verdict

_LINE = re.compile(r"""`[^`]*`|'[^']*'|"[^"]*"|\bline (\d+)\b""")
"""A line, or something that is quoted and stays as it is."""


def with_lines_of_cells(report: FileReport) -> FileReport:
    """The report on a notebook, in whose sentences every line is one of a cell."""
    remarks = [replace(r, message=_said(report, r.message)) for r in report.remarks]
    functions = tuple(_function(report, function) for function in report.functions)
    return replace(report, functions=functions, remarks=tuple(remarks))


def _function(report: FileReport, function: FunctionReport) -> FunctionReport:
    verdicts = tuple(_verdict(report, verdict) for verdict in function.verdicts)
    return replace(function, verdicts=verdicts)


def _verdict(report: FileReport, verdict: Verdict) -> Verdict:
    return replace(verdict, reason=_said(report, verdict.reason))


def _said(report: FileReport, sentence: str) -> str:
    def of_cell(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        line = int(match[1])
        place = report.place_of(Span(line, 0, line, 0))
        return match[0] if place.cell is None else f"line {place.line} of cell {place.cell}"

    return _LINE.sub(of_cell, sentence)
