"""Signals that code only checks whether a value can be one, or knows it."""

from __future__ import annotations

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.judging.case import AGE, Case
from evenhand.check.judging.signals.signal import Signal, names_only_groups
from evenhand.findings import Purpose

LEAST_AGE, MOST_AGE = 1, 100
"""Whoever is not older, or is older, is nobody whom a form expects."""
LOGGING = frozenset("debug info warning warn error exception critical log".split())
"""Methods by which a log is told something."""
NOT_FOUND = frozenset({"KeyError", "ValueError"})
"""What a table raises that has no entry, and a list that has no such item."""


def _has_no_entry(case: Case) -> str:
    """A table or a list has no place for the value: `KeyError: 'X'`."""
    missing = [
        error in NOT_FOUND and str(value).lower() in message.lower()
        for value, (error, message) in case.refused
    ]
    return "no entry" if missing and all(missing) else ""


def _is_no_age(case: Case) -> str:
    """A text without a digit, and no name of an age either, stands where one is typed in."""
    texts = [value for value in case.values if isinstance(value, str)]
    without = [text for text in texts if not any(map(str.isdigit, text))]
    others = (text for text in without if case.attribute not in case.catalogue.match_value(text))
    unknown = (text for text in others if not names_only_groups(case, in_singular([text])))
    return next(map(repr, unknown), "") if case.attribute.name == AGE else ""


def _is_implausible(case: Case) -> str:
    """One of the two is hardly anybody's age."""
    if case.attribute.name != AGE:
        return ""
    ages = ((value, case.age_of(value)) for value in case.values)
    unlikely = (v for v, age in ages if age is not None and not LEAST_AGE < age <= MOST_AGE)
    return next(map(str, unlikely), "")


def _gives_value_or_nothing(case: Case) -> str:
    """One call gives its own value back, the other None or False."""
    if case.refused:
        return ""
    ends = [
        (value, outcome.value) for value, outcome in zip(case.values, case.outcomes, strict=True)
    ]
    kept = [given for value, given in ends if given == value]
    dropped = [given for _, given in ends if given is None or given is False]
    return "valid or not" if len(kept) == len(dropped) == 1 else ""


def _is_only_logged(case: Case) -> str:
    """All that differs is what a log is told."""
    first, second = case.outcomes
    seen = [(each.kind, each.value, each.printed, each.changed) for each in case.outcomes]
    if seen[0] != seen[1]:
        return ""
    names = {
        name
        for effects, others in ((first, second), (second, first))
        for name, tree in effects.effects
        if (name, tree) not in others.effects
    }
    is_log = all(name.rpartition(".")[2] in LOGGING for name in names)
    return "log line" if names and is_log else ""


REPRESENTATION = Purpose.REPRESENTATION
SIGNALS = (
    Signal(
        "table has no entry",
        REPRESENTATION,
        _has_no_entry,
        "has no entry for one of the two",
        "PARTS = {'male': 1, 'female': 1}\n\n\ndef part(gender):\n    return PARTS[gender]\n",
    ),
    Signal(
        "is no age",
        REPRESENTATION,
        _is_no_age,
        "is given {}, which is no age",
        "def ask():\n    age = input('age: ')\n    return 'a' if age == 'none' else 'b'\n",
        is_plain=True,
    ),
    Signal(
        "is hardly an age",
        REPRESENTATION,
        _is_implausible,
        "is given {}, which is hardly an age",
        "def hello(age):\n    return 'a' if age < 2 else 'b'\n",
        is_plain=True,
    ),
    Signal(
        "gives the value or nothing",
        REPRESENTATION,
        _gives_value_or_nothing,
        "gives the value or nothing",
        "def hello(gender):\n    return gender if gender in ('male', 'female') else None\n",
        is_plain=True,
    ),
    Signal(
        "is only logged",
        REPRESENTATION,
        _is_only_logged,
        "differs only in a line of a log",
        "from app import logger\n\n\ndef hello(gender):\n"
        "    if gender == 'male':\n        logger.info('a')\n",
        is_plain=True,
    ),
)
