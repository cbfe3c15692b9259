"""Reads `lexicon.toml`: words by what they say of a difference."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from evenhand.check.catalogue.data_files import data_file
from evenhand.check.catalogue.phrase_lists import Phrases, in_singular
from evenhand.findings import Purpose


@dataclass(frozen=True, slots=True, eq=False)
class WordList:
    """Words of one kind."""

    name: str
    towards: Purpose
    """The purpose that they speak for."""
    phrases: Phrases
    unspaced: frozenset[str] = frozenset()
    """Parts of words, in writings that put no spaces between words."""

    def first_in(self, words: Sequence[str]) -> str:
        """The first of its phrases in words in singular; empty if there is none."""
        return next(self.phrases.found_in(words), "") or self._part_in(words)

    def _part_in(self, words: Sequence[str]) -> str:
        if not self.unspaced:
            return ""
        long_words = (word for word in words if not word.isascii())
        return next((part for word in long_words for part in self.unspaced if part in word), "")


@dataclass(frozen=True)
class Lexicon:
    """All lists, and what stands beside names of groups."""

    lists: tuple[WordList, ...]
    groups: Mapping[str, Phrases]
    """Names of groups of people, by attribute."""
    fillers: frozenset[str]
    """Words beside such names that say nothing."""
    forms: frozenset[str]
    """Words for a form in which an attribute is written: `code`."""
    unknown: frozenset[str]
    """Texts for a value that is not known."""
    symbols: frozenset[str]
    """Signs for a group."""
    citations: tuple[re.Pattern[str], ...]
    """How a text in small letters names a law."""

    def first(self, purpose: Purpose, words: Sequence[str]) -> str:
        """The first phrase in words in singular that speaks for a purpose; empty if none does."""
        return self._by_purpose[purpose].first_in(words) if purpose in self._by_purpose else ""

    def phrases(self, *names: str) -> Phrases:
        """The phrases of some lists together."""
        if names not in self._phrases_of:
            lists = (each for each in self.lists if each.name in names)
            texts = (text for each in lists for text in each.phrases.texts())
            self._phrases_of[names] = Phrases.of(texts)
        return self._phrases_of[names]

    @cached_property
    def _phrases_of(self) -> dict[tuple[str, ...], Phrases]:
        return {}

    @cached_property
    def _by_purpose(self) -> Mapping[Purpose, WordList]:
        kinds: dict[Purpose, list[WordList]] = defaultdict(list)
        for each in self.lists:
            kinds[each.towards].append(each)
        return {purpose: _together(purpose, lists) for purpose, lists in kinds.items()}


def _together(purpose: Purpose, lists: Iterable[WordList]) -> WordList:
    each = list(lists)
    texts = (text for one in each for text in one.phrases.texts())
    parts = frozenset(part for one in each for part in one.unspaced)
    return WordList(purpose, purpose, Phrases.of(texts), parts)


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The words of `lexicon.toml`."""
    data = data_file("lexicon.toml")
    lists = tuple(
        WordList(
            name,
            Purpose(table["towards"]),
            Phrases.of(table["phrases"]),
            frozenset(table.get("unspaced", ())),
        )
        for name, table in data["lists"].items()
    )
    beside = data["beside"]
    return Lexicon(
        lists,
        {attribute: Phrases.of(texts) for attribute, texts in data["groups"].items()},
        fillers=frozenset(in_singular(beside["fillers"])),
        forms=frozenset(in_singular(beside["forms"])),
        unknown=frozenset(beside["unknown"]),
        symbols=frozenset(beside["symbols"]),
        citations=tuple(map(re.compile, data["law"]["citations"])),
    )
