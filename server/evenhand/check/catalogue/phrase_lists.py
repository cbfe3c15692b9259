"""Words and phrases that are looked for in the words of names and texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.catalogue.splitting import singular, without_accents, words_of

STEM_LETTERS = 7
"""By which a word is known, whatever its ending: `ubezpieczenia` and `ubezpieczenie` are one, and
so is what `versicherung` is joined with. A prefix of one length serves many languages about as well
as stemmers do (F. Can et al.: Information retrieval on Turkish texts, JASIST 59, 2008)."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    """In singular."""
    stems: tuple[str, ...]
    text: str
    """As it is written."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Words and phrases that are looked for in the words of names and texts."""

    by_first_stem: Mapping[str, tuple[_Phrase, ...]]
    """The longest first."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Phrases:
        """Phrases, split as names are split."""
        by_first_stem: dict[str, list[_Phrase]] = defaultdict(list)
        for text in texts:
            words = tuple(in_singular([text]))
            stems = _stems(words)
            by_first_stem[stems[0]].append(_Phrase(words, stems, text))
        for phrases in by_first_stem.values():
            phrases.sort(key=lambda phrase: -len(phrase.words))
        return cls({first: tuple(phrases) for first, phrases in by_first_stem.items()})

    def texts(self) -> Iterator[str]:
        """All of them, as they are written."""
        return (each.text for phrases in self.by_first_stem.values() for each in phrases)

    def found_in(self, words: Sequence[str]) -> Iterator[str]:
        """Those that occur in `words`, which are singular; the longest at each, then the same."""
        for start, word in enumerate(words):
            listed = self.by_first_stem.get(word[:STEM_LETTERS])
            if listed is None:
                continue
            alike = [p for p in listed if _stems(words[start : start + len(p.stems)]) == p.stems]
            longest = [p for p in alike if len(p.words) == len(alike[0].words)]
            same = (p for p in longest if tuple(words[start : start + len(p.words)]) == p.words)
            if longest:
                yield next(same, longest[0]).text


def _stems(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word[:STEM_LETTERS] for word in words)


def in_singular(texts: Iterable[str]) -> list[str]:
    """The words of names and texts, in order, each for one of many and without accents."""
    return [without_accents(singular(word)) for text in texts for word in words_of(text)]
