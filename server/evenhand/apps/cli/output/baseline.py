"""A file of findings that are known, so that a check shows only new ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from evenhand.apps.cli.output.written_files import write_output
from evenhand.assistants.ledger.records import hash_of
from evenhand.doors.files import Unreadable, read_text
from evenhand.findings import FileReport, FunctionReport, Remark, Verdict
from evenhand.lines import lines_of
from evenhand.workspace.sources import read_source

BASELINE_VERSION = 1
BASELINE_BYTES = 50_000_000

Entry = tuple[str, ...]
"""What identifies a finding: its file, its code, and the function's text or the message."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Findings that are known. A function that was edited since is shown again."""

    folder: Path
    """The folder of the baseline's file; entries name files relative to it."""
    earlier: frozenset[Entry] = frozenset()

    def narrow(self, report: FileReport) -> FileReport:
        """The report without what is known."""
        lines = _lines(report)
        functions = tuple(self._narrowed(report, f, lines) for f in report.functions)
        remarks = [r for r in report.remarks if self._remark_entry(report, r) not in self.earlier]
        return replace(report, functions=functions, remarks=tuple(remarks))

    def entries(self, report: FileReport) -> Iterable[Entry]:
        """An entry for each finding that is shown."""
        lines = _lines(report)
        for function in report.functions:
            for verdict in function.verdicts:
                if verdict.shown:
                    yield self._entry(report, function, verdict, lines)
        for remark in report.remarks:
            yield self._remark_entry(report, remark)

    def _narrowed(
        self, report: FileReport, function: FunctionReport, lines: Sequence[str]
    ) -> FunctionReport:
        verdicts = [
            replace(verdict, severity=None)
            if self._entry(report, function, verdict, lines) in self.earlier
            else verdict
            for verdict in function.verdicts
        ]
        return replace(function, verdicts=tuple(verdicts))

    def _entry(
        self, report: FileReport, function: FunctionReport, verdict: Verdict, lines: Sequence[str]
    ) -> Entry:
        text = "\n".join(lines[function.span.line - 1 : function.span.end_line])
        digest = hash_of(text)[:16]
        return (self._name(report), str(verdict.code), function.name, verdict.attribute, digest)

    def _remark_entry(self, report: FileReport, remark: Remark) -> Entry:
        return (self._name(report), str(remark.code), remark.message)

    def _name(self, report: FileReport) -> str:
        path = Path(report.path).absolute()
        if path.is_relative_to(self.folder):
            return path.relative_to(self.folder).as_posix()
        return path.as_posix()


def read_baseline(path: Path) -> Baseline:
    """A baseline that `write_baseline` wrote; raises `UsageError`."""
    text = read_text(path, BASELINE_BYTES)
    if isinstance(text, Unreadable):
        raise click.UsageError(f"{path} is not a baseline of Evenhand ({text.reason})")
    try:
        document = json.loads(text)
        entries = frozenset(tuple(map(str, entry)) for entry in document["findings"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise click.UsageError(f"{path} is not a baseline of Evenhand ({error})") from error

    return Baseline(path.absolute().parent, entries)


def write_baseline(path: Path, reports: Iterable[FileReport]) -> int:
    """Write every finding that is shown; returns how many there are. Raises `ClickException`."""
    baseline = Baseline(path.absolute().parent)
    entries = {entry for report in reports for entry in baseline.entries(report)}
    document = {"version": BASELINE_VERSION, "findings": sorted(entries)}
    write_output(path, json.dumps(document, indent=1) + "\n")
    return len(entries)


def _lines(report: FileReport) -> list[str]:
    """The lines of the file; none if it cannot be read."""
    text = read_source(Path(report.path))
    return [] if isinstance(text, Unreadable) else lines_of(text)
