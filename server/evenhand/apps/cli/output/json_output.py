"""Everything that a run found out, as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from evenhand.apps.cli.output.totals import Totals
from evenhand.findings import FileReport, Verdict, VerdictKind


def document(
    reports: Sequence[FileReport], totals: Totals, problems: Sequence[str], python: str
) -> str:
    """The document, described in the README."""
    return json.dumps(
        {
            "functions": [
                {
                    "path": report.path,
                    "name": function.name,
                    "line": function.line,
                    "verdicts": [_verdict(verdict) for verdict in function.verdicts],
                }
                for report in reports
                for function in report.functions
            ],
            "summary": _summary(reports, totals, problems, python),
        },
        indent=2,
    )


def _verdict(verdict: Verdict) -> dict[str, Any]:
    witness = verdict.witness
    allowed = f" Allowed: {verdict.allowed}" if verdict.allowed is not None else ""
    return {
        "attribute": verdict.attribute,
        "input": verdict.input,
        "verdict": verdict.kind,
        "code": verdict.code,
        "severity": verdict.severity if verdict.shown else None,
        "reason": verdict.reason + allowed,
        "cause": verdict.cause,
        "pairs": verdict.pairs,
        "seconds": round(verdict.seconds, 4),
        "witness": witness and {"calls": list(witness.calls), "outcomes": list(witness.outcomes)},
    }


def _summary(
    reports: Sequence[FileReport], totals: Totals, problems: Sequence[str], python: str
) -> dict[str, Any]:
    return {
        "files": totals.files,
        "functions": totals.functions,
        "verdicts": {kind: totals.verdicts[kind] for kind in VerdictKind},
        "findings": totals.unequal + totals.other,
        "remarks": [
            {
                "path": report.path,
                "line": remark.location.line,
                "code": remark.code,
                "severity": remark.severity,
                "message": remark.message,
            }
            for report in reports
            for remark in report.remarks
        ],
        "problems": [
            *problems,
            *(f"{report.path}: {report.problem}" for report in reports if report.problem),
        ],
        "seconds": round(totals.seconds, 3),
        "isolation": totals.standing.level,
        "isolation_problems": list(totals.standing.problems),
        "python": python,
    }
