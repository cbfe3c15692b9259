"""Repairs as a patch that `git apply` takes, byte for byte: encodings and line ends stay."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from pathlib import Path

from evenhand.doors.files import Unreadable, is_there, real_path
from evenhand.doors.project import project_of

_OPEN_END = b"\n\\ No newline at end of file\n"
_ODD = frozenset({*range(0x20), 0x22, 0x5C, 0x7F})
"""Bytes for which Git puts a name in quotes."""


def base_of_patches(home: Path) -> Path:
    """The folder to which the names in a patch are relative: where `git apply` looks for them.

    That is the repository of `home`; the current folder if there is none.
    """
    root = project_of(home).root
    return root if is_there(root / ".git") else Path.cwd()


def name_in_patch(path: Path, base: Path) -> str | None:
    """The name of a file below `base`, its links resolved; None if it is not below."""
    real, real_base = real_path(path), real_path(base)
    if isinstance(real, Unreadable) or isinstance(real_base, Unreadable):
        return None
    return real.relative_to(real_base).as_posix() if real.is_relative_to(real_base) else None


def patch(name: str, before: bytes, after: bytes) -> bytes:
    """The change of one file."""
    if before == after:
        return b""
    old, new = _name_field("a", name), _name_field("b", name)
    # Git's own line ends are line feeds alone, whatever Python takes for the end of a line.
    lines = difflib.diff_bytes(difflib.unified_diff, _lines(before), _lines(after), old, new)
    header = b"diff --git %s %s\n" % (_quoted("a", name), _quoted("b", name))
    return header + b"".join(_ended(lines))


def _lines(data: bytes) -> list[bytes]:
    *lines, rest = data.split(b"\n")
    whole = [line + b"\n" for line in lines]
    return [*whole, rest] if rest else whole


def _ended(lines: Iterator[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield line if line.endswith(b"\n") else line + _OPEN_END


def _name_field(side: str, name: str) -> bytes:
    """The name as it stands behind `---` and `+++`, where a tab ends one with spaces."""
    quoted = _quoted(side, name)
    return quoted + b"\t" if b" " in quoted and not quoted.startswith(b'"') else quoted


def _quoted(side: str, name: str) -> bytes:
    data = os.fsencode(f"{side}/{name}")
    if _ODD.isdisjoint(data):
        return data
    escaped = (b"\\%03o" % byte if byte in _ODD else bytes([byte]) for byte in data)
    return b'"%s"' % b"".join(escaped)
