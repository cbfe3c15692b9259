"""Findings for a person: one block each, then a line that sums up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from rich.console import Console
from rich.text import Text

from evenhand.apps.cli.output.totals import Totals, counted
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Remark,
    Severity,
    Span,
    Verdict,
    VerdictKind,
    Witness,
)
from evenhand.isolation import Isolation

_COLOUR = {Severity.WARNING: "yellow", Severity.INFORMATION: "cyan", Severity.HINT: "dim"}
_INDENT = "    "
_WORD = re.compile(r"\w+|\W")
_WIDE = 96
"""Calls longer than this have their outcome on a line of its own."""


def output_console() -> Console:
    """Standard output: in colour only on a terminal, never wrapped."""
    return Console(highlight=False, soft_wrap=True, emoji=False, markup=False)


def blocks(report: FileReport, verbose: bool) -> Iterator[Text]:
    """What is printed about one file, in the order of the source."""
    lines: list[tuple[Span, Text]] = []
    for function in report.functions:
        for verdict in function.verdicts:
            if is_printed(verdict.severity if verdict.shown else None, verbose):
                lines.append((verdict.location, _finding(report.path, verdict)))
            elif verbose:
                lines.append((verdict.location, _quiet_verdict(report.path, function, verdict)))
    for remark in report.remarks:
        if is_printed(remark.severity, verbose):
            lines.append((remark.location, _remark(report.path, remark)))
    for _, text in sorted(lines, key=lambda pair: (pair[0].line, pair[0].column)):
        yield text


def is_printed(severity: Severity | None, verbose: bool) -> bool:
    """Hints are for those who ask for everything."""
    return severity is not None and (verbose or severity is not Severity.HINT)


def summary(totals: Totals, what: str = "file") -> str:
    """One line: what was found, in how much, in what time, and what was left out."""
    if totals.unequal:
        verb = "treats" if totals.unequal == 1 else "treat"
        found = f"{counted(totals.unequal, 'function')} that {verb} people differently"
    else:
        found = "no function that treats people differently"
    text = f"Found {found} in {counted(totals.files, what)} ({totals.seconds:.1f} s)"
    if totals.other:
        text += f"; {counted(totals.other, 'other finding')}"
    if totals.unchecked:
        text += f"; {totals.unchecked} could not be checked (see --verbose)"
    if totals.hints:
        text += f"; {counted(totals.hints, 'hint')} (see --verbose)"
    if totals.unread:
        text += f"; {counted(totals.unread, what)} could not be read"
    if totals.standing.level is Isolation.BASIC:
        text += "; the code ran behind basic isolation only"
        text += " (see `evenhand doctor`)" if totals.standing.problems else ""
    return text + "."


def printable(text: str) -> str:
    """`text` without characters that would move a terminal's cursor."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _finding(path: str, verdict: Verdict) -> Text:
    text = _head(path, verdict.location, str(verdict.code), verdict.reason, verdict.severity)
    if verdict.witness:
        text.append_text(_witness(verdict.witness))
    return text


def _remark(path: str, remark: Remark) -> Text:
    return _head(path, remark.location, remark.code, remark.message, remark.severity)


def _quiet_verdict(path: str, function: FunctionReport, verdict: Verdict) -> Text:
    said = verdict.kind.replace("_", " ")
    if verdict.allowed is not None:
        said += f", allowed ({verdict.allowed or 'no reason given'})"
    if _says_its_kind(verdict):
        said = verdict.reason
    elif verdict.reason:
        said += f": {verdict.reason}"
    line = f"{verdict.attribute} in {function.name}: {said}"
    return _place(path, verdict.location).append(printable(line), style="dim")


def _says_its_kind(verdict: Verdict) -> bool:
    """Whether the reason begins with the name of the verdict's kind."""
    if verdict.allowed is not None:
        return False
    if verdict.kind is VerdictKind.NOT_CHECKED:
        return verdict.cause is not None and verdict.branch is None
    return verdict.kind is VerdictKind.NO_DIFFERENCE_FOUND


def _head(path: str, place: Span, code: str, sentence: str, severity: Severity | None) -> Text:
    text = _place(path, place)
    text.append(code, style=f"bold {_COLOUR[severity]}" if severity else "bold")
    text.append(f" {printable(sentence)}")
    if severity is not Severity.WARNING:
        text.append(f" ({severity})", style="dim")
    return text


def _place(path: str, place: Span) -> Text:
    return Text.assemble((printable(path), "bold"), f":{place.line}:{place.column + 1}: ")


def _witness(witness: Witness) -> Text:
    """Both calls, aligned, what differs in them in bold, each with its outcome."""
    calls = [printable(call) for call in witness.calls]
    width = max(map(len, calls))
    start, end = _difference(*calls)
    text = Text()
    for call, outcome in zip(calls, witness.outcomes, strict=True):
        text.append(f"\n{_INDENT}{call[:start]}").append(call[start : len(call) - end], "bold")
        text.append(call[len(call) - end :])
        text.append(" " * (width - len(call)) if width <= _WIDE else f"\n{_INDENT * 2}")
        text.append(f"  -> {printable(outcome)}" if width <= _WIDE else f"-> {printable(outcome)}")
    return text


def _difference(one: str, other: str) -> tuple[int, int]:
    """How many characters two texts share in whole words: at their start, then at their end."""
    ones, others = _WORD.findall(one), _WORD.findall(other)
    start = _shared(ones, others)
    end = _shared(ones[start:][::-1], others[start:][::-1])
    return len("".join(ones[:start])), len("".join(ones[len(ones) - end :]))


def _shared(one: list[str], other: list[str]) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
