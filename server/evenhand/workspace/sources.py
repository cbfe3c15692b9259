"""Read a Python file of a workspace as text."""

from __future__ import annotations

from pathlib import Path

from evenhand.doors.files import Unreadable, read_bytes
from evenhand.workspace.decoding import NotTextError, decode


def read_source(path: Path, within: Path | None = None) -> str | Unreadable:
    """The text of a Python file, with `\\n` line ends; links may not leave the folder `within`."""
    data = read_bytes(path, within=within)
    if isinstance(data, Unreadable):
        return data

    try:
        return decode(data)
    except NotTextError as error:
        return Unreadable(f"it {error}")
