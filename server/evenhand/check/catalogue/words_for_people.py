"""Tells whether two texts differ in nothing but words for a person: pronouns, titles, endings."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from evenhand.check.catalogue.purpose_words import PurposeWords

LONGEST_TEXT = 5_000
"""Characters of a text that is compared word by word."""
SHORTEST_STEM = 2
"""Letters that two words share which differ in an ending that agrees with a person."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*", re.UNICODE)
_GAP = re.compile(r"[\s.,;:!()/'\u2019]+")


def only_words_for_people(first: str, second: str, words: PurposeWords) -> bool:
    """Whether the texts are alike but for words of `words.address`, and endings that agree.

    A word that one of them has in addition, such as a title, counts as well.
    """
    lengths = (len(first.strip()), len(second.strip()))
    if first == second or max(lengths) > LONGEST_TEXT or max(lengths) <= 1:
        return False

    one, other = _pieces(first), _pieces(second)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    both = set(one) & set(other)  # such as a surname that one of them leaves out
    replaced = [(_without(both, one[a:b]), _without(both, other[c:d])) for _, a, b, c, d in changes]
    may_agree = min(len(one), len(other)) >= words.fewest_words_for_endings
    return all(_may_replace(old, new, words, may_agree) for old, new in replaced)


def _pieces(text: str) -> list[str]:
    """The words of a text and whatever else is between them, in order."""
    pieces: list[str] = []
    end = 0
    for match in _WORD.finditer(text):
        pieces += [gap for gap in [_GAP.sub(" ", text[end : match.start()]).strip()] if gap]
        pieces.append(match.group().lower())
        end = match.end()
    rest = _GAP.sub(" ", text[end:]).strip()
    return [*pieces, rest] if rest else pieces


def _without(shared: set[str], pieces: list[str]) -> list[str]:
    return [piece for piece in pieces if piece not in shared]


def _may_replace(old: list[str], new: list[str], words: PurposeWords, may_agree: bool) -> bool:
    if (not old and not new) or _are_of_one_list([*old, *new], words):
        return True
    if len(old) != len(new):
        return False
    pairs = zip(old, new, strict=True)
    return all(
        _are_of_one_list([one, other], words) or (may_agree and _agree(one, other, words))
        for one, other in pairs
    )


def _are_of_one_list(found: list[str], words: PurposeWords) -> bool:
    """Whether one list of words for a person has all of these."""
    numbers = [words.address.get(word, frozenset()) for word in found]
    return bool(numbers) and bool(frozenset.intersection(*numbers))


def _agree(one: str, other: str, words: PurposeWords) -> bool:
    """Whether two words differ in endings for men and women: `invited` has none, `né` has."""
    for length in range(min(len(one), len(other)), SHORTEST_STEM - 1, -1):
        if one[:length] == other[:length]:
            pair = {one[length:], other[length:]}
            return any(pair <= each for each in words.endings)
    return False
