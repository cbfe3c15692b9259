"""Findings for other programs: SARIF, GitHub's annotations, JUnit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from evenhand import __version__
from evenhand.apps.cli.output.flat_findings import Shown, shown
from evenhand.check.rules.interface import Rule
from evenhand.check.rules.registry import all_rules
from evenhand.findings import FileReport, Severity, VerdictKind

HOME = "https://github.com/evenhand/evenhand"
LEVELS = {Severity.WARNING: "warning", Severity.INFORMATION: "note", Severity.HINT: "none"}
COMMANDS = {
    Severity.WARNING: "warning", Severity.INFORMATION: "notice", Severity.HINT: "notice"
}  # fmt: skip


def sarif(reports: Sequence[FileReport], problems: Sequence[str]) -> str:
    """A log of SARIF 2.1.0, as GitHub's code scanning reads it."""
    said = [*problems, *(f"{r.path}: {r.problem}" for r in reports if r.problem)]
    return sarif_log(shown(reports), said)


def sarif_log(findings: Iterable[Shown], said: Sequence[str] = ()) -> str:
    """The log with findings from wherever; `said` is what went wrong."""
    rules = [_rule(rule) for rule in all_rules()]
    numbers = {rule.code: number for number, rule in enumerate(all_rules())}
    run = {
        "tool": {
            "driver": {
                "name": "Evenhand",
                "version": __version__,
                "informationUri": HOME,
                "rules": rules,
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not said,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": text}} for text in said
                ],
            }
        ],
        "results": [_result(one, numbers[one.code]) for one in findings],
    }
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, indent=2)


def github(reports: Sequence[FileReport], problems: Sequence[str]) -> str:
    """One workflow command for each finding; GitHub shows them at the lines of a pull request."""
    return "\n".join(_annotation(one) for one in shown(reports))


def _annotation(one: Shown) -> str:
    where = [f"file={_property(_posix(one.path))}"]
    if one.location is not None:
        place = one.location
        where += [f"line={place.line}", f"endLine={place.end_line}", f"col={place.column + 1}"]
    where.append(f"title={_property(f'Evenhand {one.code}')}")
    return f"::{COMMANDS[one.severity]} {','.join(where)}::{_data(_text(one))}"


def junit(reports: Sequence[FileReport], problems: Sequence[str]) -> str:
    """A test suite for each file, and a test case for each function and attribute."""
    root = ElementTree.Element("testsuites", name="Evenhand")
    for report in reports:
        suite = ElementTree.SubElement(root, "testsuite", name=_posix(report.path))
        counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
        for function in report.functions:
            for verdict in function.verdicts:
                counts["tests"] += 1
                case = ElementTree.SubElement(
                    suite,
                    "testcase",
                    classname=_posix(report.path),
                    name=f"{function.name}: {verdict.attribute}",
                    time=f"{verdict.seconds:.3f}",
                )
                if verdict.shown and verdict.severity is Severity.WARNING:
                    counts["failures"] += 1
                    failed = ElementTree.SubElement(
                        case, "failure", type=str(verdict.code), message=_xml(verdict.reason)
                    )
                    failed.text = _xml("\n".join(_calls(verdict.witness)))
                elif verdict.kind is VerdictKind.NOT_CHECKED:
                    counts["skipped"] += 1
                    ElementTree.SubElement(case, "skipped", message=_xml(verdict.reason))
        if report.problem:
            counts["tests"] += 1
            counts["errors"] += 1
            case = ElementTree.SubElement(
                suite, "testcase", classname=_posix(report.path), name="read"
            )
            ElementTree.SubElement(case, "error", message=_xml(report.problem))
        for name, count in counts.items():
            suite.set(name, str(count))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


FORMATS = {"sarif": sarif, "github": github, "junit": junit}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "helpUri": f"{HOME}/blob/main/docs/rules/{rule.code}.md",
        "properties": {"tags": ["fairness"]},
    }


def _result(one: Shown, number: int) -> dict[str, Any]:
    artifact = {"uri": quote(_posix(one.path)), "uriBaseId": "%SRCROOT%"}
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if one.location is not None:
        physical["region"] = {
            "startLine": one.location.line,
            "startColumn": one.location.column + 1,
            "endLine": one.location.end_line,
            "endColumn": one.location.end_column + 1,
        }
    location: dict[str, Any] = {"physicalLocation": physical}
    if one.function:
        location["logicalLocations"] = [{"fullyQualifiedName": one.function, "kind": "function"}]
    same = f"{_posix(one.path)}\0{one.code}\0{one.function}\0{one.attribute}\0"
    same += "" if one.function else one.message
    return {
        "ruleId": one.code,
        "ruleIndex": number,
        "level": LEVELS[one.severity],
        "message": {"text": _text(one)},
        "locations": [location],
        "partialFingerprints": {"evenhand/v1": hashlib.sha256(same.encode()).hexdigest()},
    }


def _text(one: Shown) -> str:
    return "\n".join([one.message, *_calls(one.witness)])


def _calls(witness: Any) -> list[str]:
    if witness is None:
        return []
    pairs = zip(witness.calls, witness.outcomes, strict=True)
    return [f"    {call}  -> {outcome}" for call, outcome in pairs]


def _posix(path: str) -> str:
    """Relative to the current folder where it lies below it, with `/`."""
    full, here = Path(path).absolute(), Path.cwd()
    return (full.relative_to(here) if full.is_relative_to(here) else full).as_posix()


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _xml(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return "".join(c if c.isprintable() or c in "\n\t" else ascii(c)[1:-1] for c in text)
