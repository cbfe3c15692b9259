"""Words and phrases that are looked for in the words of names and texts."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.catalogue.splitting import singular, words_of

_WITHOUT_PARTS = str.maketrans("ıłøđß", "ilods")
"""Letters that no accent tells from plain ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Words and phrases that are looked for in the words of names and texts."""

    by_first_word: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
    """Each as its words in singular, and as it is written; the longest first."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Phrases:
        """Phrases, split as names are split."""
        by_first_word: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for text in sorted(texts, key=lambda text: -len(words_of(text))):
            words = tuple(in_singular([text]))
            by_first_word[words[0]].append((words, text))
        return cls({first: tuple(phrases) for first, phrases in by_first_word.items()})

    def texts(self) -> Iterator[str]:
        """All of them, as they are written."""
        return (text for phrases in self.by_first_word.values() for _, text in phrases)

    def found_in(self, words: Sequence[str]) -> Iterator[str]:
        """Those that occur in `words`, whose words are singular."""
        for start, word in enumerate(words):
            for phrase, text in self.by_first_word.get(word, ()):
                if tuple(words[start : start + len(phrase)]) == phrase:
                    yield text
                    break


def in_singular(texts: Iterable[str]) -> list[str]:
    """The words of names and texts, in order, each for one of many and without accents."""
    return [_bare(singular(word)) for text in texts for word in words_of(text)]


@lru_cache(maxsize=65536)
def _bare(word: str) -> str:
    """A word as people write it who have no accents at hand: `credito` for `crédito`."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFKD", word.translate(_WITHOUT_PARTS))
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare.isascii() else word
