"""Reads the names of the columns of a file of data: the first line of a CSV file."""

from __future__ import annotations

import csv
from pathlib import Path

from evenhand.doors.files import Unreadable, open_file

HEADER_BYTES = 65_536
"""Of a first line; a longer one is no header."""
DELIMITERS = ",;\t|"


def header_of(path: Path) -> tuple[str, ...]:
    """The names in the first line of a text of several columns; none if it has no such line.

    A line with a number among its names is a row, and no header.
    """
    file = open_file(path)
    if isinstance(file, Unreadable):
        return ()
    with file:
        line = file.readline(HEADER_BYTES)

    text = line.decode("utf-8-sig", errors="replace")
    delimiter = max(DELIMITERS, key=text.count)
    if not text.endswith("\n") or delimiter not in text:
        return ()
    names = tuple(name.strip() for name in next(csv.reader([text], delimiter=delimiter), []))
    return () if any(_is_number(name) for name in names) else names


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
