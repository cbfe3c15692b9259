"""Findings as a SARIF 2.1.0 log, which GitHub's code scanning and many editors read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from evenhand import __version__
from evenhand.apps.cli.output.flat_findings import FlatFinding, flat_findings
from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.paths import relative_posix, uri_path
from evenhand.check.rules.interface import Rule
from evenhand.check.rules.registry import all_rules
from evenhand.doors.printable import printable_lines
from evenhand.findings import Severity, Span

HOME = "https://github.com/evenhand/evenhand"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.WARNING: "warning", Severity.INFORMATION: "note", Severity.HINT: "none"}


class SarifOutput(OutputFormat):
    """`--format sarif`"""

    def document(self, results: Results) -> str:
        return sarif_log(flat_findings(results.reports), results.all_problems)


def sarif_log(findings: Iterable[FlatFinding], problems: Sequence[str] = ()) -> str:
    """The log of some findings; `problems` are sentences about what went wrong."""
    rules = all_rules()
    rule_numbers = {rule.code: number for number, rule in enumerate(rules)}
    notifications = [
        {"level": "error", "message": {"text": printable_lines(problem)}} for problem in problems
    ]
    driver = {
        "name": "Evenhand",
        "version": __version__,
        "informationUri": HOME,
        "rules": [_rule(rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not problems,
                "toolExecutionNotifications": notifications,
            }
        ],
        "results": [_result(finding, rule_numbers[finding.code]) for finding in findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "helpUri": f"{HOME}/blob/main/docs/rules/{rule.code}.md",
        "properties": {"tags": ["fairness"]},
    }


def _result(finding: FlatFinding, rule_number: int) -> dict[str, Any]:
    properties = {"purpose": finding.purpose} if finding.purpose else {}
    return {
        "ruleId": finding.code,
        "ruleIndex": rule_number,
        "level": LEVELS[finding.severity],
        "message": {"text": printable_lines(finding.text)},
        "locations": [_location(finding)],
        "partialFingerprints": {"evenhand/v1": _fingerprint(finding)},
        **({"properties": properties} if properties else {}),
    }


def _location(finding: FlatFinding) -> dict[str, Any]:
    artifact = {"uri": uri_path(relative_posix(finding.path)), "uriBaseId": "%SRCROOT%"}
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if finding.location is not None:
        physical["region"] = _region(finding.location)

    location: dict[str, Any] = {"physicalLocation": physical}
    if finding.function:
        location["logicalLocations"] = [
            {"fullyQualifiedName": finding.function, "kind": "function"}
        ]
    return location


def _region(span: Span) -> dict[str, int]:
    """SARIF counts columns from 1."""
    return {
        "startLine": span.line,
        "startColumn": span.column + 1,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }


def _fingerprint(finding: FlatFinding) -> str:
    """The same for a finding whose lines have moved."""
    message = "" if finding.function else finding.message
    identity = "\0".join(
        [
            relative_posix(finding.path),
            finding.code,
            finding.function,
            finding.attribute,
            message,
        ]
    )
    return hashlib.sha256(identity.encode(errors="surrogatepass")).hexdigest()
