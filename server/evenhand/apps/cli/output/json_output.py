"""Everything that a run found as one JSON document, described in the README."""

from __future__ import annotations

from typing import Any

from evenhand import __version__
from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.check.proofs.witness_programs import program_of
from evenhand.doors.printable import json_document
from evenhand.findings import (
    Allowance,
    FileReport,
    FunctionReport,
    LeftOver,
    Rate,
    Remark,
    Span,
    Verdict,
    VerdictKind,
)

SCHEMA_VERSION = 1
"""Of the document; it grows when a name goes or gets another meaning, and not when one is added."""


class JsonOutput(OutputFormat):
    """`--format json`"""

    def document(self, results: Results) -> str:
        functions = [
            _function(report, function)
            for report in results.reports
            for function in report.functions
        ]
        return json_document({"functions": functions, "summary": _summary(results)})


def _function(report: FileReport, function: FunctionReport) -> dict[str, Any]:
    return {
        "path": report.path,
        **_where(report, function.location),
        "name": function.name,
        "verdicts": [_verdict(report, verdict) for verdict in function.verdicts],
    }


def _where(report: FileReport, location: Span) -> dict[str, int]:
    """The line, and the cell or the row that it is in, if it is in one."""
    place = report.place_of(location)
    numbers = {"row": place.row, "cell": place.cell, "line": place.line}
    return {name: number for name, number in numbers.items() if number is not None}


def _verdict(report: FileReport, verdict: Verdict) -> dict[str, Any]:
    witness = verdict.witness
    allowance = f" Allowed: {verdict.allowed}" if verdict.allowed is not None else ""
    return {
        "attribute": verdict.attribute,
        "input": verdict.input,
        "name": verdict.name or None,
        "verdict": verdict.kind,
        "code": verdict.code,
        "severity": verdict.severity if verdict.shown else None,
        "reason": verdict.reason + allowance,
        "cause": verdict.cause,
        "purpose": verdict.purpose,
        "purpose_sign": verdict.recognised.sign if verdict.recognised is not None else None,
        "judged_by": verdict.second_reading and verdict.second_reading.reader,
        "through": verdict.through or None,
        "stood_in": list(verdict.stood_in),
        "pairs": verdict.pairs,
        "seconds": round(verdict.seconds, 4),
        "witness": witness
        and {
            "calls": list(witness.calls),
            "outcomes": list(witness.outcomes),
            "program": program_of(report, witness),
        },
        "rate": rate_fields(verdict.rate) if verdict.rate is not None else None,
    }


def rate_fields(rate: Rate) -> dict[str, Any]:
    """How many people a difference touches, as numbers."""
    return {
        "people": rate.people,
        "changed": rate.changed,
        "share": round(rate.changed / rate.people, 4),
        "interval": [round(end, 4) for end in rate.interval],
        "size": rate.size,
    }


def _summary(results: Results) -> dict[str, Any]:
    totals = results.totals
    remarks = [_remark(report, remark) for report in results.reports for remark in report.remarks]
    return {
        "version": __version__,
        "schema": SCHEMA_VERSION,
        "files": totals.files,
        "rows": totals.rows,
        "functions": totals.functions,
        "verdicts": {kind: totals.verdicts[kind] for kind in VerdictKind},
        "findings": totals.unequal + totals.features + totals.queries + totals.other,
        "remarks": remarks,
        "not_looked_at": [_left(report, x) for report in results.reports for x in report.left_over],
        "allowances": [
            _allowance(report, x) for report in results.reports for x in report.allowances
        ],
        "problems": results.all_problems,
        "notes": list(results.notes),
        "seconds": round(totals.seconds, 3),
        "isolation": totals.standing.level,
        "isolation_problems": list(totals.standing.problems),
        "python": results.python,
    }


def _left(report: FileReport, left: LeftOver) -> dict[str, Any]:
    where = _where(report, left.location)
    return {"path": report.path, **where, "attribute": left.attribute, "name": left.name}


def _allowance(report: FileReport, allowance: Allowance) -> dict[str, Any]:
    where = _where(report, allowance.location)
    attributes, reason = sorted(allowance.attributes), allowance.reason or None
    return {"path": report.path, **where, "attributes": attributes, "reason": reason}


def _remark(report: FileReport, remark: Remark) -> dict[str, Any]:
    return {
        "path": report.path,
        **_where(report, remark.location),
        "code": remark.code,
        "severity": remark.severity,
        "message": remark.message,
        "attribute": remark.attribute or None,
        "name": remark.name or None,
        "purpose": remark.purpose,
        "decided_on": remark.decided_on or None,
    }
