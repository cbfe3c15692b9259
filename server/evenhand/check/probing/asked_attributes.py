"""Recognises attributes that the caller asks for: a search, a filter, a preference."""

from __future__ import annotations

import ast

from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.probing.input_state import InputState
from evenhand.check.probing.search_state import SearchState
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.function_words import first_found
from evenhand.check.reading.source import constant_text
from evenhand.findings import Purpose, Recognised
from evenhand.scalars import is_number

COMPARISONS = frozenset("__lt__ __le__ __gt__ __ge__ __eq__ __ne__ __hash__".split())
"""Methods by which whoever compares or sorts asks for an order."""
QUERIES = frozenset(
    "args query_params get params querystring query filters criteria preferences".split()
)
"""Names of what holds the words of a search, in lower case."""


def wish(search: SearchState, state: InputState) -> Recognised | None:
    """That the attribute is asked for, and by which word; None if that is not plain.

    The code itself names no group: what is asked for is compared with what there is.
    """
    words, function, path = purpose_words(), search.words, state.input.path
    method = search.reading.function.last_name
    if method in COMPARISONS:
        return Recognised(Purpose.ASKED_FOR, method)
    invented = first_found(words.inventions, function.name, function.code)
    if invented and path.parent is None:
        return Recognised(Purpose.ASKED_FOR, invented)
    if _names_a_group(search, state):
        return None

    if first_found(words.decisions, function.name, function.given):
        return None
    criterion = _criterion(path, words)
    if criterion:
        return Recognised(Purpose.ASKED_FOR, criterion)
    order = first_found(words.orders, function.name)
    if order and state.is_own is not None and any(map(state.is_own, function.name)):
        return Recognised(Purpose.ASKED_FOR, order)
    sign = first_found(words.searches, function.name)
    return Recognised(Purpose.ASKED_FOR, sign) if sign and _is_asked(path) else None


def _criterion(path: AccessPath, words: PurposeWords) -> str:
    """The word by which what it is compared with is somebody's wish: `gender_to_match`."""
    named = (in_singular([other.name]) for other in path.linked)
    return next(filter(None, (first_found(words.criteria, name) for name in named)), "")


def _is_asked(path: AccessPath) -> bool:
    """Whether it is a part of a query, or a parameter that is compared with what there is."""
    if any(outer.name.lower() in QUERIES for outer in path.around()):
        return True
    return path.parent is None and bool(path.linked)


def _names_a_group(search: SearchState, state: InputState) -> bool:
    """Whether the function itself has a value of the attribute, or a number to compare it with."""
    attribute = state.input.attribute
    if any(is_number(constant) for constant in state.input.path.constants):
        return True
    texts = [constant_text(node) for node in ast.walk(search.reading.function.node)]
    meant = [each for text in texts if text for each in search.catalogue.match_value(text)]
    return any(each.name == attribute for each in meant)
