"""Leave out of a report what a change has not touched."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.source import Source, parse
from evenhand.doors.files import Unreadable
from evenhand.doors.git import Change, GitError
from evenhand.findings import FileReport, Remark
from evenhand.lines import lines_of
from evenhand.workspace.decoding import NotTextError, decode
from evenhand.workspace.sources import read_source


def touched_by(change: Change) -> Callable[[FileReport], FileReport]:
    """Narrows a report to functions that are new, or whose own or helpers' text has changed."""

    def narrow(report: FileReport) -> FileReport:
        path = Path(report.path)
        touched = _touched(path, _old_text(change, path))
        functions = tuple(f for f in report.functions if f.name in touched.functions)
        remarks = tuple(r for r in report.remarks if _lines_of(r) & touched.lines)
        return replace(report, functions=functions, remarks=remarks)

    return narrow


def _old_text(change: Change, path: Path) -> bytes | None:
    """The bytes of a file before the change; None if it is new, or Git cannot tell."""
    try:
        return change.old_text(path)
    except GitError:
        return None


@dataclass(frozen=True, slots=True)
class _Touched:
    """What a change has touched in one file."""

    functions: Set[str] = frozenset()
    lines: Set[int] = frozenset()
    """Numbers from 1."""


def _touched(path: Path, old_data: bytes | None) -> _Touched:
    new_text = read_source(path)
    if isinstance(new_text, Unreadable):
        return _Touched()
    try:
        new = parse(new_text)
    except SyntaxError:
        return _Touched()

    try:
        old_text = decode(old_data) if old_data is not None else None
        old = parse(old_text) if old_text is not None else None
    except (NotTextError, SyntaxError):
        old_text, old = None, None
    if old_text is None or old is None:
        everything = range(1, new_text.count("\n") + 2)
        return _Touched({function.name for function in new.functions}, set(everything))

    return _Touched(_changed_functions(old, new), _changed_lines(old_text, new_text))


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
