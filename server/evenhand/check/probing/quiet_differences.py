"""Tells differences that decide nothing about anybody, going by what differs.

A label of the attribute itself, a code for it, an average over people: another way to write the
attribute. Pronouns, titles and endings: words for the person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.check.catalogue import Attribute, Catalogue
from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.catalogue.splitting import singular, words_of
from evenhand.check.catalogue.words_for_people import only_words_for_people
from evenhand.check.probing.differing_parts import Part, differing_parts
from evenhand.check.probing.input_state import InputState, Probe
from evenhand.check.probing.renaming import Renaming
from evenhand.check.probing.representation import ADDRESSING, CONVERTING
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.shown_ages import SLACK, UNITS, years_between
from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.function_words import FunctionWords, first_found
from evenhand.findings import Purpose, Recognised
from evenhand.scalars import is_number

LONGEST_LABEL = 5
"""Words of a text that names a group of people."""
LONGEST_NAME = 10
"""Words of a text that goes by the attribute's own name: `English, Welsh, Scottish or Irish`."""
MOST_TELLING = 2
"""Words of a name of the attribute, those for its form left out."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose differences are looked at: one attribute that enters one function."""

    attribute: Attribute
    catalogue: Catalogue
    words: PurposeWords
    function: FunctionWords
    of_many: bool
    """The function is given many people at once."""
    only_grouped: bool = False
    """The code groups many people, and compares the attribute with nothing."""
    years_apart: float | None = None
    """The span between the two dates of birth; None if the values are no dates."""


def purpose_of_pair(search: SearchState, state: InputState, pair: Probe) -> Recognised | None:
    """The purpose of a difference in which nobody gets or loses anything; None for all others."""
    if pair.refusal:
        return None
    path, attribute = state.input.path, state.input.match.attribute
    of_many = any(each.via is Via.ITEM or each.is_column_of_frame for each in path.around())
    words, function = purpose_words(), search.words
    compares = any(is_number(each) or isinstance(each, str) for each in path.constants)
    groups = bool(first_found(words.groupings, function.name, function.code))
    subject = Subject(
        attribute,
        search.catalogue,
        words,
        function,
        of_many,
        of_many and groups and not compares and not path.linked,
        years_between(pair.values, path.date_formats),
    )
    return quiet_purpose(pair.outcomes, state.echo(pair.values), subject)


def still_shown(search: SearchState, state: InputState, before: Probe, after: Probe) -> bool:
    """Whether a plainer pair still differs, and a decision has not become mere words."""
    first, second = after.outcomes
    both_returned = first.returned and second.returned
    if not both_returned or not state.tells_apart(after.values, first, second):
        return False
    is_quiet = purpose_of_pair(search, state, after) is not None
    return not is_quiet or purpose_of_pair(search, state, before) is not None


def quiet_purpose(
    outcomes: tuple[Outcome, Outcome], echo: Renaming, subject: Subject
) -> Recognised | None:
    """The same, from two outcomes and what they echo."""
    parts = differing_parts(*outcomes, echo)
    if not parts:
        return None

    if subject.only_grouped and not _weighs(_function_says(subject), subject):
        return Recognised(Purpose.REPRESENTATION, "groups")

    signs: list[str] = []
    for part in parts:
        sign = _represented_as(part, part.label or echo.result, subject)
        if sign:
            signs.append(sign)
        elif not _only_addresses(part, subject):
            return None

    if len(signs) < len(parts):
        return Recognised(Purpose.ADDRESS)
    return Recognised(Purpose.REPRESENTATION, signs[0])


def _only_addresses(part: Part, subject: Subject) -> bool:
    """Whether only words for the person differ."""
    words = subject.words
    if part.texts is None or not words.manners[Purpose.ADDRESS].allows(subject.attribute.name):
        return False
    return only_words_for_people(*part.texts, words)


def _represented_as(part: Part, label: str, subject: Subject) -> str:
    """By which word a part is seen to be the attribute in another form; empty if it is not."""
    if part.flags:
        return label if _is_flag_of_group(label, subject) else ""
    if part.texts is not None and _are_labels(part.texts, label, subject):
        return " / ".join(text.strip() for text in part.texts if text.strip())
    if _is_form_of_attribute(part, label, subject) or _is_span(part, label, subject):
        return label
    return _aggregate(label, subject) if part.numbers and subject.of_many else ""


def _is_flag_of_group(label: str, subject: Subject) -> bool:
    """Whether a flag of this name says to which group somebody belongs: `is_senior`."""
    words = subject.words
    rest = [word for word in in_singular([label]) if word not in words.fillers]
    telling = [word for word in rest if word not in words.forms and not word.isdigit()]
    return bool(telling) and _are_for_groups(telling, subject)


def _are_labels(texts: tuple[str, str], label: str, subject: Subject) -> bool:
    """Whether two texts name groups of people, and say nothing else: `18-24`, `Senior (65+)`."""
    if _weighs(in_singular([label]), subject):
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


def _is_form_of_attribute(part: Part, label: str, subject: Subject) -> bool:
    """Whether a short text or a number goes by the attribute's own name: `gender_code`."""
    spoken, words = [singular(word) for word in words_of(label)], subject.words
    has_form = not words.forms.isdisjoint(spoken)
    if part.texts is not None:
        is_short = all(len(text.split()) <= LONGEST_NAME for text in part.texts)
    else:
        is_short = part.numbers and has_form
    if not is_short or not ADDRESSING.isdisjoint(spoken) or _weighs(spoken, subject):
        return False

    beside = words.forms | words.fillers | CONVERTING
    telling = [word for word in words_of(label) if singular(word) not in beside]
    if not telling or len(telling) > MOST_TELLING:
        return False
    starts = ("_".join(spoken[:end]) for end in range(len(spoken), 0, -1))
    names = ("_".join(telling), *starts)
    return any(subject.catalogue.names_itself(name, subject.attribute) for name in names)


def _is_span(part: Part, label: str, subject: Subject) -> bool:
    """Whether the numbers are as far apart as the dates of birth, in years, months or days."""
    apart, sides = subject.years_apart, (part.first, part.second)
    if apart is None or not all(is_number(side) for side in sides):
        return False
    spoken = in_singular([label])
    if _weighs(spoken, subject) or not first_found(subject.words.spans, spoken):
        return False
    return any(abs(part.second - part.first + apart * unit) <= SLACK[True] for unit in UNITS)


def _function_says(subject: Subject) -> tuple[str, ...]:
    """The words of a function that may tell of a score or a price."""
    return (*subject.function.name, *subject.function.given, *subject.function.code)


def _weighs(spoken: Sequence[str], subject: Subject) -> bool:
    """Whether a name is that of a score, a price or the like; of whom it is says nothing."""
    telling = [word for word in spoken if word not in subject.catalogue.neighbours.person]
    return not subject.words.figures.isdisjoint(telling) or _decides(telling, subject.words)


def _decides(spoken: Sequence[str], words: PurposeWords) -> bool:
    return bool(first_found(words.decisions, spoken))


def _aggregate(label: str, subject: Subject) -> str:
    """By which word a number is a figure about many people; empty if it is none."""
    words, function = subject.words, subject.function
    named = (*in_singular([label]), *function.name)
    figure = first_found(words.aggregates, named)
    if not figure or _weighs((*named, *function.given), subject):
        return ""

    labels = words.labels.get(subject.attribute.name)
    is_of_groups = labels is not None and bool(first_found(labels, named))
    matches = [subject.catalogue.match_name(word) for word in named]
    attributes = {match.attribute.name for match in matches if match is not None}
    return figure if is_of_groups or subject.attribute.name in attributes else ""
