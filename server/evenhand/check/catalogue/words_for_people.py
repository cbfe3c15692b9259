"""Tells whether two texts differ in nothing but words for a person: pronouns, titles, endings."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile

from evenhand.check.catalogue.address_words import AddressWords, Endings, address_words

LONGEST_TEXT = 5_000
"""Characters of a text that is compared word by word."""
JOINING = frozenset({"or", "and", "oder", "und", "ou", "et", "o", "y", "e"})
"""Words between two titles: `Mr or Ms`."""
SHORTEST_STEM = 2
"""Letters that two words share which differ in an ending that agrees with a person."""
LONG_STEM = 5
"""Letters that two words share which alone are an answer: `Professor` and `Professora`."""
STEM_OF_WOMEN = 4
"""Letters before an ending that only words for women have: `Kunde` and `Kundin`."""
_WITHOUT_UMLAUTS = str.maketrans("äöü", "aou")
"""`Arzt` and `Ärztin`."""
_ENDING_IN_ADDITION = re.compile(r"(?<=\w{3})(?:[:*_·]|/-?)(?:innen|in|e|a|es|as|ne)\b")
"""How one word is written for men and women: `Mitarbeiter:in`, `alumno/a`, `ami·e`."""
_BOTH_WORDS = re.compile(r"([^\W\d_]{3,}) ?/ ?([^\W\d_]{3,})")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*", re.UNICODE)
_GAP = re.compile(r"[\s.,;:!()/'\u2019]+")


def only_words_for_people(first: str, second: str, spoken: frozenset[str] = frozenset()) -> bool:
    """Whether the texts are alike but for words of `words_for_people.toml`, and endings that agree.

    A word that one of them has in addition, such as a title, counts as well, and one of `spoken`:
    the surname of somebody who is called by it.
    """
    words = address_words()
    lengths = (len(first.strip()), len(second.strip()))
    if first == second or max(lengths) > LONGEST_TEXT or max(lengths) <= 1:
        return False
    both = [text.split("/") for text in (first, second) if text.count("/") == 1]
    if len(both) == 1 and not {first, second}.isdisjoint(both[0]):
        return only_words_for_people(both[0][0], both[0][1], spoken)

    spaced = [_spaced(text, words) for text in (first, second)]
    texts = [_in_one_form(text, words) for text in spaced]
    names_both = texts != spaced
    pieces, others = map(_pieces, texts)
    matcher = SequenceMatcher(None, pieces, others, autojunk=False)
    changes = [
        (pieces[a:b], others[c:d]) for kind, a, b, c, d in matcher.get_opcodes() if kind != "equal"
    ]
    # such as a surname that one of them leaves out
    verbs = set[str]().union(*words.verbs)
    neutral = ((set(pieces) & set(others)) - verbs) | JOINING
    is_long = min(len(pieces), len(others)) >= words.fewest_words_for_endings
    fewest = SHORTEST_STEM if is_long or names_both else LONG_STEM
    if _are_for_people(changes, neutral, words, fewest):
        return True
    names = neutral | spoken
    are_more_than_names = any(_without(names, [*old, *new]) for old, new in changes)
    greets = any(piece in words.words for piece in pieces)
    is_longer_name = greets and not any(old and new for old, new in changes)
    may_be_called = are_more_than_names or is_longer_name
    return may_be_called and _are_for_people(changes, names, words, fewest)


def _are_for_people(
    changes: list[tuple[list[str], list[str]]], left_out: set[str], words: AddressWords, fewest: int
) -> bool:
    """Whether only words for a person are in the place of others, apart from `left_out`."""
    replaced = [(_without(left_out, gone), _without(left_out, new)) for gone, new in changes]
    is_plural = any(words.plurals & {*old, *new} for old, new in replaced)
    return all(
        (is_plural and _are_of_one_verb(old, new, words)) or _may_replace(old, new, words, fewest)
        for old, new in replaced
    )


def _in_one_form(text: str, words: AddressWords) -> str:
    """A text with one word in the place of those for men and for women: `Professorin/Professor`."""

    def one(both: re.Match[str]) -> str:
        first, second = sorted(both.groups(), key=len)
        is_one = _agree(first.lower(), second.lower(), words, LONG_STEM)
        return first if is_one else both[0]

    return _ENDING_IN_ADDITION.sub("", _BOTH_WORDS.sub(one, text))


def _spaced(text: str, words: AddressWords) -> str:
    """A text with spaces around the words for people of writings that have none."""
    has_any = any(_is_unspaced(character) for character in text)
    return _unspaced_words(words).sub(r" \g<0> ", text) if has_any else text


@lru_cache(maxsize=1)
def _unspaced_words(words: AddressWords) -> re.Pattern[str]:
    known = sorted(filter(_is_unspaced, words.words), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, known)))


def _is_unspaced(text: str) -> bool:
    """Whether a text begins in Japanese, Chinese or Korean letters."""
    return "\u3040" <= text[:1] <= "\u9fff" or "\uac00" <= text[:1] <= "\ud7af"


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


def _without(neutral: set[str], pieces: list[str]) -> list[str]:
    return [piece for piece in pieces if not neutral.issuperset(piece.split())]


def _may_replace(old: list[str], new: list[str], words: AddressWords, fewest: int) -> bool:
    """Whether some words may stand for others; `fewest` letters are shared before an ending."""
    if (not old and not new) or _are_of_one_list([*old, *new], words):
        return True
    if len(old) != len(new):
        return False
    pairs = zip(old, new, strict=True)
    return all(
        _are_of_one_list([first, second], words)
        or _are_of_one_role(first, second, words)
        or _agree(first, second, words, fewest)
        for first, second in pairs
    )


def _are_of_one_list(parts: list[str], words: AddressWords) -> bool:
    """Whether one list of words for a person has all of these."""
    numbers = [words.words.get(word) or _joined(word, words) for word in parts]
    return bool(numbers) and bool(frozenset.intersection(*numbers))


def _are_of_one_verb(old: list[str], new: list[str], words: AddressWords) -> bool:
    """Whether words for one person, and the verb behind them, become those for `they`."""
    if len(old) != len(new):
        return False
    return all(
        _are_of_one_list([first, second], words)
        or {first, second} in words.verbs
        or _ends_in_s(*sorted((first, second), key=len))
        for first, second in zip(old, new, strict=True)
    )


def _ends_in_s(plural: str, singular: str) -> bool:
    """Whether a verb is that of one person: `they work`, `she works`."""
    return singular in (f"{plural}s", f"{plural}es")


def _are_of_one_role(first: str, second: str, words: AddressWords) -> bool:
    """Whether both say what somebody is: a spokesman and a spokesperson."""
    stems = [_stem(word, words) for word in (first, second)]
    return any(stems) and (stems[0] or first) == (stems[1] or second)


def _stem(word: str, words: AddressWords) -> str:
    """The word without its last part; empty if that is none of those for a person."""
    stems = (word.removesuffix(role) for role in words.roles if word.endswith(role))
    return min(filter(None, stems), key=len, default="")


def _joined(word: str, words: AddressWords) -> frozenset[int]:
    """The lists of two or three words that nothing is between: `hehim`."""
    for cut in range(SHORTEST_STEM, len(word) - SHORTEST_STEM + 1):
        head, rest = words.words.get(word[:cut]), word[cut:]
        tail = (words.words.get(rest) or _joined(rest, words)) if head else None
        if head and tail and head & tail:
            return head & tail
    return frozenset()


def _agree(first: str, second: str, words: AddressWords, fewest: int) -> bool:
    """Whether two words differ in endings for men and women: `invited` has none, `né` has."""
    stem = _shared_start(first, second)
    is_agreed = _end_in(words.endings, stem, first, second)
    if is_agreed and len(stem) >= fewest:
        return True
    first, second = first.translate(_WITHOUT_UMLAUTS), second.translate(_WITHOUT_UMLAUTS)
    stem = _shared_start(first, second)
    is_for_women = _end_in(words.endings_of_women, stem, first, second)
    return is_for_women and len(stem) >= STEM_OF_WOMEN


def _shared_start(first: str, second: str) -> str:
    """The letters that two words begin with."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
    return "".join(letter for letter, _ in pairs)


def _end_in(endings: Endings, stem: str, first: str, second: str) -> bool:
    """Whether what follows the stem of two words are endings of one list."""
    pair = {first.removeprefix(stem), second.removeprefix(stem)}
    return any(pair <= each for each in endings)
