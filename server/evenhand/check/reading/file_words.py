"""What a whole file speaks of, its comments included."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from evenhand.check.catalogue.purpose_words import in_singular, purpose_words
from evenhand.check.catalogue.splitting import singular, split
from evenhand.check.reading.function_words import first_found
from evenhand.check.reading.source import Source

LONGEST_FILE = 1_000_000
"""Characters of a file beyond which nothing is concluded from what it does not say."""
KNOWN_LETTERS = (("\0", "\u036f"), ("\u0400", "\u052f"), ("\u1e00", "\u1eff"))
"""Those of Latin and Cyrillic writing, by their first and last; no words in others are known."""


@dataclass(frozen=True, slots=True)
class FileWords:
    """How much a file says, and whether it speaks of decisions."""

    is_silent: bool = False
    """It says enough, and has no word for what people may get or lose."""
    is_long: bool = False
    """It says so much that a function of it needs words of its own for that."""


_KNOWN: WeakKeyDictionary[ast.AST, FileWords] = WeakKeyDictionary()
"""By the tree of the file."""


def words_of_file(source: Source) -> FileWords:
    """What follows from the words of a file."""
    tree = source.tree
    if tree not in _KNOWN:
        _KNOWN[tree] = _words_of_text(source.text)
    return _KNOWN[tree]


def words_of_path(path: str, *, parts: int = 3) -> list[str]:
    """The words of the end of a path, which says what a file is about, in singular.

    These are its own name and those of the folders around it, `parts` in all.
    """
    return in_singular(path.replace("\\", "/").split("/")[-parts:])


def _words_of_text(text: str) -> FileWords:
    if len(text) > LONGEST_FILE or any(_is_unknown_letter(each) for each in set(text)):
        return FileWords()
    known = purpose_words().unclear
    spoken = [singular(word) for word in split(text)]
    says_enough = len(spoken) >= known.fewest_words
    is_silent = says_enough and not first_found(known.decisions_in_files, spoken)
    return FileWords(is_silent, len(spoken) >= known.words_of_long_file)


def _is_unknown_letter(character: str) -> bool:
    is_known = any(first <= character <= last for first, last in KNOWN_LETTERS)
    return character.isalpha() and not is_known
