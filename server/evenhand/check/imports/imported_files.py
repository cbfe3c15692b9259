"""Finds the files of the workspace that a file may import, and those that these import."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from evenhand.check.imports.definitions import LIMIT, Folders
from evenhand.doors.files import Unreadable, is_file, is_within, read_text

MOST_FILES = 200
"""Files that are looked into."""
MOST_IMPORTS = 500
"""Imported names of one file that are looked for."""


def imported_files(tree: ast.Module, path: Path, folders: Folders) -> frozenset[str]:
    """Where the imports of a file may lead, including places where nothing is yet."""
    places: set[str] = set()
    seen: set[Path] = {path}
    todo = [(path, names_of_imports(tree))]
    while todo and len(seen) < MOST_FILES:
        file, names = todo.pop()
        for candidate in _candidates(file, names, folders):
            places.add(str(candidate))
            if candidate not in seen and is_file(candidate):
                seen.add(candidate)
                todo.append((candidate, _imports_in(candidate, folders)))
    return frozenset(places)


def names_of_imports(tree: ast.AST) -> tuple[str, ...]:
    """Dotted names that a file imports; relative ones begin with their dots."""
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(dict.fromkeys(alias.name for alias in node.names))
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            dot = "" if start.endswith(".") else "."
            names[start] = None
            names.update(dict.fromkeys(f"{start}{dot}{alias.name}" for alias in node.names))
    return tuple(names)[:MOST_IMPORTS]


def _candidates(file: Path, names: tuple[str, ...], folders: Folders) -> Iterator[Path]:
    """Modules and packages on the way to each name, in each folder where it may be."""
    for name in names:
        parts = [part for part in name.split(".") if part]
        level = len(name) - len(name.lstrip("."))
        if level == 0 and (not parts or parts[0] in sys.stdlib_module_names):
            continue

        starts = [file.parents[min(level, len(file.parents)) - 1]] if level else folders.importing
        for start in starts:
            if level:
                yield start / "__init__.py"
            for count in range(1, len(parts) + 1):
                module = start.joinpath(*parts[:count])
                yield module.with_name(module.name + ".py")
                yield module / "__init__.py"


def _imports_in(file: Path, folders: Folders) -> tuple[str, ...]:
    """What a file of the workspace imports; nothing if it may not be read."""
    if not any(is_within(file, folder) for folder in folders.reading):
        return ()
    text = read_text(file, LIMIT)
    return () if isinstance(text, Unreadable) else _imports_of(text)


@lru_cache(maxsize=500)
def _imports_of(text: str) -> tuple[str, ...]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return names_of_imports(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
