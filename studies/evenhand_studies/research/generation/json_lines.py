"""Files of JSON Lines that only grow, and stay readable if a process is killed while it writes."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from evenhand.doors.files import Unreadable, open_file


def append(file: Path, record: Mapping[str, Any]) -> None:
    """Write one line, and wait until it is on the disk."""
    append_all(file, [record])


def append_all(file: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write a line for each record, and wait until all are on the disk."""
    with file.open("ab") as out:
        for record in records:
            line = json.dumps(record, ensure_ascii=False)
            # Lone surrogates, which models do write, have no UTF-8.
            out.write(line.encode("utf-8", "backslashreplace") + b"\n")
        out.flush()
        os.fsync(out.fileno())


def lines_of(file: Path) -> Iterator[tuple[int, str]]:
    """The lines with their numbers from 1, without half a line at the end.

    Nothing if there is no such file; raises OSError if it is one that cannot be read.
    """
    opened = open_file(file)
    if isinstance(opened, Unreadable):
        if opened.absent:
            return
        raise OSError(opened.reason)

    with io.TextIOWrapper(opened, "utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.endswith("\n"):
                yield number, line


def drop_half_a_line(file: Path) -> None:
    """Remove what was being written when a process was killed."""
    if not file.exists():
        return

    with file.open("rb+") as lines:
        content = lines.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            lines.truncate(whole)
