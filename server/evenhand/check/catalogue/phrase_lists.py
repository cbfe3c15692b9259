"""Words and phrases that are looked for in the words of names and texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from evenhand.check.catalogue.splitting import singular, without_accents, words_of

STEM_LETTERS = 7
"""By which a word is known, whatever its ending: `ubezpieczenia` and `ubezpieczenie` are one, and
so is what `versicherung` is joined with. A prefix of one length serves many languages about as well
as stemmers do (F. Can et al.: Information retrieval on Turkish texts, JASIST 59, 2008)."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Words and phrases that are looked for in the words of names and texts."""

    by_first_stem: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
    """By the stem of its first word, each as its words in singular, and as it is written."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Phrases:
        """Phrases, split as names are split."""
        by_first_stem: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for text in texts:
            words = tuple(in_singular([text]))
            by_first_stem[words[0][:STEM_LETTERS]].append((words, text))
        return cls({first: tuple(phrases) for first, phrases in by_first_stem.items()})

    def texts(self) -> Iterator[str]:
        """All of them, as they are written."""
        return (text for phrases in self.by_first_stem.values() for _, text in phrases)

    def found_in(self, words: Sequence[str]) -> Iterator[str]:
        """Those that occur in `words`, which are singular; the longest at each, then the same."""
        for start, word in enumerate(words):
            alike: list[tuple[int, bool, str]] = []
            for phrase, text in self.by_first_stem.get(word[:STEM_LETTERS], ()):
                part = tuple(words[start : start + len(phrase)])
                if _stems(part) == _stems(phrase):
                    alike.append((len(phrase), part == phrase, text))
            if alike:
                yield max(alike, key=itemgetter(0, 1))[-1]


def _stems(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word[:STEM_LETTERS] for word in words)


def in_singular(texts: Iterable[str]) -> list[str]:
    """The words of names and texts, in order, each for one of many and without accents."""
    return [without_accents(singular(word)) for text in texts for word in words_of(text)]
