"""Where the tests of a file go, and what a new test file starts with."""

from __future__ import annotations

import os
from pathlib import Path

from evenhand.check.proofs.modules import Module
from evenhand.doors.files import is_folder, is_within

FOLDERS = ("tests", "test")


def pytest_file_for(file: Path, module: Module, top: Path | None) -> Path:
    """`test_<module>_evenhand.py` in the nearest tests folder up to `top`, which may be new."""
    name = f"test_{module.name.rpartition('.')[2]}_evenhand.py"
    for folder in (file.parent, *file.parent.parents):
        for tests in FOLDERS:
            if is_folder(folder / tests) and is_within(folder / tests, top or module.root):
                return folder / tests / name
        if folder == top or top is None:
            break
    return (top or module.root) / "tests" / name


def beginning(file: Path, module: Module) -> str:
    """What a new test file starts with: a title, and where to look for the module."""
    title = f'"""Calls that should have the same outcome for everyone, for `{module.name}`."""\n'
    if file.parent == module.root:
        return title
    folder = _literal(way(file.parent, module.root))
    path = f"sys.path.insert(0, str(Path(__file__).resolve().parent / {folder}))\n"
    return f"{title}\nimport sys\nfrom pathlib import Path\n\n{path}"


def way(folder: Path, target: Path) -> str:
    """The way from a folder to another place, with `/`."""
    return Path(os.path.relpath(target, folder)).as_posix()


def _literal(text: str) -> str:
    """A name of a folder as source text, whatever quotation marks are in it."""
    is_plain = text.isprintable() and not set(text) & set('"\\')
    return f'"{text}"' if is_plain else ascii(text)
