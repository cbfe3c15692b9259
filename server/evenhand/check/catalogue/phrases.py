"""Finds the catalogue's phrases among the words of a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from evenhand.check.catalogue.attributes import Attribute, Phrase, ValueKind
from evenhand.check.catalogue.splitting import singular, without_accents

FEWEST_LETTERS = 4
"""Of a word without its accents that means what it means with them: `yas` may be anything."""
_Entry = tuple[Attribute, Phrase]


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A phrase of an attribute at `words[start:end]` of a name."""

    attribute: Attribute
    phrase: Phrase
    start: int
    end: int
    plural: bool


@dataclass(frozen=True, slots=True)
class PhraseIndex:
    """All phrases of all attributes, by their words."""

    entries: dict[tuple[str, ...], _Entry]
    longest: int

    @classmethod
    def of(cls, attributes: tuple[Attribute, ...]) -> PhraseIndex:
        """Where two attributes share a phrase, the surer one has it, then the first."""
        entries: dict[tuple[str, ...], _Entry] = {}
        for attribute in attributes:
            for phrase in attribute.phrases:
                earlier = entries.get(phrase.words)
                is_surer = earlier is not None and phrase.sure and not earlier[1].sure
                if earlier is None or is_surer:
                    entries[phrase.words] = (attribute, phrase)

        for entry in [*entries.values()]:
            bare = _without_accents(entry[1])
            entries.setdefault(bare.words, (entry[0], bare))
        longest = max((len(words) for words in entries), default=0)
        return cls(entries, longest)

    def find(self, words: tuple[str, ...]) -> Iterator[PhraseMatch]:
        """Phrases among the words: longer ones first, then those further back."""
        longest = min(self.longest, len(words))
        for length in range(longest, 0, -1):
            for start in range(len(words) - length, -1, -1):
                match = self._at(words, start, start + length)
                if match is not None and not _is_unlike(match, words):
                    yield match

    def _at(self, words: tuple[str, ...], start: int, end: int) -> PhraseMatch | None:
        part = words[start:end]
        entry = self.entries.get(part)
        if entry is not None:
            return PhraseMatch(*entry, start, end, plural=False)

        entry = self.entries.get((*part[:-1], singular(part[-1])))
        if entry is None or entry[1].kind is ValueKind.FLAG:
            return None
        return PhraseMatch(*entry, start, end, plural=True)


def _without_accents(phrase: Phrase) -> Phrase:
    """A phrase as it is written in names of plain letters; a short one needs a second sign."""
    words = tuple(map(without_accents, phrase.words))
    if words == phrase.words or len("".join(words)) >= FEWEST_LETTERS:
        return replace(phrase, words=words)
    return replace(phrase, words=words, sure=False, strong=False)


def _is_unlike(match: PhraseMatch, words: tuple[str, ...]) -> bool:
    """Whether the name holds a phrase that looks like the attribute and is not."""
    return any(_holds(words, unlike, match) for unlike in match.attribute.unlike)


def _holds(words: tuple[str, ...], unlike: tuple[str, ...], match: PhraseMatch) -> bool:
    """Whether `unlike` is among the words, and more than a part of the phrase that matches."""
    for start in range(len(words) - len(unlike) + 1):
        is_here = words[start : start + len(unlike)] == unlike
        if is_here and not _is_mere_part(match, start, unlike):
            return True

    return False


def _is_mere_part(match: PhraseMatch, start: int, unlike: tuple[str, ...]) -> bool:
    """Whether an unlike phrase at `start` is inside of the longer phrase that matches."""
    end = start + len(unlike)
    is_inside = match.start <= start and end <= match.end
    is_shorter = end - start < match.end - match.start
    return is_inside and is_shorter
