"""What the values that code compares a name with say of it: that it is a person's, or a thing's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evenhand.check.catalogue.attributes import NameMatch, ValueKind
from evenhand.check.catalogue.matching import LONGEST_MUTE, Catalogue
from evenhand.check.catalogue.spelling import plain, plain_texts
from evenhand.scalars import is_number

FEWEST_TEXTS = 2
"""Texts of which one alone may be another spelling of yes."""
UNKNOWN = frozenset(
    (
        *"none null nan n/a na unknown unspecified missing undefined".split(),
        *("skip", "skipped", "unanswered"),
        *("not given", "not set", "not specified", "not provided", "not stated"),
    )
)
"""Texts in the place of a value that is not known."""
TELLING_AGES = frozenset({18, 65, 67})
"""Of all numbers that may be ages, those by which a doubtful word is one."""
ANSWERS = frozenset({"yes", "no"})
"""Texts that answer any question: they tell nothing of what a doubtful word asks."""
YES_OR_NO = ANSWERS | frozenset(
    "true false on off y n t f 1 0 ja nein si sí oui non sim não tak nie да нет ya tidak".split()
)
"""Texts that a flag is compared with."""
LONGEST_INITIAL = 3
"""Letters of a value that many names share: `M`, `yes`."""


def confirms(catalogue: Catalogue, match: NameMatch, constants: Iterable[object]) -> bool:
    """Whether the code's own constants are a second sign for a doubtful word.

    They are if one is an age at which laws draw lines, or if two of them, or one of several
    letters or that is a form of address (`ms`), are values of the attribute. Beside names of
    programs letters say nothing (`m` and `f` are genders of a noun, too), nor do they of what
    is not only people's, as the codes of languages are. Of all that may be unknown, "none"
    says nothing, and neither do "yes" and "no".
    """
    constants = list(constants)
    if match.kind is ValueKind.NUMBER and not TELLING_AGES.isdisjoint(_numbers(constants)):
        return True
    known = [family for family in match.attribute.families if not family.is_of_labels]
    values = [value for family in known for value in family.values]
    texts = plain_texts(constants) - UNKNOWN - ANSWERS
    if match.needs_value:  # most people's say nothing: `leave_type == "annual"`
        texts -= plain_texts(match.attribute.most_people)
    rarer = [each.also for each in match.attribute.families]
    hits = texts & plain_texts(values)
    named = hits | {text for text in texts if any(text in also for also in rarer)}
    is_telling = any(match.attribute in catalogue.match_value(hit) for hit in named)
    has_long_hit = is_telling or any(len(hit) > LONGEST_INITIAL for hit in named)
    are_telling = not match.elsewhere and not match.attribute.kin
    return has_long_hit or (len(hits) > 1 and are_telling)


def lists_others(
    catalogue: Catalogue, match: NameMatch, name: str, values: Iterable[object]
) -> bool:
    """Whether all values that there are of a doubtful word are known, and none is a person's.

    An enumeration `State` of `CREATED` and `CLOSED` is no place.
    """
    return catalogue.is_doubtful(name) and not catalogue.families_of(match.attribute, values)


def is_number_of_thing(
    catalogue: Catalogue, match: NameMatch, name: str, values: Iterable[object]
) -> bool:
    """Whether a doubtful word is compared with numbers alone, which no such person has.

    A `state` of 1, 2 or 3 is no place.
    """
    if match.kind is not ValueKind.CATEGORY or not catalogue.is_doubtful(name):
        return False
    of_families = [value for family in match.families for value in family.values]
    numbers = [is_number(value) for value in values if value is not None]
    return bool(numbers) and all(numbers) and not any(map(is_number, of_families))


def is_text_for_flag(catalogue: Catalogue, match: NameMatch, values: Iterable[object]) -> bool:
    """Whether what would be yes or no is compared with several texts, of which none says so."""
    texts = {value for value in values if isinstance(value, str) and plain(value)}
    if match.kind is not ValueKind.FLAG or len(texts) < FEWEST_TEXTS:
        return False
    answers = (text for text in texts if plain(text) in UNKNOWN | YES_OR_NO)
    told = catalogue.families_of(match.attribute, texts) or any(map(catalogue.match_value, texts))
    return not told and not any(answers)


def is_text_of_thing(catalogue: Catalogue, match: NameMatch, values: Iterable[object]) -> bool:
    """Whether an age is compared with texts alone, of which none tells an age.

    An `age` of `Range` or `All` says what a table holds.
    """
    texts = [value for value in values if not isinstance(value, str) or plain(value)]
    if match.kind is not ValueKind.NUMBER or not texts:
        return False
    telling = [t for t in texts if not isinstance(t, str) or _may_tell_number(catalogue, match, t)]
    return not telling


def _may_tell_number(catalogue: Catalogue, match: NameMatch, text: str) -> bool:
    has_digit = any(character.isdigit() for character in text)
    families = catalogue.families_of(match.attribute, [text])
    is_value = bool(families or catalogue.match_value(text))
    return has_digit or is_value or plain(text) in UNKNOWN or len(text) <= LONGEST_MUTE


def _numbers(constants: Iterable[object]) -> Iterator[object]:
    return (each for each in constants if is_number(each))
