"""Signals that somebody gets or loses something."""

from __future__ import annotations

import re

from evenhand.check.judging.case import Case
from evenhand.check.judging.signals.signal import LARGEST_CODE, Signal, is_code
from evenhand.check.outcomes.deciders import MODEL
from evenhand.check.outcomes.who_gains import BAD, GOOD
from evenhand.findings import Purpose
from evenhand.scalars import is_number

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
FEWEST_OTHERS = 3
GROWN_UP = 18
PROTECTED = frozenset(
    "race religion nationality sexual_orientation caste disability gender_identity "
    "genetic_information".split()
)
"""Attributes that hardly any rule about people may rest on."""


def _refuses(case: Case) -> str:
    """One is refused and the other served, and the code knows the values of both."""
    is_known = not any(value in case.unlisted for value, _ in case.refused)
    return "refused" if case.difference.refusal and is_known else ""


def _answers(case: Case) -> str:
    are_flags = bool(case.parts) and all(part.flags for part in case.parts)
    return "yes or no" if are_flags else ""


def _gives_amount(case: Case) -> str:
    sides = (side for part in case.parts for side in (part.first, part.second))
    numbers = [side for side in sides if is_number(side)]
    is_amount = any(abs(side) > LARGEST_CODE or side != int(side) for side in numbers)
    return "an amount" if case.are_numbers and is_amount else ""


def _says_amount(case: Case) -> str:
    """Texts that differ in a number alone, which is no age worked out from every age."""
    numbers = [number for part in case.parts if part.texts for number in _numbers_apart(part.texts)]
    is_amount = not all(map(is_code, numbers))
    ages = {each.age for each in case.by_age}
    is_of_every_age = bool(ages) and len(case.lines) >= len(ages) - 1
    return numbers[0] if is_amount and not is_of_every_age else ""


def _numbers_apart(texts: tuple[str, str]) -> list[str]:
    """The numbers of two texts that differ; none if the texts differ in anything else."""
    first, second = (NUMBER.split(text) for text in texts)
    if first != second:
        return []
    pairs = zip(*map(NUMBER.findall, texts), strict=True)
    return [number for pair in pairs if pair[0] != pair[1] for number in pair]


def _is_good_or_bad(case: Case) -> str:
    """A word that is good or bad for a person is in one of the two outcomes alone."""
    return min((GOOD | BAD).intersection(case.words_apart), default="")


def _is_protected(case: Case) -> str:
    return case.attribute.name.replace("_", " ") if case.attribute.name in PROTECTED else ""


def _weighs_others(case: Case) -> str:
    """The function takes in several other things beside the attribute."""
    count = len(case.other_paths)
    return f"{count} other inputs" if count >= FEWEST_OTHERS else ""


def _is_better_for_one(case: Case) -> str:
    return "better" if case.better is not None else ""


def _is_worse_for_older(case: Case) -> str:
    """Of two grown-ups the older has the worse outcome."""
    ages = case.better_and_worse_age
    if ages is None:
        return ""
    better, worse = ages
    return f"{worse:g}" if GROWN_UP <= better < worse else ""


def _asks_model(case: Case) -> str:
    """A fitted model is given another input."""
    return case.difference.decider if case.difference.decider == MODEL else ""


DECISION = Purpose.DECISION
SIGNALS = (
    Signal(
        "refuses one of two known values",
        DECISION,
        _refuses,
        "refuses one of the two",
        "def part(age):\n    if age < 33:\n        raise RuntimeError('no')\n    return 'b'\n",
    ),
    Signal(
        "answers yes or no",
        DECISION,
        _answers,
        "answers yes or no",
        "def part(gender):\n    return gender == 'male'\n",
    ),
    Signal(
        "gives an amount",
        DECISION,
        _gives_amount,
        "gives an amount",
        "def part(age):\n    return 40 if age < 33 else 90\n",
    ),
    Signal(
        "says an amount",
        DECISION,
        _says_amount,
        "says an amount",
        "def part(age):\n    print('it is', 40 if age < 33 else 90)\n",
    ),
    Signal(
        "good or bad word",
        DECISION,
        _is_good_or_bad,
        "says {}",
        "def part(age):\n    return 'rejected' if age < 33 else 'b'\n",
    ),
    Signal(
        "protected attribute",
        DECISION,
        _is_protected,
        "goes by {}",
        "def part(religion):\n    return 'a' if religion == 'muslim' else 'b'\n",
    ),
    Signal(
        "other inputs",
        DECISION,
        _weighs_others,
        "weighs several other inputs",
        "def part(age, weight, length, colour):\n"
        "    return weight + length + colour + (3 if age < 33 else 4)\n",
    ),
    Signal(
        "better for one",
        DECISION,
        _is_better_for_one,
        "is better for one of the two",
        "def is_eligible(gender):\n    return gender == 'male'\n",
    ),
    Signal(
        "worse for the older",
        DECISION,
        _is_worse_for_older,
        "is worse for the older of two",
        "def may_enter(age):\n    return age < 50\n",
    ),
    Signal(
        "asks a model",
        DECISION,
        _asks_model,
        "asks a model",
        "import joblib\n\nmodel = joblib.load('loans.bin')\n\n\ndef part(age, income):\n"
        "    return model.predict([[age, income]])[0]\n",
    ),
)
