"""Finding the catalogue's phrases among the words of a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.check.catalogue.attributes import Attribute, Phrase, ValueKind
from evenhand.check.catalogue.splitting import singular

_Entry = tuple[Attribute, Phrase]


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase of an attribute at `words[start:end]`."""

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
                known = entries.get(phrase.words)
                if known is None or (phrase.sure and not known[1].sure):
                    entries[phrase.words] = (attribute, phrase)
        return cls(entries, max((len(words) for words in entries), default=0))

    def find(self, words: tuple[str, ...]) -> Iterator[Found]:
        """Phrases among the words: longer ones first, then those further back."""
        for length in range(min(self.longest, len(words)), 0, -1):
            for start in range(len(words) - length, -1, -1):
                found = self._at(words, start, start + length)
                if found and not _is_unlike(found, words):
                    yield found

    def _at(self, words: tuple[str, ...], start: int, end: int) -> Found | None:
        part = words[start:end]
        if entry := self.entries.get(part):
            return Found(*entry, start, end, plural=False)
        entry = self.entries.get((*part[:-1], singular(part[-1])))
        if entry and entry[1].kind is not ValueKind.FLAG:
            return Found(*entry, start, end, plural=True)
        return None


def _is_unlike(found: Found, words: tuple[str, ...]) -> bool:
    """Whether the name holds a phrase that looks like the attribute and is not."""
    return any(
        words[start : start + len(unlike)] == unlike and not _is_mere_part(found, start, unlike)
        for unlike in found.attribute.unlike
        for start in range(len(words) - len(unlike) + 1)
    )


def _is_mere_part(found: Found, start: int, unlike: tuple[str, ...]) -> bool:
    """Whether an unlike phrase at `start` is inside of a longer phrase that was found."""
    inside = found.start <= start and start + len(unlike) <= found.end
    return inside and len(unlike) < found.end - found.start
