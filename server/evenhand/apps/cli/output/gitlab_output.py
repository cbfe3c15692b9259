"""Findings as a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import hashlib
from typing import Any

from evenhand.apps.cli.output.flat_findings import FlatFinding, flat_findings
from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.paths import relative_posix
from evenhand.apps.cli.output.sarif_output import fingerprint
from evenhand.doors.printable import json_document, printable
from evenhand.findings import Severity

SEVERITIES = {Severity.WARNING: "major", Severity.INFORMATION: "minor", Severity.HINT: "info"}


class GitLabOutput(OutputFormat):
    """`--format gitlab`"""

    def document(self, results: Results) -> str:
        issues = [_problem(problem) for problem in results.all_problems]
        issues += [_issue(finding) for finding in flat_findings(results.reports)]
        return json_document(issues)


def _problem(problem: str) -> dict[str, Any]:
    """Something that could not be done, which is in no file."""
    return {
        "description": printable(problem),
        "check_name": "evenhand",
        "fingerprint": hashlib.sha256(problem.encode(errors="surrogatepass")).hexdigest(),
        "severity": "blocker",
        "location": {"path": ".", "lines": {"begin": 1}},
    }


def _issue(finding: FlatFinding) -> dict[str, Any]:
    line = finding.location.line if finding.location is not None else 1
    return {
        "description": printable(finding.message),
        "check_name": finding.code,
        "fingerprint": fingerprint(finding),
        "severity": SEVERITIES[finding.severity],
        "location": {"path": relative_posix(finding.path), "lines": {"begin": line}},
    }
