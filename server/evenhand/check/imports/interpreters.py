"""What of an interpreter decides verdicts: which one it is, and what is installed for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evenhand.doors.files import Unreadable, list_folder, stamp_of


def interpreter_stamp(python: str) -> str:
    """Changes when the interpreter is replaced, or a package is installed for it."""
    program = Path(python)
    if not program.is_absolute():
        return python
    places = (program, *_around(program.parent.parent))
    return repr([(str(place), stamp_of(place)) for place in places])


def _around(prefix: Path) -> Iterator[Path]:
    """The folders of packages of an environment, and its settings."""
    yield prefix / "pyvenv.cfg"
    yield prefix / "Lib" / "site-packages"
    for name in ("lib", "lib64"):
        listing = list_folder(prefix / name)
        entries = () if isinstance(listing, Unreadable) else listing.entries
        for entry in entries:
            if entry.name.startswith("python3"):
                yield prefix / name / entry.name / "site-packages"
                yield prefix / name / entry.name / "dist-packages"
