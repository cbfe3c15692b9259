"""How files are named for other programs."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote, quote_from_bytes


def relative_posix(path: str) -> str:
    """The path with `/`, relative to the current folder if it is in there, else absolute."""
    absolute, here = Path(path).absolute(), Path.cwd()
    if absolute.is_relative_to(here):
        return absolute.relative_to(here).as_posix()
    return absolute.as_posix()


def uri_path(path: str) -> str:
    """The path as part of a URI, whatever bytes the file system has for it."""
    try:
        return quote_from_bytes(os.fsencode(path))
    except UnicodeEncodeError:  # a name that is on no disk, such as that of standard input
        return quote(path, errors="backslashreplace")
