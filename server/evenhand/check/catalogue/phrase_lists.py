"""Words and phrases that are looked for in the words of names and texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.catalogue.splitting import singular, without_accents, words_of


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
    return [without_accents(singular(word)) for text in texts for word in words_of(text)]
