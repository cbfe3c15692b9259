"""What of a check is shown: only what a change has touched, or what no baseline knows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from evenhand.assistants.ledger.records import hash_of
from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.source import Source, parse
from evenhand.findings import FileReport, FunctionReport, Remark, Verdict
from evenhand.workspace.decoding import NotTextError, decode
from evenhand.workspace.git import Change

Narrow = Callable[[FileReport], FileReport]
BASELINE_VERSION = 1


def touched_by(change: Change) -> Narrow:
    """Only functions that are new, or whose text or that of their helpers has changed."""

    def narrow(report: FileReport) -> FileReport:
        path = Path(report.path)
        names, lines = _touched(path, change.old_text(path))
        functions = tuple(f for f in report.functions if f.name in names)
        remarks = tuple(r for r in report.remarks if _lines_of(r) & lines)
        return replace(report, functions=functions, remarks=remarks)

    return narrow


def _touched(path: Path, before: bytes | None) -> tuple[set[str], set[int]]:
    """Names of the functions that changed, and the lines that did."""
    try:
        now = decode(path.read_bytes())
        new = parse(now)
    except (OSError, NotTextError, SyntaxError):
        return set(), set()
    every = set(range(1, now.count("\n") + 2))
    try:
        text = decode(before) if before is not None else None
        old = parse(text) if text is not None else None
    except (NotTextError, SyntaxError):
        text, old = None, None
    if text is None or old is None:
        return {f.name for f in new.functions}, every
    known = _fingerprints(old)
    names = {name for name, print_ in _fingerprints(new).items() if known.get(name) != print_}
    same = set(text.splitlines())
    lines = {n for n, line in enumerate(now.splitlines(), 1) if line not in same}
    return names, lines


def _fingerprints(source: Source) -> dict[str, str]:
    dependencies = Dependencies(source)
    return {f.name: dependencies.fingerprint(f, "") for f in source.functions}


def _lines_of(remark: Remark) -> set[int]:
    return set(range(remark.location.line, remark.location.end_line + 1))


@dataclass(frozen=True, slots=True)
class Baseline:
    """Findings that were there before, each with the text that it was found in."""

    folder: Path
    """Where the file lies; paths are relative to it."""
    known: frozenset[tuple[str, ...]]

    def narrow(self, report: FileReport) -> FileReport:
        """Without what the baseline knows; a function that was edited is shown again."""
        texts = _texts(report)
        functions = tuple(
            replace(f, verdicts=tuple(self._left(report, f, v, texts) for v in f.verdicts))
            for f in report.functions
        )
        remarks = tuple(r for r in report.remarks if _remark_key(self, report, r) not in self.known)
        return replace(report, functions=functions, remarks=remarks)

    def _left(
        self, report: FileReport, function: FunctionReport, verdict: Verdict, texts: list[str]
    ) -> Verdict:
        known = _key(self, report, function, verdict, texts) in self.known
        return replace(verdict, severity=None) if known else verdict


def read_baseline(path: Path) -> Baseline:
    """A baseline that `write_baseline` wrote; raises `UsageError`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        known = frozenset(tuple(map(str, entry)) for entry in data["findings"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise click.UsageError(f"{path} is no baseline of Evenhand ({error})") from error
    return Baseline(path.absolute().parent, known)


def write_baseline(path: Path, reports: Iterable[FileReport]) -> int:
    """Write down everything that is shown; how many findings that is."""
    empty = Baseline(path.absolute().parent, frozenset())
    found: list[tuple[str, ...]] = []
    for report in reports:
        texts = _texts(report)
        for function in report.functions:
            shown = (v for v in function.verdicts if v.shown)
            found += [_key(empty, report, function, v, texts) for v in shown]
        found += [_remark_key(empty, report, r) for r in report.remarks]
    entries = sorted(set(found))
    text = json.dumps({"version": BASELINE_VERSION, "findings": entries}, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
    return len(entries)


def _key(
    baseline: Baseline,
    report: FileReport,
    function: FunctionReport,
    verdict: Verdict,
    texts: list[str],
) -> tuple[str, ...]:
    text = "\n".join(texts[function.span.line - 1 : function.span.end_line])
    name = _name(baseline, report)
    return (name, str(verdict.code), function.name, verdict.attribute, hash_of(text)[:16])


def _remark_key(baseline: Baseline, report: FileReport, remark: Remark) -> tuple[str, ...]:
    return (_name(baseline, report), str(remark.code), remark.message)


def _name(baseline: Baseline, report: FileReport) -> str:
    path = Path(report.path).absolute()
    inside = path.is_relative_to(baseline.folder)
    return (path.relative_to(baseline.folder) if inside else path).as_posix()


def _texts(report: FileReport) -> list[str]:
    try:
        return decode(Path(report.path).read_bytes()).splitlines()
    except (OSError, NotTextError):
        return []
