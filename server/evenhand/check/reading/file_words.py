"""What a whole file speaks of, its comments included."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from evenhand.check.catalogue.purpose_words import in_singular, purpose_words
from evenhand.check.catalogue.splitting import singular, split
from evenhand.check.reading.function_words import first_found
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import Source

LONGEST_FILE = 1_000_000
"""Characters of a file beyond which nothing is concluded from what it does not say."""
KNOWN_LETTERS = (
    *(("\0", "\u036f"), ("\u1e00", "\u1eff")),  # Latin
    ("\u0400", "\u052f"),  # Cyrillic
    *(("\u3005", "\u30ff"), ("\u3400", "\u9fff")),  # Japanese and Chinese
    *(("\u1100", "\u11ff"), ("\u3130", "\u318f"), ("\uac00", "\ud7a3")),  # Korean
    ("\uff10", "\uff9f"),  # letters and digits of full width
)
"""Those of the writings in which words are known, by their first and last."""


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


def words_of_text(text: str) -> list[str]:
    """All words of a text, in singular."""
    return [singular(word) for word in split(text)]


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


def is_readable(text: str) -> bool:
    """Whether it is in a writing in which words for decisions are known."""
    return all(map(_is_known, set(text)))


def speaks_of_decision(spoken: Sequence[str]) -> bool:
    """Whether words in singular say that something is decided, in any language that is known."""
    known = purpose_words().unclear
    if first_found(known.decisions_in_files, spoken):
        return True
    return any(sign in word for word in spoken if not word.isascii() for sign in known.unspaced)


def _words_of_text(text: str) -> FileWords:
    if len(text) > LONGEST_FILE:
        return FileWords()
    known = purpose_words().unclear
    spoken = words_of_text(text)
    says_enough = len(spoken) >= known.fewest_words
    is_silent = says_enough and is_readable(text) and not speaks_of_decision(spoken)
    return FileWords(is_silent, len(spoken) >= known.words_of_long_file)


def _is_known(character: str) -> bool:
    is_in_range = any(first <= character <= last for first, last in KNOWN_LETTERS)
    return is_in_range or not character.isalpha()
