"""Tells numbers and codes that keep one person apart from another, and judge nobody.

A hash, a national identity number, the key of a cache: whatever they are made of, nobody gets
more or less for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from evenhand.check.catalogue.purpose_words import in_singular
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.outcomes.differing_parts import Part
from evenhand.check.reading.function_words import first_found

SORT_KEY = "sort key"
"""A text that keeps rows apart; as a number, it says who comes first."""


def identifier(parts: Sequence[Part], result: str, subject: Subject) -> str:
    """By which word all parts are such a number or code; empty if they are not.

    `result` is the name of what the function gives.
    """
    labels = {part.label for part in parts}
    if not all(part.is_plain and not part.flags for part in parts) or len(labels) > 1:
        return ""

    words, function = subject.words, subject.function
    called = in_singular([*labels, result])
    named = (
        called
        if first_found(words.representation.identifiers, called)
        else (*called, *function.name)
    )
    sign = first_found(words.representation.identifiers, named)
    if sign == SORT_KEY and any(part.numbers for part in parts):
        return ""
    telling = [word for word in named if word not in in_singular([sign])]
    if sign and not weighs(telling, subject):
        return sign

    told = (function.code, function.around, subject.file)
    standard = first_found(words.representation.standards, *told)
    return standard if standard and not weighs((*named, *function.given), subject) else ""
