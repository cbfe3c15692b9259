"""Tells which parts of an outcome are the attribute itself, written in another way.

An age that is worked out from a date of birth, and a column `gender` that says `male` for `m`,
judge nobody: they go by the attribute's own name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache

from evenhand.check.catalogue import Attribute, Catalogue
from evenhand.check.catalogue.splitting import words_of
from evenhand.check.reading.benefit_models import FORMULA
from evenhand.check.reading.source import Function, own_nodes
from evenhand.scalars import is_number

CONVERTING = frozenset(
    (
        "get calculate calculated calculating compute computed calc to derive derived from of "
        "as at on in the my today now date dob birth born birthday birthdate birthyear current "
        "exact parse parsed normalise normalised normalize normalized clean cleaned standardise "
        "standardize encode encoded decode recode recoded map mapped format convert converted add "
        "with column columns ask enter input read prompt choose select selector pick"
    ).split()
)
"""Words for working out a value, which say nothing of what it is."""
ADDRESSING = frozenset({"pronoun", "pronouns", "title", "salutation", "honorific", "greeting"})
"""Words for how a person is spoken to, which follows from the attribute and is another thing."""
GAINING = frozenset(
    (
        "score scores points risk rate premium fee price discount cost weight factor multiplier "
        "bonus penalty rebate surcharge"
    ).split()
)
"""Words for what a person gets or has to give."""
MOST_WORDS = 3
"""Words of a text that is a value and no sentence."""


def own_names(catalogue: Catalogue, attribute: Attribute) -> Callable[[str], bool]:
    """Whether a name means the attribute itself."""

    @cache
    def is_own(name: str) -> bool:
        if not ADDRESSING.isdisjoint(words_of(name)):
            return False
        return catalogue.names_itself(name, attribute)

    return is_own


def name_of_result(function: Function) -> str:
    """The name of what a function gives: `age` for `Person.age`, `calculate_age`, `age_on`.

    A formula gives the variable that its class is called after.

    If what it returns is called points or a price, it is that: `return score_age`.
    """
    for name in _returned(function):
        if not GAINING.isdisjoint(words_of(name)):
            return name
    owner, name = function.owner, function.last_name
    is_named_by_class = owner is not None and name.startswith(FORMULA)
    named = owner.name if owner is not None and is_named_by_class else name
    telling = [w for w in words_of(named) if w not in CONVERTING]
    return "_".join(telling)


def _returned(function: Function) -> Iterator[str]:
    """The names of variables that a function returns."""
    for node in own_nodes(function.node):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Name):
            yield node.value.id


def are_values(first: object, second: object) -> bool:
    """Whether two parts of outcomes may be forms of an attribute: numbers, words, or nothing."""
    if is_missing(first) or is_missing(second):
        return all(is_missing(part) or _is_plain(part) for part in (first, second))
    return (
        _is_plain(first) and _is_plain(second) and isinstance(first, str) == isinstance(second, str)
    )


def is_missing(part: object) -> bool:
    """Whether it is None or no number, as tables have where a value is unknown."""
    return part is None or (isinstance(part, dict) and part.get("t") == "float")


def _is_plain(part: object) -> bool:
    if isinstance(part, str):
        return len(part.split()) <= MOST_WORDS
    return is_number(part)
