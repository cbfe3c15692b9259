"""Splits names in code into words, and words into singular and plural."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

FORM_WORDS = frozenset("col cols column name names field key header var variable feature".split())
"""Words for the places of a record, and none for what is there."""
IRREGULAR = {"people": "person", "children": "child", "men": "man", "women": "woman"}
_ASCII_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
"""Finds the words that `_pieces` finds in any writing, many times as fast."""
_RUN = re.compile(r"[^\W_]+")
"""Letters and digits of any writing."""
ENDINGS = {"ies": "y", "sses": "ss", "s": ""}
_WITHOUT_PARTS = str.maketrans("ıłøđß", "ilods")
"""Letters that no accent tells from plain ones."""


@lru_cache(maxsize=65536)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: `dateOfBirth` gives `date`, `of`, `birth`."""
    return split(name)


def split(name: str) -> tuple[str, ...]:
    """The same of a name or a whole text, which is not remembered.

    Anything but letters and digits separates words, and so does a change from small to
    capital letters or between letters and digits. An apostrophe joins: `parent's income`.
    """
    text = unicodedata.normalize("NFKC", name)
    joined = text.replace("'", "").replace("\u2019", "")
    if joined.isascii():
        return _ascii_words(joined)
    return tuple(word for run in _RUN.findall(joined) for word in _words_of_run(run))


def without_form(name: str) -> str:
    """What a constant names that holds the name of a field: `AGE_COL_NAME` gives `AGE`."""
    words = [word for word in name.split("_") if word.lower() not in FORM_WORDS]
    return "_".join(words) or name


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """A word for one of many, in lower case: `people` gives `person`, `salaries` `salary`."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("ss"):
        return word

    for ending, replacement in ENDINGS.items():
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + replacement
    return word


@lru_cache(maxsize=65536)
def without_accents(word: str) -> str:
    """A word as people write it who have no accents at hand: `credito` for `crédito`."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFKD", word.translate(_WITHOUT_PARTS))
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare.isascii() else word


def _words_of_run(run: str) -> tuple[str, ...]:
    """The words of letters and digits that nothing separates."""
    if run.isascii():
        return _ascii_words(run)
    words = (_lower(piece) for piece in _pieces(run))
    return tuple(word for word in words if word)


def _ascii_words(text: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _ASCII_WORD.findall(text))


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for position in range(1, len(text) + 1):
        if position == len(text) or _is_boundary(text, position):
            pieces.append(text[start:position])
            start = position
    return pieces


def _is_boundary(text: str, position: int) -> bool:
    """Whether a word ends before `position`, which is neither the first nor behind the last."""
    before, after = text[position - 1], text[position]
    is_separated = not before.isalnum() or not after.isalnum()
    if is_separated or before.isdigit() != after.isdigit():
        return True
    if not _is_capital(after):
        return False

    following = text[position + 1] if position + 1 < len(text) else ""
    ends_capitals = following.isalpha() and not _is_capital(following)
    return not _is_capital(before) or ends_capitals


def _is_capital(character: str) -> bool:
    return character.isalpha() and character.lower() != character


def _lower(word: str) -> str:
    return "".join(character for character in word.lower() if character.isalnum())
