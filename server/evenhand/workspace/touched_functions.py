"""Leave out of a report what a change has not touched."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.source import Source, parse
from evenhand.doors.files import Unreadable, read_bytes
from evenhand.doors.git import Change, GitError
from evenhand.doors.renames import text_before
from evenhand.findings import FileReport, Remark
from evenhand.lines import lines_of
from evenhand.workspace.decoding import NotTextError
from evenhand.workspace.sources import most_bytes, source_text


def touched_by(change: Change) -> Callable[[FileReport], FileReport]:
    """Narrows a report to functions that are new, or whose own or helpers' text has changed.

    A file that was only renamed is the same file.
    """

    def narrow(report: FileReport) -> FileReport:
        path = Path(report.path)
        data = read_bytes(path, most_bytes(path))
        touched = Touched()
        if not isinstance(data, Unreadable):
            touched = touched_in(change, path, data)
        return touched.of(report)

    return narrow


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change has touched in one file."""

    functions: Set[str] = frozenset()
    lines: Set[int] = frozenset()
    """Numbers from 1."""

    def of(self, report: FileReport) -> FileReport:
        """What a report says of that."""
        functions = tuple(f for f in report.functions if f.name in self.functions)
        remarks = tuple(r for r in report.remarks if _lines_of(r) & self.lines)
        left_over = tuple(x for x in report.left_over if x.location.line in self.lines)
        allowances = tuple(x for x in report.allowances if x.location.line in self.lines)
        return replace(
            report, functions=functions, remarks=remarks, left_over=left_over, allowances=allowances
        )


def touched_in(change: Change, path: Path, data: bytes) -> Touched:
    """What of a file has been touched, now that it holds `data`."""
    return _touched(path, data, _old_text(change, path, data))


def _old_text(change: Change, path: Path, data: bytes) -> bytes | None:
    """The bytes of a file before the change; None if it is new, or Git cannot tell."""
    try:
        return text_before(change, path, data)
    except GitError:
        return None


def _touched(path: Path, data: bytes, old_data: bytes | None) -> Touched:
    try:
        new_text = source_text(path, data).text
        new = parse(new_text)
    except (NotTextError, SyntaxError):
        return Touched()

    try:
        old_text = source_text(path, old_data).text if old_data is not None else None
        old = parse(old_text) if old_text is not None else None
    except (NotTextError, SyntaxError):
        old_text, old = None, None
    if old_text is None or old is None:
        everything = range(1, new_text.count("\n") + 2)
        return Touched({function.name for function in new.functions}, set(everything))

    return Touched(_changed_functions(old, new), _changed_lines(old_text, new_text))


def _changed_functions(old: Source, new: Source) -> set[str]:
    before, after = _fingerprints(old), _fingerprints(new)
    return {name for name, fingerprint in after.items() if before.get(name) != fingerprint}


def _changed_lines(old_text: str, new_text: str) -> set[int]:
    """Numbers of lines whose text is nowhere in the old file."""
    old_lines = set(lines_of(old_text))
    numbered = enumerate(lines_of(new_text), 1)
    return {number for number, line in numbered if line not in old_lines}


def _fingerprints(source: Source) -> dict[str, str]:
    dependencies = Dependencies(source)
    return {f.name: dependencies.fingerprint(f, "") for f in source.functions}


def _lines_of(remark: Remark) -> set[int]:
    return set(range(remark.location.line, remark.location.end_line + 1))
