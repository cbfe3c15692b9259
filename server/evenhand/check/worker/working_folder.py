"""In which folder code runs: where the files are that it names, as its user would start it."""

from __future__ import annotations

import os
import re
import types
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .tripwire import Tripwire, is_inside

_FILE = re.compile(r"(?![/\\])[\w .\\/-]{1,120}\.[A-Za-z]\w{0,7}")
"""A text that names a file, relative to some folder: `rules/loan.json`."""
_FOLDER = re.compile(r"[\w-]{1,40}")
"""One that may name a folder: the first part of `Path("rules") / "loan.json"`."""
MOST_NAMES = 40
"""Names of each kind that are looked for."""


def enter(statements: Iterable[Any], path: str, roots: tuple[str, ...], wire: Tripwire) -> None:
    """Go where a file is that the code names: beside it, or above it in the project.

    Without such a file the current folder stays, which is empty. `statements` are compiled.
    """
    texts = list(dict.fromkeys(text for code in statements for text in _texts(code)))
    around = list(_folders_around(path, roots))
    for pattern, is_there in ((_FILE, os.path.isfile), (_FOLDER, os.path.isdir)):
        names = list(islice(filter(pattern.fullmatch, texts), MOST_NAMES))
        for folder in around:
            places = [os.path.join(folder, name) for name in names]
            if pattern is _FILE:
                wire.note(*places)  # one that appears later is another outcome
            if any(map(is_there, places)):
                os.chdir(folder)
                return


def _folders_around(path: str, roots: tuple[str, ...]) -> Iterator[str]:
    """The folder of a file, and those around it as far as they may be read."""
    folder = os.path.dirname(os.path.abspath(path))
    while is_inside(folder, roots):
        yield folder
        folder = os.path.dirname(folder)


def _texts(code: Any) -> Iterator[str]:
    """The constants of compiled code that are texts; a statement may not have been compiled."""
    for constant in code.co_consts if isinstance(code, types.CodeType) else ():
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, types.CodeType):
            yield from _texts(constant)
        elif isinstance(constant, tuple):
            yield from (each for each in constant if isinstance(each, str))
