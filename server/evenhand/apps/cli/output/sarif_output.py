"""Findings as a SARIF 2.1.0 log, which GitHub's code scanning and many editors read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from evenhand import __version__
from evenhand.apps.cli.output.flat_findings import FlatFinding, flat_findings
from evenhand.apps.cli.output.json_output import rate_fields
from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.paths import relative_posix, uri_path
from evenhand.apps.cli.output.rule_pages import rule_page
from evenhand.check.rules.interface import Rule
from evenhand.check.rules.registry import all_rules
from evenhand.doors.printable import json_document, printable_lines
from evenhand.findings import Severity, Span

HOME = "https://github.com/evenhand/evenhand"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
NO_LEVEL = "none"
"""Of a result that is no failure, which its kind has to say."""
LEVELS = {Severity.WARNING: "warning", Severity.INFORMATION: "note", Severity.HINT: NO_LEVEL}


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
    return json_document({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: Rule) -> dict[str, Any]:
    page = _page(rule)
    return {
        "id": rule.code,
        "name": _name(rule.title),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": _first_paragraph(page) or rule.title},
        "help": {"text": page or rule.title, "markdown": page or rule.title},
        "helpUri": f"{HOME}/blob/main/docs/rules/{rule.code}.md",
        "properties": {"tags": ["fairness"], "precision": "high", "problem.severity": "warning"},
    }


def _page(rule: Rule) -> str:
    """The rule's page; empty if this installation has none."""
    try:
        return rule_page(rule.code)
    except click.ClickException:
        return ""


def _first_paragraph(page: str) -> str:
    """What stands between the title of a page and the next empty line, on one line."""
    _, _, text = page.partition("\n\n")
    return " ".join(text.partition("\n\n")[0].split())


def _name(title: str) -> str:
    """A title as a name: `TreatsPeopleDifferently`. Names in Pascal case have no single letters."""
    words = re.findall(r"\w+", title)
    return "".join(word.capitalize() for word in words if len(word) > 1)


def _result(finding: FlatFinding, rule_number: int) -> dict[str, Any]:
    properties: dict[str, Any] = {"purpose": finding.purpose} if finding.purpose else {}
    if finding.judged_by:
        properties["judged_by"] = finding.judged_by
    if finding.rate is not None:
        properties["rate"] = rate_fields(finding.rate)
    level = LEVELS[finding.severity]
    return {
        **({} if level != NO_LEVEL else {"kind": "informational"}),
        "ruleId": finding.code,
        "ruleIndex": rule_number,
        "level": level,
        "message": {"text": printable_lines(finding.text)},
        "locations": [_location(finding)],
        "partialFingerprints": {"evenhand/v1": fingerprint(finding)},
        **({"properties": properties} if properties else {}),
    }


def _location(finding: FlatFinding) -> dict[str, Any]:
    region = {"startLine": 1} if finding.location is None else _region(finding.location)
    physical = {"artifactLocation": _artifact(finding.path), "region": region}
    location: dict[str, Any] = {"physicalLocation": physical}
    if finding.function:
        location["logicalLocations"] = [
            {"fullyQualifiedName": finding.function, "kind": "function"}
        ]
    return location


def _artifact(path: str) -> dict[str, str]:
    """A file below the current folder by its way from there, any other by its whole way."""
    name = relative_posix(path)
    if Path(name).is_absolute():
        return {"uri": f"file://{uri_path(name)}"}
    return {"uri": uri_path(name), "uriBaseId": "%SRCROOT%"}


def _region(span: Span) -> dict[str, int]:
    """SARIF counts columns from 1."""
    return {
        "startLine": span.line,
        "startColumn": span.column + 1,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }


def fingerprint(finding: FlatFinding) -> str:
    """The same for a finding whose lines have moved."""
    is_placed = finding.function and finding.location is not None
    message = "" if is_placed else finding.message
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
