"""Signals that the caller, the person or the data names the group, and not the code."""

from __future__ import annotations

import ast

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.judging.case import Case
from evenhand.check.judging.signals.signal import Signal
from evenhand.check.outcomes.deciders import MODEL
from evenhand.check.reading.source import constant_text
from evenhand.findings import Purpose
from evenhand.scalars import is_number

NO_LIMIT = 1
"""Numbers up to this one ask whether there is a value at all: `if age <= 0`."""


def names_a_group(case: Case) -> bool:
    """Whether the function itself has a value of the attribute, or one to compare it with."""
    has_limit = any(is_number(each) and abs(each) > NO_LIMIT for each in case.path.facts.constants)
    if has_limit or case.own_texts:
        return True
    texts = (constant_text(node) for node in ast.walk(case.function.node))
    meant = (each for text in texts if text for each in case.catalogue.match_value(text))
    return any(attribute.name == case.attribute.name for attribute in meant)


def _names_no_group(case: Case) -> str:
    """Neither the code does, nor a model that has learned of groups."""
    return "" if case.difference.decider == MODEL or names_a_group(case) else "no group"


def _input_names_a_group(case: Case) -> str:
    """Something else that the code reads is called by a group: `rider.prefers_woman`."""
    for path in case.other_paths:
        words = in_singular([path.name])
        groups = (word for word in words if case.catalogue.families_of(case.attribute, [word]))
        if len(words) > 1 and not case.is_own(path.name) and any(groups):
            return path.name
    return ""


ASKED_FOR = Purpose.ASKED_FOR
SIGNALS = (
    Signal(
        "code names no group",
        ASKED_FOR,
        _names_no_group,
        "names no group itself",
        "def part(is_married: bool):\n    return 5 if is_married else 9\n",
        is_common=True,
    ),
    Signal(
        "input names a group",
        ASKED_FOR,
        _input_names_a_group,
        "reads {}",
        "def part(gender, wants_female):\n"
        "    return 5 if wants_female and gender == 'female' else 9\n",
    ),
)
