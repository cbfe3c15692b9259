"""Findings as workflow commands, which GitHub shows at the lines of a pull request."""

from __future__ import annotations

from evenhand.apps.cli.output.flat_findings import FlatFinding, flat_findings
from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.paths import relative_posix
from evenhand.doors.printable import printable, printable_lines, without_commands
from evenhand.findings import Severity

COMMANDS = {
    Severity.WARNING: "warning", Severity.INFORMATION: "notice", Severity.HINT: "notice"
}  # fmt: skip


class GitHubOutput(OutputFormat):
    """`--format github`"""

    def document(self, results: Results) -> str:
        problems = [f"::error title=Evenhand::{_escaped(p)}" for p in results.all_problems]
        return "\n".join([*problems, *map(_annotation, flat_findings(results.reports))])


def _annotation(finding: FlatFinding) -> str:
    properties = [f"file={_property(relative_posix(finding.path))}"]
    if finding.location is not None:
        span = finding.location
        properties += [f"line={span.line}", f"endLine={span.end_line}", f"col={span.column + 1}"]
    properties.append(f"title={_property(f'Evenhand {finding.code}')}")

    command = COMMANDS[finding.severity]
    return f"::{command} {','.join(properties)}::{_escaped(finding.text)}"


def _escaped(text: str) -> str:
    return (
        without_commands(printable_lines(text))
        .replace("%", "%25")
        .replace("\r", "%0D")
        .replace("\n", "%0A")
    )


def _property(text: str) -> str:
    return _escaped(printable(text)).replace(":", "%3A").replace(",", "%2C")
