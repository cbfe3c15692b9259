"""What a text imports, by the names in its statements."""

from __future__ import annotations

import ast
import hashlib
import sys
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from evenhand.check.reading.statement_walks import statements

MOST_IMPORTS = 500
"""Imported names of one file that are looked for."""

Names = tuple[str, ...]
"""Dotted names that a file imports; relative ones begin with their dots."""


@dataclass(frozen=True, slots=True)
class ImportNames:
    """The names that a file imports, by where they are looked for."""

    absolute: frozenset[str]
    """Those outside of the standard library."""
    relative: tuple[tuple[str, str], ...]
    """Those with dots in front: the folder that these lead to, and the name without them."""


def names_of_imports(tree: ast.AST) -> Names:
    """Dotted names that a file imports; relative ones begin with their dots."""
    names: dict[str, None] = {}
    for node in statements(tree):
        if isinstance(node, ast.Import):
            names.update(dict.fromkeys(alias.name for alias in node.names))
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            dot = "" if start.endswith(".") else "."
            names[start] = None
            names.update(dict.fromkeys(f"{start}{dot}{alias.name}" for alias in node.names))
    return tuple(names)[:MOST_IMPORTS]


@lru_cache(maxsize=500)
def names_in_text(text: str) -> Names:
    """Dotted names that a text imports; none if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return names_of_imports(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def divided(file: Path, names: Names) -> ImportNames:
    """The names that `file` imports, by where they are looked for."""
    absolute: set[str] = set()
    relative: dict[tuple[str, str], None] = {}
    for name in names:
        plain = name.lstrip(".")
        level = len(name) - len(plain)
        if level:
            folder = file.parents[min(level, len(file.parents)) - 1]
            relative[(str(folder), plain)] = None
        elif plain and first_name(plain) not in sys.stdlib_module_names:
            absolute.add(plain)
    return ImportNames(frozenset(absolute), tuple(relative))


def first_name(name: str) -> str:
    """The package or module that a dotted name begins with."""
    return name.partition(".")[0]


def digest_of_text(text: str) -> str:
    """The digest that a file has which holds the text in UTF-8."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
