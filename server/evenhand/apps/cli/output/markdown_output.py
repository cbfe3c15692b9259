"""Findings as Markdown, for the summary of a job or a comment on a change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evenhand.apps.cli.output.flat_findings import FlatFinding, flat_findings
from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.paths import relative_posix
from evenhand.apps.cli.output.text_output import summary
from evenhand.check.proofs.side_by_side_texts import call_lines
from evenhand.doors.printable import printable
from evenhand.findings import Severity

_MARKS = re.compile(r"[\\`*_{}\[\]<>()#+!|~&-]")
_TICKS = re.compile("`+")


class MarkdownOutput(OutputFormat):
    """`--format markdown`"""

    def document(self, results: Results) -> str:
        return "\n".join(_lines(results))


def _lines(results: Results) -> Iterator[str]:
    yield "## Evenhand"
    yield ""
    for problem in results.all_problems:
        yield f"- {_plain(problem)}"
        yield ""
    yield _plain(summary(results.totals, results.verbose))
    for finding in flat_findings(results.reports):
        if finding.severity is not Severity.HINT:
            yield from _finding(finding)


def _finding(finding: FlatFinding) -> Iterator[str]:
    line = f":{finding.location.line}" if finding.location is not None else ""
    place = _plain(f"{relative_posix(finding.path)}{line}")
    yield ""
    yield f"**{place}** {finding.code}: {_plain(finding.message)}"
    calls = [printable(call).strip() for call in call_lines(finding.witness)]
    if calls:
        longest = max((len(ticks) for ticks in _TICKS.findall("\n".join(calls))), default=0)
        fence = "`" * max(3, longest + 1)
        yield ""
        yield f"{fence}python"
        yield from calls
        yield fence


def _plain(text: str) -> str:
    """A text of strangers, of which nothing is markup."""
    return _MARKS.sub(lambda mark: f"\\{mark[0]}", printable(text))
