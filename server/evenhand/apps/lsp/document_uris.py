"""The URI of a file."""

from __future__ import annotations

from pathlib import Path

from pygls.uris import from_fs_path


def uri_of(path: Path) -> str:
    """The URI of a file as clients write it."""
    try:
        return from_fs_path(str(path)) or ""
    except UnicodeEncodeError:  # its name is not UTF-8
        return path.absolute().as_uri()
