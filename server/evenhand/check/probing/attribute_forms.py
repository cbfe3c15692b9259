"""Tells whether a part of an outcome is the attribute itself in another form.

A label, a code or a flag that goes by its name, an age, a date worked out from a date of birth, a
figure about many people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.check.catalogue import Attribute, Catalogue
from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular
from evenhand.check.catalogue.splitting import singular, words_of
from evenhand.check.probing.differing_parts import Part
from evenhand.check.probing.representation import ADDRESSING, CONVERTING
from evenhand.check.probing.shown_ages import SLACK, UNITS
from evenhand.check.reading.function_words import FunctionWords, first_found
from evenhand.scalars import Scalar, is_number

LONGEST_LABEL = 5
"""Words of a text that names a group of people."""
LONGEST_NAME = 10
"""Words of a text that goes by the attribute's own name: `English, Welsh, Scottish or Irish`."""
MOST_TELLING = 2
"""Words of a name of the attribute, those for its form left out."""
MOST_CODES = 10
"""Numbers that stand for the values of an attribute."""
FEWEST_GROUPS = 2
"""Groups that a text names which counts them all."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ][\d:.+]+)?")
_AGES = re.compile(r"(?:n|nu|no|nb|num|count|age|under|over|u|o)?_*\d+(?:_*(?:to|plus)?_*\d*)")
"""A name of a number of people of some ages: `n1820`, `nu18`, `age_65_plus`."""
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose differences are looked at: one attribute that enters one function."""

    attribute: Attribute
    catalogue: Catalogue
    words: PurposeWords
    function: FunctionWords
    values: tuple[Scalar, Scalar]
    of_many: bool
    """The function is given many people at once."""
    only_grouped: bool = False
    """The code groups many people, and compares the attribute with nothing."""
    years_apart: float | None = None
    """The span between the two dates of birth; None if the values are no dates."""
    compared: bool = False
    """The code compares the attribute with values of its own."""

    @property
    def labels(self) -> Sequence[str]:
        """What the function says that may tell of a score or a price."""
        return (*self.function.name, *self.function.given, *self.function.code)


def represented_as(part: Part, label: str, subject: Subject) -> str:
    """By which word a part is seen to be the attribute in another form; empty if it is not."""
    texts = part.texts
    if texts is not None and _are_labels(texts, label, subject):
        return " / ".join(text.strip() for text in texts if text.strip())
    if texts is not None and _tell_numbers_of_groups(texts, subject):
        return label or "counts"
    if part.flags and _is_flag_of_group(label, subject):
        return label
    forms = (_is_form_of_attribute, _is_span, _is_spelling, _is_day)
    if any(is_form(part, label, subject) for is_form in forms):
        return label
    return _aggregate(label, subject) if part.numbers and subject.of_many else ""


def are_tallies(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether one person is only counted in another group: `n_minors` and `n_adults`."""
    if len(parts) < FEWEST_GROUPS or not all(_is_step(part) for part in parts):
        return False
    changes = sum(part.second - part.first for part in parts)
    return changes == 0 and all(_counts_group(part.label, subject) for part in parts)


def only_stored(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether a record is written anew, by a function that says that it recodes the attribute."""
    name = subject.function.name
    recoding = subject.words.recodings.intersection(name)
    telling = [each for each in name if each not in subject.words.recodings]
    is_named = any(_means(each, subject) for each in _starts("_".join(telling)))
    return bool(recoding) and is_named and all(part.is_stored for part in parts)


def is_code(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether all that differs is a small number that a function gives which says it encodes."""
    name, words = subject.function.name, subject.words
    if words.encodings.isdisjoint(name) or weighs((*name, *subject.function.given), subject):
        return False
    sides = [side for part in parts for side in (part.first, part.second)]
    are_codes = all(type(side) is int and 0 <= side < MOST_CODES for side in sides)
    return are_codes and len(parts) == 1 and subject.attribute.name != "age"


def weighs(spoken: Sequence[str], subject: Subject) -> bool:
    """Whether a name is that of a score, a price or the like; of whom it is says nothing."""
    telling = [word for word in spoken if word not in subject.catalogue.neighbours.person]
    is_figure = not subject.words.figures.isdisjoint(telling)
    return is_figure or bool(first_found(subject.words.decisions, telling))


def _is_step(part: Part) -> bool:
    sides = (part.first, part.second)
    return all(is_number(side) for side in sides) and abs(part.second - part.first) == 1


def _counts_group(label: str, subject: Subject) -> bool:
    if subject.attribute.name == "age" and _AGES.fullmatch(label.lower()):
        return True
    beside = subject.words.fillers
    telling = [word for word in in_singular([label]) if word not in beside and not word.isdigit()]
    return _are_for_groups(_without_counting(telling, subject), subject)


def _without_counting(telling: Iterable[str], subject: Subject) -> list[str]:
    return [word for word in telling if not first_found(subject.words.aggregates, [word])]


def _is_flag_of_group(label: str, subject: Subject) -> bool:
    """Whether a flag of this name says to which group somebody belongs: `is_senior`."""
    words = subject.words
    beside = words.fillers | subject.catalogue.neighbours.person
    rest = [word for word in in_singular([label]) if word not in beside]
    telling = [word for word in rest if word not in words.forms and not word.isdigit()]
    if not telling:  # `is_18`
        return subject.attribute.name == "age" and any(word.isdigit() for word in rest)
    return _are_for_groups(telling, subject)


def _are_labels(texts: tuple[str, str], label: str, subject: Subject) -> bool:
    """Whether two texts name groups of people, and say nothing else: `18-24`, `Senior (65+)`."""
    if weighs(in_singular([label]), subject):
        return False
    fillers = subject.words.fillers
    spoken = [in_singular([text]) for text in texts]
    telling = [[w for w in each if not w.isdigit() and w not in fillers] for each in spoken]
    if not all(spoken) or not any(telling) or max(map(len, telling)) > LONGEST_LABEL:
        return False
    return all(_are_for_groups(each, subject) for each in telling)


def _are_for_groups(telling: Sequence[str], subject: Subject) -> bool:
    """Whether the words are made of nothing but words for groups of the attribute."""
    labels = subject.words.labels.get(subject.attribute.name)
    if labels is None:
        return False
    covered = set(in_singular(labels.found_in(telling)))
    return covered.issuperset(telling)


def _tell_numbers_of_groups(texts: tuple[str, str], subject: Subject) -> bool:
    """Whether texts about many people differ in numbers alone, of which each group has one."""
    labels = subject.words.labels.get(subject.attribute.name)
    if labels is None or not subject.of_many:
        return False
    first, second = (_DIGITS.sub("0", text) for text in texts)
    named = set(labels.found_in(in_singular([first])))
    return first == second and len(named) >= FEWEST_GROUPS


def _is_form_of_attribute(part: Part, label: str, subject: Subject) -> bool:
    """Whether a short text or a number goes by the attribute's own name: `gender_code`."""
    spoken, words = [singular(word) for word in words_of(label)], subject.words
    has_form = not words.forms.isdisjoint(spoken)
    texts = [side for side in (part.first, part.second) if isinstance(side, str)]
    if texts:
        is_short = part.is_plain and all(len(text.split()) <= LONGEST_NAME for text in texts)
    else:
        is_short = part.is_plain and has_form
    if not is_short or not ADDRESSING.isdisjoint(spoken) or weighs(spoken, subject):
        return False

    beside = words.forms | words.fillers | CONVERTING
    telling = [word for word in words_of(label) if singular(word) not in beside]
    persons = subject.catalogue.neighbours.person
    if not telling or len([w for w in telling if w not in persons]) > MOST_TELLING:
        return False
    names = ("_".join(telling), *_starts("_".join(spoken)))
    return any(_means(name, subject) for name in names)


def _starts(name: str) -> list[str]:
    words = words_of(name)
    return ["_".join(words[:end]) for end in range(len(words), 0, -1)]


def _means(name: str, subject: Subject) -> bool:
    return subject.catalogue.names_itself(name, subject.attribute)


def _is_span(part: Part, label: str, subject: Subject) -> bool:
    """Whether the numbers are as far apart as the dates of birth, in years, months or days."""
    apart, sides = subject.years_apart, (part.first, part.second)
    if not all(is_number(side) for side in sides):
        return False
    spoken = in_singular([label])
    if weighs(spoken, subject) or not first_found(subject.words.spans, spoken):
        return False
    if apart is None:
        return _is_other_unit(part, subject)
    change = abs(part.second - part.first)  # of years of birth as well as of ages
    return any(abs(change - abs(apart) * unit) <= SLACK[True] for unit in UNITS)


def _is_other_unit(part: Part, subject: Subject) -> bool:
    """Whether ages in other units are given for ages, or years of birth."""
    first, second = subject.values
    if subject.attribute.name != "age" or not is_number(first) or not is_number(second):
        return False
    change, apart = abs(part.second - part.first), abs(second - first)
    is_cut_off = 0 in (part.first, part.second) and change <= apart
    if is_cut_off and "until" in in_singular(subject.function.name):
        return True
    scales = [scale for unit in UNITS for scale in (unit, 1 / unit)]
    return any(abs(change - apart * scale) <= 0.01 * change for scale in scales)


def _is_day(part: Part, label: str, subject: Subject) -> bool:
    """Whether both are days that follow from dates of birth, without any bound of the code."""
    if subject.years_apart is None or subject.compared:
        return False
    are_days = _holds_days(part.first) and _holds_days(part.second)
    return are_days and not weighs((*in_singular([label]), *subject.labels), subject)


def _holds_days(tree: Any) -> bool:
    """Whether there is nothing but dates in it, and at least the place for one."""
    if isinstance(tree, str):
        return _DATE.fullmatch(tree) is not None
    inner = tree.get("v") if isinstance(tree, dict) else tree
    if isinstance(inner, list):
        return all(map(_holds_days, inner))
    return inner is None or (isinstance(inner, str) and _holds_days(inner))


def _is_spelling(part: Part, label: str, subject: Subject) -> bool:
    """Whether each person's own value is spelled anew, or left out: `M` for male, None for others.

    The name has to say that it is about the attribute.
    """
    if part.texts is None or weighs(in_singular([label]), subject):
        return False
    spelled = [
        _spells(text, value, subject.attribute.spellings)
        for text, value in zip(part.texts, subject.values, strict=True)
    ]
    is_left_out = [not text or text.lower() in subject.words.unknown for text in part.texts]
    each_is_one = all(map(any, zip(spelled, is_left_out, strict=True)))
    return any(spelled) and each_is_one and any(_means(w, subject) for w in words_of(label))


def _spells(text: str, value: Scalar, spellings: Callable[[object], frozenset[str]]) -> bool:
    return isinstance(value, str) and text.strip().lower() in spellings(value)


def _aggregate(label: str, subject: Subject) -> str:
    """By which word a number is a figure about many people; empty if it is none."""
    words, function = subject.words, subject.function
    named = (*in_singular([label]), *function.name)
    figure = first_found(words.aggregates, named)
    if not figure or weighs((*named, *function.given), subject):
        return ""

    labels = words.labels.get(subject.attribute.name)
    is_of_groups = labels is not None and bool(first_found(labels, named))
    matches = [subject.catalogue.match_name(word) for word in named]
    attributes = {match.attribute.name for match in matches if match is not None}
    return figure if is_of_groups or subject.attribute.name in attributes else ""
