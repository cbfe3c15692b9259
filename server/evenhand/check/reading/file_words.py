"""The words of a whole file, of its path and of what it imports, and what a function is in it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from keyword import iskeyword

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import Function, Source
from evenhand.findings import Purpose

TOLD_BY_FILES = frozenset({Purpose.DECISION, Purpose.LAW})
"""For these purposes any line of a file may speak."""
LONGEST_FILE = 200_000
"""Characters of a file whose words are looked at."""
LONG_FILE = 60
"""Lines."""
MOST = 0.5
"""The share of a file's lines from which a function is most of it."""


@dataclass(frozen=True, slots=True)
class PartOfFile:
    """What a function is in its file; a script is no function."""

    is_of_long: bool
    is_most: bool


def part_of_file(function: Function, source: Source) -> PartOfFile:
    """How much of its file a function is."""
    ends = [each.end_lineno or each.lineno for each in source.tree.body[-1:]]
    starts = [each.lineno for each in source.tree.body[:1]]
    lines = sum(ends) - sum(starts) + 1
    own = function.span.end_line - function.span.line + 1
    return PartOfFile(lines > LONG_FILE, not function.is_script and own >= MOST * lines)


@lru_cache(maxsize=2)
def words_of_file(source: Source) -> Sequence[str]:
    """The phrases for a decision or a law that a file holds, comments included, in singular."""
    words = [word for word in in_singular([source.text[:LONGEST_FILE]]) if not iskeyword(word)]
    lists = (each for each in lexicon().lists if each.towards in TOLD_BY_FILES)
    phrases = dict.fromkeys(each.first_in(words) for each in lists)
    return tuple(in_singular(filter(None, phrases)))


def words_of_path(path: str, *, parts: int = 3) -> list[str]:
    """The words of the end of a path, which says what a file is about, in singular.

    These are its own name and those of the folders around it, `parts` in all.
    """
    return in_singular(path.replace("\\", "/").split("/")[-parts:])


@once_per_node
def words_of_imports(tree: ast.AST) -> list[str]:
    """The words of the names of the modules that a file imports, in singular."""
    names: list[str] = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                names += (alias.name for alias in aliases)
            case ast.ImportFrom(module=str(module)):
                names.append(module)
    return in_singular(names)
