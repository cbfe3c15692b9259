"""Tells sentences in which only the group, its size or the age differs: `You are a minor.`"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.catalogue.spelling import plain
from evenhand.check.judging.birth_forms import are_ages_of_both
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.reading.function_words import first_found
from evenhand.lines import lines_of

LONGEST_TEXT = 5_000
"""Characters of a text that is compared word by word."""
MOST_NAMED = 3
"""Places at which two sentences name the group."""
FEWEST_GROUPS = 2
"""Groups that a text names which counts them all."""
NEGATIONS = frozenset({"not", "no", "non"})
_CALL = re.compile(r"[\w\]]\([^)]*[='\"]")
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*|[^\w\s]+")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w.-])")
"""A number that is no part of a word, a date or a range."""


def name_groups(texts: tuple[str, str], label: str, subject: Subject) -> bool:
    """Whether two texts say the same, but for words for groups: `You are a minor.`

    The ages themselves may differ besides. What is asked of the world is no sentence.
    """
    if any(map(_CALL.search, texts)) or max(map(len, texts)) > LONGEST_TEXT:
        return False
    replaced = _replaced_words(texts)
    if _is_group_denied(texts, replaced, subject):
        return True
    if weighs(in_singular([label]), subject) or _tells_who_gets_what(texts, subject):
        return False

    of_groups = [pair for pair in replaced if not _are_only_ages(*pair, subject)]
    if not replaced or len(of_groups) > MOST_NAMED:
        return False
    return all(_are_groups(*pair, subject) for pair in of_groups)


def _is_group_denied(
    texts: tuple[str, str], replaced: list[tuple[list[str], list[str]]], subject: Subject
) -> bool:
    """Whether one text says of a group what the other denies, and neither says more.

    `Applicant is female` and `Applicant is not female`, but not `not admitted, female`.
    """
    match [[*words, *other_words] for words, other_words in replaced]:
        case [[word]] if word in NEGATIONS:
            denying = [word.lower() for word in _WORD.findall(max(texts, key=len))]
            return _is_group(denying[denying.index(word) + 1 :], subject)
    return False


def _replaced_words(texts: tuple[str, str]) -> list[tuple[list[str], list[str]]]:
    """The words of one text that the other has others for; empty if it has others for all."""
    words, other_words = ([word.lower() for word in _WORD.findall(text)] for text in texts)
    matcher = SequenceMatcher(None, words, other_words, autojunk=False)
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    replaced = [(words[a:b], other_words[c:d]) for _, a, b, c, d in changes]
    return [] if replaced == [(words, other_words)] else replaced


def _are_only_ages(words: list[str], other_words: list[str], subject: Subject) -> bool:
    if len(words) != len(other_words):
        return False
    return all(are_ages_of_both(*pair, subject) for pair in zip(words, other_words, strict=True))


def _are_groups(words: Sequence[str], other_words: Sequence[str], subject: Subject) -> bool:
    """Whether both name a group, or one does and the other says that it is not known."""
    sides = (words, other_words)
    named = [_is_group(side, subject) for side in sides]
    are_unknown = [" ".join(side) in subject.words.representation.unknown for side in sides]
    return any(named) and all(map(any, zip(named, are_unknown, strict=True)))


def _is_group(words: Sequence[str], subject: Subject) -> bool:
    if words and subject.words.representation.symbols.issuperset(words):
        return True
    telling = [
        word for word in in_singular(words) if word not in subject.words.representation.fillers
    ]
    return bool(telling) and subject.are_for_groups(telling)


def _tells_who_gets_what(texts: tuple[str, str], subject: Subject) -> bool:
    """Whether the texts speak of what people get or lose, and not of who may."""
    spoken, words = in_singular(texts), subject.words
    decisions = {*words.decision.words.found_in(spoken)} - words.age_limit.no_decisions
    return bool(decisions) or not words.representation.figures.isdisjoint(spoken)


def _count_by_value(texts: tuple[str, str], subject: Subject) -> bool:
    """Whether lines of a table of counts differ: whom one group has less, another has more.

    Each such line names one of the two values or a group, and their numbers add up to the same.
    """
    lines, other_lines = (Counter(" ".join(line.split()) for line in lines_of(t)) for t in texts)
    sides = [[*(lines - other_lines)], [*(other_lines - lines)]]
    named = [line for side in sides for line in side]
    if not named or any(_tells_who_gets_what((line, ""), subject) for line in named):
        return False
    first, second = ([float(n) for line in side for n in _NUMBER.findall(line)] for side in sides)
    return sum(first) == sum(second) and all(_names_value(line, subject) for line in named)


def _names_value(line: str, subject: Subject) -> bool:
    """Whether a line names one of the two values, or a group of the attribute."""
    spoken = plain(line).split()
    values = [plain(value) for value in subject.values if isinstance(value, str)]
    labels = subject.group_labels
    return any(value and value in spoken for value in values) or (
        labels is not None and bool(first_found(labels, in_singular([line])))
    )


def tell_numbers_of_groups(texts: tuple[str, str], subject: Subject) -> bool:
    """Whether texts differ in numbers alone that count people of a group.

    About many people, the text names two groups. What a script asks for one by one counts
    one more or less beside the name of a group.
    """
    if subject.of_many and _count_by_value(texts, subject):
        return True
    labels = subject.group_labels
    first, second = (_DIGITS.sub("0", text) for text in texts)
    if labels is None or first != second:
        return False
    named = set(labels.found_in(in_singular([first])))
    if subject.of_many:
        return len(named) >= FEWEST_GROUPS
    counts, other_counts = (list(map(int, _DIGITS.findall(text))) for text in texts)
    steps = [abs(a - b) for a, b in zip(counts, other_counts, strict=True) if a != b]
    are_counted = first_found(subject.words.representation.counted, in_singular([first]))
    return (
        bool(named or are_counted)
        and set(steps) == {1}
        and not _tells_who_gets_what(texts, subject)
    )
