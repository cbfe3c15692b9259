"""Tells whether a part of an outcome only addresses a person, or is made for a man or a woman.

`Mr` and `Ms`, `Title.M` and `Title.MME`, a first name or a picture that is drawn for either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.catalogue.words_for_people import only_words_for_people
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.outcomes.differing_parts import Part
from evenhand.check.outcomes.representation import ADDRESSING
from evenhand.check.outcomes.who_gains import BAD, GOOD
from evenhand.findings import Purpose
from evenhand.scalars import Scalar, is_number

SHORTEST_STORY = 6
"""Words of a text of which most are the same, whatever the pronouns are."""
MOSTLY = 0.5
DRAWN = frozenset({"gender", "gender_identity"})
"""Attributes for which a chart or a tree may have a colour."""
SALUTATIONS = frozenset({"salutation", "greeting", "honorific", "noun", "anrede"})
LONGEST_SALUTATION = 6
"""Words of a greeting that is no whole letter."""
PLACE = "•"
_COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|[a-z]+")
LONGEST_PICTURE = 3
"""Words of the name of a picture or a voice."""


def only_addresses(part: Part, subject: Subject, spoken: Iterable[str] = ()) -> bool:
    """Whether only words for the person differ; `spoken` are words of the call's other values."""
    words = subject.words
    if not words.manners[Purpose.ADDRESS].allows(subject.attribute.name):
        return False
    if part.texts is None:
        return part.numbers and _is_shown(part, subject)
    first, second = map(_without_value, part.texts, subject.values)
    if only_words_for_people(first, second, words, frozenset(spoken)):
        return True
    kinds = (
        _is_title,
        _is_salutation,
        _is_relative,
        _has_no_word,
        _is_made_for,
        _is_picture,
        _is_colour,
        _follows_pronoun,
    )
    return any(is_kind(part, part.texts, subject) for is_kind in kinds)


def _without_value(text: str, value: Scalar) -> str:
    """A text without the number that it repeats: `The father is 66` and `The son is 30`."""
    return text.replace(str(value), "") if is_number(value) else text


def _is_title(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether what goes by the name of a title is one: `Title.M`, `mme`."""
    if ADDRESSING.isdisjoint(in_singular([part.label])):
        return False
    named = [text.rpartition(".")[2].lower() for text in texts]
    return any(named) and all(not name or name in subject.words.address.words for name in named)


def _is_salutation(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether a few words go by the name of a greeting, whatever they are: `salutation`."""
    words, other_words = (text.lower().split() for text in texts)
    is_short = max(len(words), len(other_words)) <= LONGEST_SALUTATION
    is_named = not SALUTATIONS.isdisjoint(in_singular([part.label])[-1:])
    return is_named and is_short and not _decides(words, other_words)


def _is_relative(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether somebody is only called what a man or a woman is: `child.mum`, `child.dad`."""
    return part.label.lower() in subject.words.address.words and not all(texts)


def _has_no_word(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether there is a word for some, and none for others: `mother`, `unknown`."""
    words = {text.lower() for text in texts}
    known = words.intersection(subject.words.address.words)
    is_known_or_not = words <= {*subject.words.address.words, *subject.words.representation.unknown}
    return bool(known) and is_known_or_not and not weighs(in_singular([part.label]), subject)


def _is_made_for(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether a name, a voice or a picture comes from another list: `fake.name_female()`."""
    label, labels = in_singular([part.label]), subject.group_labels
    if labels is None or not label or label[-1] not in subject.words.address.things:
        return False
    named = [in_singular([text.replace(".", " ")]) for text in texts if text]
    groups = [[*labels.found_in(each)] for each in named]
    return bool(groups) and all(groups) and not weighs((*subject.function.name, *label), subject)


def _is_picture(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether what shows or speaks for somebody is another one: `icon`, `voice_for`."""
    words, other_words = (in_singular([text]) for text in texts)
    is_short = max(len(text.split()) for text in texts) <= LONGEST_PICTURE
    if not is_short or _decides(words, other_words):
        return False
    return _is_shown(part, subject)


def _is_colour(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether a man is drawn in another colour than a woman: `fill="lightskyblue"`."""
    if subject.attribute.name not in DRAWN or not all(texts):
        return False
    known = subject.words.address.colours
    uncoloured = [_COLOUR.sub(lambda word: _placed(word[0], known), text.lower()) for text in texts]
    is_alike = uncoloured[0] == uncoloured[1] and texts[0].lower() != texts[1].lower()
    return is_alike and PLACE in uncoloured[0]


def _placed(word: str, colours: frozenset[str]) -> str:
    """A place in which a colour stood, or the word that is no colour."""
    return PLACE if word.startswith("#") or word in colours else word


def _is_shown(part: Part, subject: Subject) -> bool:
    """Whether the part goes by the name of what shows somebody: `voice_actor`."""
    name = in_singular([part.label]) or subject.function.name
    is_shown = not subject.words.address.pictures.isdisjoint(name)
    return is_shown and not weighs((*subject.function.name, *name), subject)


def _follows_pronoun(part: Part, texts: tuple[str, str], subject: Subject) -> bool:
    """Whether a story is told with other words for somebody whose pronouns are known."""
    first, second = subject.values
    if not isinstance(first, str) or not isinstance(second, str):
        return False
    words, other_words = (text.lower().split() for text in texts)
    if min(len(words), len(other_words)) < SHORTEST_STORY or _decides(words, other_words):
        return False
    are_pronouns = only_words_for_people(first, second, subject.words)
    alike = SequenceMatcher(None, words, other_words, autojunk=False).ratio()
    return are_pronouns and "/" in first and alike >= MOSTLY


def _decides(words: list[str], other_words: list[str]) -> bool:
    return not (GOOD | BAD).isdisjoint(set(words) ^ set(other_words))
