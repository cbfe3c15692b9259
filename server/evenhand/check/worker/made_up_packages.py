"""Makes up the packages that relative imports go through, for a file that is in none."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

from .importing import WatchedFinder, is_in
from .missing_modules import MADE_UP, stand_in_module
from .worlds import StandInWorld

RELATIVE = re.compile(r"^[ \t]*from[ \t]+(\.+)", re.MULTILINE)
DEEPEST = 8
"""Dots of a relative import."""


def made_up_package(
    source: str, path: str, readable: tuple[str, ...], finder: WatchedFinder, world: StandInWorld
) -> str:
    """The package that is made up for a file: what is beside the file is in it.

    It is in as many others as relative imports go through; empty if there are no such imports.
    """
    dots = [len(match) for match in RELATIVE.findall(source)]
    depth = min(max(dots, default=0), DEEPEST)
    folder = os.path.dirname(os.path.abspath(path))

    modules: dict[str, Any] = sys.modules
    for level in range(1, depth + 1):
        folders = (folder,) if is_in(folder, readable) else ()
        finder.packages.update(folders)
        name = _name(level, depth)
        modules[name] = stand_in_module(name, world, folders)
        folder = os.path.dirname(folder)
    return _name(1, depth) if depth else ""


def _name(level: int, depth: int) -> str:
    """The full name of the package to which so many dots lead."""
    return ".".join(f"{MADE_UP}{outer}" for outer in range(depth, level - 1, -1))
