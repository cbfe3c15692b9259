"""Reads `words_for_people.toml`: words by which people are addressed or spoken of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.catalogue.data_files import data_file

Endings = tuple[frozenset[str], ...]
"""Endings of which one may stand for another."""


@dataclass(frozen=True, slots=True, eq=False)
class AddressWords:
    """Words which say that only words for the person differ."""

    words: Mapping[str, frozenset[int]]
    """By word, the numbers of the lists in which it may stand for the others."""
    endings: Endings
    endings_of_women: Endings
    """Endings that only words for women have, each beside the one that it replaces."""
    verbs: Endings
    """Words that agree with one person, and with `plurals`."""
    plurals: frozenset[str]
    roles: frozenset[str]
    """Last parts of titles: the `man` of `spokesman`."""
    fewest_words_for_endings: int


@lru_cache(maxsize=1)
def address_words() -> AddressWords:
    """The words of `words_for_people.toml`."""
    data = data_file("words_for_people.toml")
    return AddressWords(
        _numbered(data["words"]),
        _endings(data["endings"]),
        _endings(data["endings_of_women"]),
        _endings(data["verbs"]),
        frozenset(data["plurals"]),
        frozenset(data["roles"]),
        data["fewest_words_for_endings"],
    )


def _numbered(lists: Iterable[str]) -> dict[str, frozenset[int]]:
    """By word, the numbers of the lists that hold it."""
    numbers: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lists):
        for word in line.split():
            numbers[word].add(number)
    return {word: frozenset(positions) for word, positions in numbers.items()}


def _endings(lines: Iterable[str]) -> Endings:
    pieces = (line.split() for line in lines)
    return tuple(frozenset("" if each == "''" else each for each in line) for line in pieces)
