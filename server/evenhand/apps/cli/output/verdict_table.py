"""Verdicts as a table in a Parquet file, which may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evenhand.apps.cli.parquet import RowWriter
from evenhand.check.sentences import of_run
from evenhand.findings import FileReport, Verdict

COLUMNS = {
    "file": "string", "row": "int64", "cell": "int32", "function": "string", "line": "int32",
    "attribute": "string", "verdict": "string", "reason": "string", "first_call": "string",
    "second_call": "string", "first_outcome": "string", "second_outcome": "string",
    "direction": "string", "problem": "string",
}  # fmt: skip
"""A row for each verdict, and one for each text that is unreadable or that nothing could run."""


def write_verdicts(writer: RowWriter, report: FileReport) -> None:
    """Add the verdicts on one file, or on one row of a data set."""
    writer.write_all(_written_rows(report))


def _written_rows(report: FileReport) -> Iterator[Mapping[str, Any]]:
    """The rows to write about a report; `COLUMNS` that are left out are null."""
    origin = {"file": report.path, "row": report.row}
    problems = [*of_run(report.accidents), *([report.problem] if report.problem else [])]
    for problem in problems:
        yield {**origin, "problem": problem}

    for function in report.functions:
        place = report.place_of(function.location)
        where = {"function": function.name, "cell": place.cell, "line": place.line}
        for verdict in function.verdicts:
            yield {**origin, **where, **_verdict_columns(verdict)}


def _verdict_columns(verdict: Verdict) -> Mapping[str, Any]:
    columns = {
        "attribute": verdict.attribute,
        "verdict": verdict.kind.value,
        "reason": verdict.reason,
    }
    witness = verdict.witness
    if witness is None:
        return columns
    return {
        **columns,
        "first_call": witness.calls[0],
        "second_call": witness.calls[1],
        "first_outcome": witness.outcomes[0],
        "second_outcome": witness.outcomes[1],
        "direction": witness.direction,
    }
