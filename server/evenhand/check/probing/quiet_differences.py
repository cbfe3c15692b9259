"""Tells differences that decide nothing about anybody, going by what differs.

A label of the attribute itself, a code for it, an average over people: another way to write the
attribute. Pronouns, titles and endings: words for the person.
"""

from __future__ import annotations

from collections.abc import Mapping

from evenhand.check.catalogue.purpose_words import purpose_words
from evenhand.check.probing.addressing_parts import only_addresses
from evenhand.check.probing.arguments.argument_trees import leaves
from evenhand.check.probing.attribute_forms import (
    Subject,
    are_tallies,
    is_code,
    only_stored,
    represented_as,
    weighs,
)
from evenhand.check.probing.differing_parts import differing_parts
from evenhand.check.probing.input_state import InputState, Probe
from evenhand.check.probing.renaming import Renaming
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.shown_ages import years_between
from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.function_words import first_found
from evenhand.findings import Purpose, Recognised
from evenhand.scalars import Scalar, is_number


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
        pair.values,
        of_many,
        of_many and groups and not compares and not path.linked,
        years_between(pair.values, path.date_formats),
        compares,
    )
    return quiet_purpose(pair.outcomes, state.echo(pair.values), subject, _fields(pair))


def _fields(pair: Probe) -> dict[str, Scalar]:
    """What the calls were given, by the names of the fields."""
    named = [leaf for _, leaf in leaves(pair.context.as_tree()) if leaf.path is not None]
    return {leaf.path.name: leaf.value for leaf in named if leaf.path is not None}


def still_shown(search: SearchState, state: InputState, before: Probe, after: Probe) -> bool:
    """Whether a plainer pair still differs, and a decision has not become mere words."""
    first, second = after.outcomes
    both_returned = first.returned and second.returned
    if not both_returned or not state.tells_apart(after.values, first, second):
        return False
    is_quiet = purpose_of_pair(search, state, after) is not None
    return not is_quiet or purpose_of_pair(search, state, before) is not None


def quiet_purpose(
    outcomes: tuple[Outcome, Outcome],
    echo: Renaming,
    subject: Subject,
    fields: Mapping[str, Scalar] | None = None,
) -> Recognised | None:
    """The same, from two outcomes and what they echo; `fields` are the other values of the call."""
    other_values = fields or {}
    parts = differing_parts(*outcomes, echo, other_values)
    if not parts:
        return None

    if subject.only_grouped and not weighs(subject.labels, subject):
        return Recognised(Purpose.REPRESENTATION, "groups")
    if are_tallies(parts, subject) or only_stored(parts, subject) or is_code(parts, subject):
        return Recognised(Purpose.REPRESENTATION, parts[0].label or echo.result)

    texts = [value.lower() for value in other_values.values() if isinstance(value, str)]
    spoken = frozenset(word for text in texts for word in text.split())
    signs: list[str] = []
    for part in parts:
        sign = represented_as(part, part.label or echo.result, subject)
        if sign:
            signs.append(sign)
        elif not only_addresses(part, subject, spoken):
            return None

    if len(signs) < len(parts):
        return Recognised(Purpose.ADDRESS)
    return Recognised(Purpose.REPRESENTATION, signs[0])
