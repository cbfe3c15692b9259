"""Values of an attribute that the code does not list: its list is not the world."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenhand.check.catalogue.attributes import Attribute, Family
from evenhand.check.catalogue.spelling import in_style_of, plain
from evenhand.check.catalogue.splitting import singular

MOST_RARER = 3
"""Rarer values of one family that are tried."""
SHORTEST_STEM = 4
"""Letters that two words of one meaning begin with: `Amer-Indian`, `native american`."""


def unlisted_values(
    attribute: Attribute, families: Sequence[Family], words: Sequence[str]
) -> tuple[str, ...]:
    """Some values that none of the code's words means; empty if none is known for sure.

    `families` are those that hold some of the words, spelled like these, the best fit first.
    """
    for family in families[:1] if attribute.same_order else families:
        others = _others(family, words)
        if len(others) > len(_other_words(family, families, words)):
            return others
    rarer = _rarer(families[0], words) if families else ()
    return rarer or tuple(_in_no_place(attribute, families[:1], words))


def _others(family: Family, words: Sequence[str]) -> tuple[str, ...]:
    """The values of a family that have no word in common with any of the code's."""
    texts = (value for value in family.values if isinstance(value, str))
    return tuple(text for text in texts if not any(_are_akin(text, word) for word in words))


def _other_words(
    family: Family, families: Sequence[Family], words: Sequence[str]
) -> tuple[str, ...]:
    """The words that are values of other families alone: each may mean a value of this one."""
    texts = [value for value in family.values if isinstance(value, str)]
    known = {plain(value) for each in families for value in each.values}
    unmatched = (word for word in words if not any(_are_akin(text, word) for text in texts))
    return tuple(word for word in unmatched if plain(word) in known)


def _rarer(family: Family, words: Sequence[str]) -> tuple[str, ...]:
    """Values that the catalogue has without their spelling: other nationalities."""
    others = sorted(text for text in family.also if not any(_are_akin(text, w) for w in words))
    return tuple(in_style_of(list(words), text) for text in others[:MOST_RARER])


def _in_no_place(
    attribute: Attribute, families: Sequence[Family], words: Sequence[str]
) -> Iterator[str]:
    """The value that other spellings have behind all that this one has: `X` beside `H` and `M`."""
    for best in families:
        orders = [attribute.family(name).values for name in attribute.same_order]
        behind = [str(values[-1]) for values in orders if len(values) > len(best.values)]
        longest = max(map(len, words), default=0)
        shown = [text for text in behind if (len(text) == 1) == (longest == 1)]
        yield from (in_style_of(list(words), text) for text in shown[:1])


def _are_akin(text: str, word: str) -> bool:
    """Whether two values have a word in common, or the beginning of one: `bachelor's degree`."""
    mine, others = ([singular(part) for part in plain(value).split()] for value in (text, word))
    return any(_begin_alike(part, other) for part in mine for other in others)


def _begin_alike(part: str, other: str) -> bool:
    length = min(len(part), len(other))
    return part == other or (length >= SHORTEST_STEM and part[:length] == other[:length])
