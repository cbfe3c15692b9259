"""Applies a unified diff as models write it: with line numbers that are wrong or missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.lines import lines_of

_HUNK = re.compile(r"@@")
_HEADER = re.compile(r"(?:diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ )")


@dataclass(frozen=True, slots=True)
class _Hunk:
    """Lines that are there, and what takes their place."""

    old: tuple[str, ...]
    new: tuple[str, ...]


def is_diff(block: str) -> bool:
    """Whether a block of code is a diff: it has a hunk, or lines that go and lines that come."""
    lines = lines_of(block)
    if any(_HUNK.match(line) for line in lines):
        return True
    signs = {line[:1] for line in lines if line.strip() and not _HEADER.match(line)}
    return "-" in signs and signs <= {"-", "+", " "}


def patched(text: str, diff: str) -> str | None:
    """The text with all hunks of a diff applied; None if one of them fits nowhere."""
    lines = lines_of(text)
    for hunk in _hunks(diff):
        place = _place(lines, hunk.old)
        if place is None:
            return None
        shift = _indent(lines[place]) - _indent(hunk.old[0])
        lines[place : place + len(hunk.old)] = [_shifted(line, shift) for line in hunk.new]
    return "\n".join(lines) + "\n"


def _hunks(diff: str) -> list[_Hunk]:
    """The hunks of a diff that say where they belong."""
    parts: list[list[str]] = [[]]
    for line in lines_of(diff):
        if _HUNK.match(line):
            parts.append([])
        elif not _HEADER.match(line) and not line.startswith("\\"):
            parts[-1].append(line)

    hunks = (
        _Hunk(
            tuple(_content(line) for line in part if not line.startswith("+")),
            tuple(_content(line) for line in part if not line.startswith("-")),
        )
        for part in map(_without_blank_ends, parts)
    )
    return [hunk for hunk in hunks if hunk.old and hunk.old != hunk.new]


def _content(line: str) -> str:
    return line[1:] if line[:1] in {"+", "-", " "} else line


def _without_blank_ends(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    while lines and not lines[0].strip():
        lines = lines[1:]
    return lines


def _place(lines: Sequence[str], old: Sequence[str]) -> int | None:
    """Where the lines of a hunk are: as they stand, else whatever their indentation is."""
    for same in (str.rstrip, str.strip):
        wanted = [same(line) for line in old]
        have = [same(line) for line in lines]
        for start in range(len(have) - len(wanted) + 1):
            if have[start : start + len(wanted)] == wanted:
                return start
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _shifted(line: str, by: int) -> str:
    """The line with more or less white space before it."""
    if by >= 0:
        return " " * by + line if line.strip() else line
    return line[min(-by, _indent(line)) :]
