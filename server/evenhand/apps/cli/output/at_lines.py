"""Leave out of a report what is not around the lines that the user named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from evenhand.apps.cli.functions_at_lines import around_lines
from evenhand.findings import FileReport


def at_lines(lines: Mapping[Path, frozenset[int]]) -> Callable[[FileReport], FileReport]:
    """Narrows the reports on these files to the innermost function around each line."""

    def narrow(report: FileReport) -> FileReport:
        wanted = lines.get(Path(report.path))
        if wanted is None:
            return report
        return around_lines(report, wanted)

    return narrow
