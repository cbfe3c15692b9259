"""How files are named for other programs."""

from __future__ import annotations

from pathlib import Path


def relative_posix(path: str) -> str:
    """The path with `/`, relative to the current folder if it is in there, else absolute."""
    absolute, here = Path(path).absolute(), Path.cwd()
    if absolute.is_relative_to(here):
        return absolute.relative_to(here).as_posix()
    return absolute.as_posix()
