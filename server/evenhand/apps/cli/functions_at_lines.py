"""The functions around lines that the user named."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from evenhand.findings import FileReport, Span


def around_lines(report: FileReport, lines: Set[int]) -> FileReport:
    """The report on the innermost function around each line."""
    if report.problem:
        return report
    spans = {line: _innermost(report, line) for line in lines}
    without = sorted(line for line, span in spans.items() if span is None)
    functions = tuple(f for f in report.functions if f.span in spans.values())
    remarks = tuple(r for r in report.remarks if any(_holds(r.location, line) for line in lines))
    named = ", ".join(map(str, without))
    problem = f"has no function on line {named}" if without and not remarks else None
    return replace(report, functions=functions, remarks=remarks, problem=problem)


def _innermost(report: FileReport, line: int) -> Span | None:
    around = [f.span for f in report.functions if _holds(f.span, line)]
    return max(around, key=lambda span: span.line, default=None)


def _holds(span: Span, line: int) -> bool:
    return span.line <= line <= span.end_line
