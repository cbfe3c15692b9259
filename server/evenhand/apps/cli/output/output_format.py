"""What an output format is given, and what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenhand.apps.cli.output.totals import Totals
from evenhand.doors.printable import without_commands
from evenhand.findings import FileReport

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a run of checks found."""

    reports: Sequence[FileReport]
    totals: Totals
    problems: Sequence[str]
    """Paths that could not be read, and settings that could not be used."""
    python: str
    """The interpreter in which the code ran."""
    notes: Sequence[str] = ()
    """What else the user has to know; nothing is wrong."""
    since: str | None = None
    """The Git revision whose later changes were checked; None if everything was."""
    verbose: bool = False
    """Whether good verdicts and hints are shown, too."""

    @property
    def all_problems(self) -> list[str]:
        """Those of the run first, then the others, then for each report that has one, its own."""
        unread = [problem_of(report) for report in self.reports if report.problem]
        return list(dict.fromkeys([*self.totals.problems, *self.problems, *unread]))


def problem_of(report: FileReport) -> str:
    """What could not be read, and why."""
    row = "" if report.row is None else f":row {report.row}"
    return f"{report.path}{row}: {report.problem}"


class OutputFormat:
    """A format of `--format`. This one prints nothing; others override what they print."""

    document_is_summary = False
    """Whether the document only sums up the blocks; `--quiet` leaves it out then."""

    keeps_reports = True
    """Whether the document needs the reports themselves, and not their totals alone."""

    def blocks(self, report: FileReport, verbose: bool) -> Iterator[Text]:
        """What is printed as soon as one file is checked."""
        yield from ()

    def document(self, results: Results) -> str | None:
        """What is printed once all files are checked; None for nothing."""
        return None

    def whole(self, results: Results, verbose: bool) -> str:
        """Everything that is printed, as the text of a file."""
        blocks = (block for report in results.reports for block in self.blocks(report, verbose))
        texts = [f"{without_commands(block.plain)}\n" for block in blocks]
        document = self.document(results)
        return "\n".join([*texts, *([] if document is None else [f"{document}\n"])])
