"""What a whole file speaks of, its comments included."""

from __future__ import annotations

import ast
from weakref import WeakKeyDictionary

from evenhand.check.catalogue.purpose_words import purpose_words
from evenhand.check.catalogue.splitting import singular, split
from evenhand.check.reading.function_words import first_found
from evenhand.check.reading.source import Source

LONGEST_FILE = 1_000_000
"""Characters of a file beyond which nothing is concluded from what it does not say."""
KNOWN_LETTERS = (("\0", "\u036f"), ("\u0400", "\u052f"), ("\u1e00", "\u1eff"))
"""Those of Latin and Cyrillic writing, by their first and last; no words in others are known."""

_SILENT: WeakKeyDictionary[ast.AST, bool] = WeakKeyDictionary()
"""By the tree of the file."""


def is_silent(source: Source) -> bool:
    """Whether a file says enough, and has no word for what people may get or lose."""
    tree = source.tree
    if tree not in _SILENT:
        _SILENT[tree] = _speaks_of_no_decision(source.text)
    return _SILENT[tree]


def parts_of_path(path: str) -> list[str]:
    """The end of a path, which says what a file is about: its folders' names, and its own."""
    return path.replace("\\", "/").split("/")[-3:]


def _speaks_of_no_decision(text: str) -> bool:
    if len(text) > LONGEST_FILE or any(_is_unknown_letter(each) for each in set(text)):
        return False
    known = purpose_words()
    spoken = [singular(word) for word in split(text)]
    return len(spoken) >= known.unclear.fewest_words and not first_found(
        known.unclear.decisions_in_files, spoken
    )


def _is_unknown_letter(character: str) -> bool:
    is_known = any(first <= character <= last for first, last in KNOWN_LETTERS)
    return character.isalpha() and not is_known
