"""A file of findings that are known, so that a check shows only new ones."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from evenhand.apps.cli.output.written_files import write_output
from evenhand.assistants.ledger.records import hash_of
from evenhand.doors.files import Unreadable, is_there, read_text
from evenhand.doors.project import project_of
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
    """The folder of the baseline's file."""
    earlier: frozenset[Entry] = frozenset()
    of_text: Mapping[Entry, Sequence[str]] = field(default_factory=dict)
    """The files of an entry by the rest of it."""

    @classmethod
    def of(cls, folder: Path, entries: Iterable[Entry]) -> Baseline:
        """The baseline with these entries."""
        earlier = frozenset(entries)
        of_text: dict[Entry, list[str]] = {}
        for name, *rest in sorted(earlier):
            of_text.setdefault(tuple(rest), []).append(name)
        return cls(folder, earlier, of_text)

    def narrow(self, report: FileReport) -> FileReport:
        """The report without what is known."""
        lines = _lines(report)
        functions = tuple(self._narrowed(report, f, lines) for f in report.functions)
        remarks = [r for r in report.remarks if not self._knows(report, self._of_remark(report, r))]
        return replace(report, functions=functions, remarks=tuple(remarks))

    def entries(self, report: FileReport) -> Iterable[Entry]:
        """An entry for each finding that is shown."""
        lines = _lines(report)
        for function in report.functions:
            for verdict in function.verdicts:
                if verdict.shown:
                    yield self._entry(report, function, verdict, lines)
        for remark in report.remarks:
            yield self._of_remark(report, remark)

    def _narrowed(
        self, report: FileReport, function: FunctionReport, lines: Sequence[str]
    ) -> FunctionReport:
        verdicts = [
            replace(verdict, severity=None)
            if self._knows(report, self._entry(report, function, verdict, lines))
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

    def _of_remark(self, report: FileReport, remark: Remark) -> Entry:
        return (self._name(report), str(remark.code), remark.message)

    def _knows(self, report: FileReport, entry: Entry) -> bool:
        """Whether a finding is known, in its file or in one that is gone: it was renamed."""
        if entry in self.earlier:
            return True
        base = self._base(report)
        return any(not is_there(base / name) for name in self.of_text.get(entry[1:], ()))

    def _name(self, report: FileReport) -> str:
        """The file relative to the baseline or to its project, wherever the command is started."""
        path = Path(os.path.abspath(report.path))
        base = self._base(report)
        return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.as_posix()

    def _base(self, report: FileReport) -> Path:
        path = Path(os.path.abspath(report.path))
        return self.folder if path.is_relative_to(self.folder) else project_of(path.parent).root


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

    return Baseline.of(_folder(path), entries)


def write_baseline(path: Path, reports: Iterable[FileReport]) -> int:
    """Write every finding that is shown; returns how many there are. Raises `ClickException`."""
    baseline = Baseline(_folder(path))
    entries = {entry for report in reports for entry in baseline.entries(report)}
    document = {"version": BASELINE_VERSION, "findings": sorted(entries)}
    write_output(path, json.dumps(document, indent=1) + "\n")
    return len(entries)


def _folder(path: Path) -> Path:
    return Path(os.path.abspath(path)).parent


def _lines(report: FileReport) -> list[str]:
    """The lines of the file; none if it cannot be read."""
    text = read_source(Path(report.path))
    return [] if isinstance(text, Unreadable) else lines_of(text)
