"""Tells whether a part of an outcome is the attribute itself in another form.

A label, a code or a flag that goes by its name, an age, a date worked out from a date of birth, a
figure about many people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from evenhand.check.catalogue.matching import ANSWERS
from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.splitting import singular, words_of
from evenhand.check.judging.age_bands import are_bands_of_births, are_bands_of_each
from evenhand.check.judging.birth_forms import AGE, is_birth_form, is_part_of_birth
from evenhand.check.judging.fairness_figures import fairness_figure
from evenhand.check.judging.group_codes import is_code_in_row, is_small_number
from evenhand.check.judging.group_counts import counts_one_more
from evenhand.check.judging.group_sentences import (
    name_groups,
    tell_numbers_of_groups,
)
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.judging.value_checks import GENDER
from evenhand.check.outcomes.differing_parts import Part, label_of_effect
from evenhand.check.outcomes.outcome_comparison import is_entry
from evenhand.check.outcomes.representation import ADDRESSING, CONVERTING
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.function_words import first_found
from evenhand.scalars import Scalar, is_number

LONGEST_LABEL = 5
"""Words of a text that names a group of people."""
LONGEST_NAME = 10
"""Words of a text that goes by the attribute's own name: `English, Welsh, Scottish or Irish`."""
MOST_TELLING = 2
"""Words of a name of the attribute, those for its form left out."""
SHORTEST_START = 2
"""Letters of a value that stand for it."""
NEGATIONS = ("not ", "non ")
"""In front of a value: that somebody has another one."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_FRACTION = re.compile(r"-?\d+\.(?!0+$)\d+")
_BEHIND_NAME = re.compile(r"(\w+)[\"']?\s*[:=]\s*[\"']?(\w+)")
"""A name and its value, as in `sex: 0` and `"sex": "m"`; a split keeps both."""


def represented_as(part: Part, label: str, subject: Subject) -> str:
    """By which word a part is seen to be the attribute in another form; empty if it is not."""
    if part.is_asked and not _is_shown_anyway(part, label, subject):
        return ""
    in_texts = _told_in_texts(part, label, subject)
    if in_texts:
        return in_texts
    if _is_yes_or_no(part) and _is_flag_of_person(label, subject):
        return label
    forms = (
        _is_own_value,
        _is_start_of_value,
        _is_form_of_attribute,
        _is_spelling,
        _lists_values,
        is_birth_form,
        _is_value_of_another,
    )
    if any(is_form(part, label, subject) for is_form in forms):
        return label or subject.attribute.name
    if counts_one_more(part, label, subject):
        return "count"
    if not subject.of_many:
        return "code" if is_code_in_row(part, label, subject) else ""
    return _figure_of_many(part, label, subject)


def _told_in_texts(part: Part, label: str, subject: Subject) -> str:
    """By which word texts tell the attribute, or count people by it; empty if they do not."""
    texts = part.texts
    if texts is None:
        return ""
    is_in_table = not _answers(part, subject) and _are_of_table(texts, label, subject)
    if is_in_table or _are_labels(texts, label, subject):
        return " / ".join(text.strip() for text in texts if text.strip())
    if name_groups(texts, label, subject):
        return label or subject.attribute.name
    if _differ_behind_name(texts, subject) or _name_place(texts, label, subject):
        return label or subject.attribute.name
    births = [day.year for day in subject.births or ()]
    if subject.attribute.name == AGE and (
        are_bands_of_each(texts, subject.values)
        or (len(births) == len(texts) and are_bands_of_births(texts, (births[0], births[1])))
        or _tell_who_is_older(texts, subject)
    ):
        return label or subject.attribute.name
    return (label or "counts") if tell_numbers_of_groups(texts, subject) else ""


def _differ_behind_name(texts: tuple[str, str], subject: Subject) -> bool:
    """Whether the texts differ in one word alone, behind the attribute's name: `sex: 0`."""
    splits = [_BEHIND_NAME.split(text) for text in texts]
    if len(splits[0]) != len(splits[1]):
        return False
    differing = [i for i, (a, b) in enumerate(zip(*splits, strict=True)) if a != b]
    if len(differing) != 1 or differing[0] == 0:
        return False
    before = splits[0][differing[0] - 1]
    return _means(before, subject) and not weighs(in_singular([before]), subject)


def _name_place(texts: tuple[str, str], label: str, subject: Subject) -> bool:
    """Whether what shows something calls it after a group: `Female Hostel`, `Gents Hostel`."""
    spoken, shown = in_singular([label]), subject.words.representation.forms
    first, second = (in_singular([text]) for text in texts)
    if shown.isdisjoint(spoken) or weighs(spoken, subject) or len(first) != len(second):
        return False
    differing = [pair for pair in zip(first, second, strict=True) if len({*pair}) > 1]
    return len(differing) == 1 and all(subject.are_for_groups([word]) for word in differing[0])


def _tell_who_is_older(texts: Sequence[str], subject: Subject) -> bool:
    """Whether each text only says who of several people was born first: `Kim is the oldest`."""
    superlatives = subject.words.representation.superlatives
    spoken = [in_singular([text]) for text in texts]
    return all(first_found(superlatives, words) and not weighs(words, subject) for words in spoken)


def _is_shown_anyway(part: Part, label: str, subject: Subject) -> bool:
    """Whether what is given to the world is the attribute, or what no query asks for: `♀ Kim`."""
    has_signs = any(
        not subject.words.representation.symbols.isdisjoint(text) for text in part.texts or ()
    )
    return has_signs or _means(label, subject) or is_part_of_birth(part, label, subject)


def _figure_of_many(part: Part, label: str, subject: Subject) -> str:
    """By which word a part is a figure about many people; empty if it is none."""
    are_numbers = part.numbers or _are_lists_of_numbers(part)
    if not are_numbers and not part.flags:
        return ""
    measured = fairness_figure(subject.words, in_singular([label]), subject.function.name)
    return measured or (_aggregate(label, subject) if are_numbers else "")


def _are_lists_of_numbers(part: Part) -> bool:
    """Whether both are lists of numbers, such as ages of which one is left out."""
    sides = (part.first, part.second)
    return all(isinstance(side, list) and all(map(is_number, side)) for side in sides)


def only_stored(parts: Sequence[Part], subject: Subject) -> bool:
    """Whether a record is written anew, by a function that says that it recodes the attribute."""
    name = subject.function.name
    recoding = subject.words.representation.recodings.intersection(name)
    telling = [each for each in name if each not in subject.words.representation.recodings]
    is_named = any(_means(each, subject) for each in _starts("_".join(telling)))
    return bool(recoding) and is_named and all(part.is_stored for part in parts)


def stored_by_one(outcomes: tuple[Outcome, Outcome], subject: Subject) -> str:
    """Where the attribute is stored in one call alone, if nothing else differs; else empty.

    `person.gender = "F"` for `W`, and nothing for a value that the code does not know.
    """
    first, second = outcomes
    if (first.value, first.printed) != (second.value, second.printed):
        return ""
    effects = ({label_of_effect(name) for name, _ in outcome.effects} for outcome in outcomes)
    fields = ({*_fields_set(outcome)} for outcome in outcomes)
    labels = sorted(label for one, other in (effects, fields) for label in one ^ other)
    return labels[0] if labels and all(_means(label, subject) for label in labels) else ""


def _fields_set(outcome: Outcome) -> Iterator[str]:
    """The names of the fields that a call has changed."""
    for _, tree in outcome.changed:
        entries = tree.get("v") if isinstance(tree, dict) else None
        yield from (entry[0].strip("'") for entry in entries or [] if is_entry(entry))


def _is_yes_or_no(part: Part) -> bool:
    """Whether a part is a flag, or a one beside a zero, as tables have them."""
    is_number_each = part.numbers and part.is_plain
    are_flags = all(isinstance(side, bool | None) for side in (part.first, part.second))
    return are_flags or (is_number_each and {part.first, part.second} == {0, 1})


def _is_flag_of_person(label: str, subject: Subject) -> bool:
    """Whether yes or no goes by the name of the attribute, of its input, or of a group."""
    is_own = _means(label, subject) or label == subject.input_name
    return is_own or _is_flag_of_group(label, subject)


def _is_flag_of_group(label: str, subject: Subject) -> bool:
    """Whether a flag of this name says to which group somebody belongs: `is_senior`.

    The columns of a table are called `race_white`, or `protected` in studies of fairness.
    """
    words = subject.words
    if first_found(words.representation.memberships, in_singular([label])):
        return not weighs(in_singular([label]), subject)
    spoken = [w for w in in_singular([label]) if w not in words.representation.fillers]
    if subject.attribute.name == GENDER and _is_relative(spoken, subject):
        return True
    telling = _telling_of_group(label, subject)
    if not telling:  # `is_18`
        return subject.attribute.name == AGE and any(word.isdigit() for word in spoken)
    is_same = telling == _telling_of_group(subject.input_name, subject)  # `blind_spouse`
    return is_same or subject.are_for_groups(telling) or _is_value_behind_name(telling, subject)


def _telling_of_group(name: str, subject: Subject) -> list[str]:
    """The words of a flag's name that say to which group somebody belongs."""
    words, persons = subject.words.representation, subject.catalogue.neighbours.person
    silent = words.fillers | words.forms | persons
    return [w for w in in_singular([name]) if w not in silent and not w.isdigit()]


def _is_relative(spoken: Sequence[str], subject: Subject) -> bool:
    """Whether a name is one word for a relative of one gender: `is_mother`."""
    return len(spoken) == 1 and subject.words.representation.relatives.issuperset(spoken)


def _is_value_behind_name(telling: Sequence[str], subject: Subject) -> bool:
    """Whether a name is that of the attribute with one of its values: `race_white`."""
    for end in range(1, len(telling)):
        name, value = "_".join(telling[:end]), " ".join(telling[end:])
        if subject.catalogue.families_of(subject.attribute, [value]) and _means(name, subject):
            return True
    return False


def _are_labels(texts: tuple[str, str], label: str, subject: Subject) -> bool:
    """Whether two texts name groups of people, and say nothing else: `18-24`, `Senior (65+)`."""
    if weighs(in_singular([label]), subject):
        return False
    others = [text for text in texts if not _names_value(text, subject)]
    unknown = subject.words.representation.unknown
    if len(others) < len(texts) and all(text.lower() in unknown for text in others):
        return True
    fillers = subject.words.representation.fillers
    spoken = [in_singular([text]) for text in texts]
    telling = [[w for w in each if not w.isdigit() and w not in fillers] for each in spoken]
    if not all(spoken) or not any(telling) or max(map(len, telling)) > LONGEST_LABEL:
        return False
    return all(subject.are_for_groups(each) for each in telling)


def _names_value(text: str, subject: Subject) -> bool:
    """Whether a text is a value of the attribute, or says that somebody has not this one."""
    bare = plain(text)
    for negation in NEGATIONS:
        bare = bare.removeprefix(negation)
    meant = (each.name for each in subject.catalogue.match_value(bare))
    return subject.attribute.name in meant and bare not in ANSWERS


def _are_of_table(texts: tuple[str, str], label: str, subject: Subject) -> bool:
    """Whether both texts are in a table called after the attribute: `GENDER_LABELS`."""
    if weighs(in_singular([label]), subject):
        return False
    known = {*subject.words.representation.unknown, ""}
    return any(
        any(text in labels for text in texts)
        and all(text in labels or text.lower() in known for text in texts)
        and not weighs(in_singular([name]), subject)
        and any(_means(start, subject) for start in _starts(name))
        for name, labels in subject.tables
    )


def _is_own_value(part: Part, label: str, subject: Subject) -> bool:
    """Whether an object takes the person's own value, which the other one's had before."""
    pairs = list(zip((part.first, part.second), subject.values, strict=True))
    taken = [(side, str(value)) for side, value in pairs if side is not None]
    is_one = len(taken) == 1 and _means(label, subject)
    return is_one and all(str(side) == value for side, value in taken)


def _is_start_of_value(part: Part, label: str, subject: Subject) -> bool:
    """Whether both texts are the first letters of the person's own values: `AME`, `MEX`."""
    if part.texts is None:
        return False
    pairs = zip(part.texts, subject.values, strict=True)
    return all(
        len(text) >= SHORTEST_START and str(value).lower().startswith(text.lower())
        for text, value in pairs
    )


def _is_value_of_another(part: Part, label: str, subject: Subject) -> bool:
    """Whether another attribute is worked out, whose name the part has: `sex` from a code."""
    match = subject.catalogue.match_name(label) if label else None
    if match is None or not match.is_own or match.attribute == subject.attribute:
        return False
    if weighs(in_singular([label]), subject):  # a salary is what somebody gets
        return False
    if part.texts is None:
        return is_small_number(part.first) and is_small_number(part.second)
    unknown = {*subject.words.representation.unknown, *map(str, subject.values)}
    known = [text for text in part.texts if text and text.lower() not in unknown]
    meant = [subject.catalogue.match_value(t) for t in known if t.lower() not in ANSWERS]
    return bool(known) and all(match.attribute in attributes for attributes in meant)


def _is_form_of_attribute(part: Part, label: str, subject: Subject) -> bool:
    """Whether a short text or a number goes by the attribute's own name: `gender_code`."""
    spoken, words = [singular(word) for word in words_of(label)], subject.words
    has_form = not words.representation.forms.isdisjoint(spoken)
    if not _is_short(part, has_form) or not ADDRESSING.isdisjoint(spoken):
        return False
    if weighs(spoken, subject) or _answers(part, subject) or _are_factors(part, subject):
        return False

    beside = words.representation.forms | words.representation.fillers | CONVERTING
    telling = [word for word in words_of(label) if singular(word) not in beside]
    persons = subject.catalogue.neighbours.person
    if not telling or len([w for w in telling if w not in persons]) > MOST_TELLING:
        return False
    if telling == [word for word in words_of(subject.input_name) if singular(word) not in beside]:
        return True
    names = ("_".join(telling), *_starts("_".join(spoken)))
    return any(_means(name, subject) for name in names)


def _are_factors(part: Part, subject: Subject) -> bool:
    """Whether numbers with fractions stand for words, as no code does: `Decimal("1.35")`."""
    sides = [str(side) for side in (part.first, part.second) if side is not None]
    has_fraction = any(_FRACTION.fullmatch(side) for side in sides)
    are_words = all(isinstance(value, str) for value in subject.values)
    return has_fraction and are_words and all(map(_NUMBER.fullmatch, sides))


def _answers(part: Part, subject: Subject) -> bool:
    """Whether one of the texts lets somebody in or sends them away: `sorry`, `Access denied`."""
    own = {str(value).lower() for value in subject.values}  # `declined`, who declined to say
    spoken = (in_singular([text]) for text in part.texts or () if text.lower() not in own)
    return any(first_found(subject.words.representation.answers, words) for words in spoken)


def _is_short(part: Part, has_form: bool) -> bool:
    """Whether each side is a short text, or anything plain if the name says that it is a form."""
    texts = [side for side in (part.first, part.second) if isinstance(side, str)]
    if not texts:
        return part.is_plain and has_form
    return part.is_plain and all(len(text.split()) <= LONGEST_NAME for text in texts)


def _starts(name: str) -> list[str]:
    words = words_of(name)
    return ["_".join(words[:end]) for end in range(len(words), 0, -1)]


def _means(name: str, subject: Subject) -> bool:
    return subject.catalogue.names_itself(name, subject.attribute)


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
    is_left_out = [
        not text or text.lower() in subject.words.representation.unknown for text in part.texts
    ]
    each_is_one = all(map(any, zip(spelled, is_left_out, strict=True)))
    return any(spelled) and each_is_one and any(_means(w, subject) for w in words_of(label))


def _lists_values(part: Part, label: str, subject: Subject) -> bool:
    """Whether the values that people have are listed under the attribute's name: `genders`."""
    sides = [side for side in (part.first, part.second) if side]
    if not sides or not all(isinstance(side, list) for side in sides) or not _means(label, subject):
        return False
    own = {*map(str, subject.values)}
    listed = [item for side in sides for item in side]
    return all(
        isinstance(item, str) and (item in own or _names_value(item, subject)) for item in listed
    )


def _spells(text: str, value: Scalar, spellings: Callable[[object], frozenset[str]]) -> bool:
    return isinstance(value, str) and text.strip().lower() in spellings(value)


def _aggregate(label: str, subject: Subject) -> str:
    """By which word a number is a figure about many people; empty if it is none."""
    words, function = subject.words, subject.function
    named = (*in_singular([label]), *function.name)
    figure = first_found(words.representation.aggregates, named)
    if not figure or weighs((*named, *function.given), subject):
        return ""

    labels = subject.group_labels
    is_of_groups = labels is not None and bool(first_found(labels, named))
    if not label:  # numbers without a name, in what a function of statistics draws or stores
        is_of_groups = is_of_groups or any(_means(word, subject) for word in function.code)
    matches = [subject.catalogue.match_name(word) for word in named]
    attributes = {match.attribute.name for match in matches if match is not None}
    return figure if is_of_groups or subject.attribute.name in attributes else ""
