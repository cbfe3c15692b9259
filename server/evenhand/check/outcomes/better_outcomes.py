"""Says which of two outcomes is the better for a person, where the words of the code tell.

More of a score is better, less of a price. Of a risk, less is what a person would want; but nobody
is better off for being thought safe who is ill, so a risk is only called lower. Of whatever else is
a number or a flag, nobody can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.outcomes.who_gains import DifferingPart
from evenhand.check.reading.function_words import FunctionWords, first_found
from evenhand.scalars import is_number


def _words(text: str) -> frozenset[str]:
    """Words as they are looked for: for one of many."""
    return frozenset(in_singular(text.split()))


ILLNESSES = ("diseases", "formulas", "sports")
"""Lists of words for states of the body."""
COSTS = _words(
    "cost price pricing premium fee fare charge bill tax penalty fine interest deductible "
    "surcharge debt rent tariff toll due payment payable installment apr deposit copay wait "
    "waiting delay handling processing backlog markup loading tuition loss deduction shortfall"
)
"""Less of them is better for who pays."""
GAINS = _words(
    "score point rating bonus discount salary wage pay payout compensation refund rebate subsidy "
    "stipend grant scholarship benefit allowance pension limit credit raise "
    "reward advantage coverage entitlement merit employability suitability chance opportunity "
    "potential qualification voucher coupon rooms bedroom bedrooms leave"
)
"""More of them is better."""
ADMISSIONS = _words(
    "approve approved approval accept accepted acceptance admit admitted admission eligible "
    "eligibility qualify qualified hire hired allow allowed permit permitted entitled select "
    "selected shortlist shortlisted recommend recommended promote promoted promotion grant granted "
    "enroll enrolled invite invited access pass passed advance fit suitable can may"
)
"""A `yes` to one of them is better than a `no`."""
REFUSALS = _words(
    "reject rejected rejection deny denied denial refuse refused block blocked ban banned exclude "
    "excluded ineligible disqualify disqualified unfit unsuitable dismiss dismissed evict"
)
"""A `no` to one of them is better."""
RISKS = _words(
    "risk risky danger dangerous threat suspicion suspicious suspect fraud fraudulent flag flagged "
    "recidivism reoffend hazard default delinquency turnover attrition churn"
)
"""Less of them is better, but nobody is called better off."""

WELCOME = frozenset(
    "approved approve accepted accept eligible qualify hire hired selected qualified recommended "
    "suitable admitted admit granted enrolled passed invited excellent good interview".split()
)
UNWELCOME = frozenset(
    "denied deny rejected reject ineligible unqualified declined unsuitable refused failed "
    "waitlisted excluded blocked poor".split()
)
"""Answers that mean the same wherever they are given."""
LEVELS = {
    "no": 0.0, "none": 0.0, "false": 0.0, "very low": 0.5, "unlikely": 1.0, "low": 1.0, "weak": 1.0,
    "minimal": 1.0, "medium": 2.0, "moderate": 2.0, "average": 2.0, "normal": 2.0, "standard": 2.0,
    "elevated": 2.5, "likely": 3.0, "high": 3.0, "strong": 3.0, "yes": 3.0, "true": 3.0,
    "very high": 4.0, "severe": 4.0, "critical": 4.0,
}  # fmt: skip
"""Answers that say how much of something there is."""


WORKERS = frozenset(
    "assistant nurse physician doctor pharmacist therapist technician aide receptionist".split()
)
"""Who works in a clinic: what they score says nothing of an illness."""
PATIENT = "patient"
OWED = ("to", "pay")
"""Two words for what somebody has to give, of which the last alone is what somebody gets."""


class Direction(Enum):
    """Which way an outcome is better."""

    UP = auto()
    DOWN = auto()
    RISK = auto()
    """Down, without a word of better or worse."""
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Preference:
    """How a new value compares with an old one, for the person who gets it."""

    gain: float
    """Above 0 if the new one is better; the difference, of two numbers."""
    is_said: bool
    """Whether a person may be told that it is better or worse."""


def preference(part: DifferingPart, words: FunctionWords) -> Preference | None:
    """What it means that `part.first` is given instead of `part.second`; None: nobody can say."""
    welcome = is_welcome(part.first), is_welcome(part.second)
    if None not in welcome and welcome[0] != welcome[1]:
        return Preference(1.0 if welcome[0] else -1.0, is_said=True)

    difference = _difference(part.first, part.second)
    if not difference:
        return None
    are_answers = not is_number(part.first)
    direction = _direction(part.where, words, are_answers=are_answers)
    if direction is Direction.UNKNOWN:
        return None
    gain = difference if direction is Direction.UP else -difference
    return Preference(gain, is_said=direction is not Direction.RISK)


def _difference(first: object, second: object) -> float | None:
    """By how much the first is more; None if the two have no order."""
    if is_number(first) and is_number(second):
        return float(first - second)
    if _is_flag(first) and _is_flag(second):
        return float(bool(first)) - float(bool(second))
    if not isinstance(first, str) or not isinstance(second, str):
        return None

    levels = _level(first), _level(second)
    if levels[0] is None or levels[1] is None:
        return None
    return levels[0] - levels[1]


def _is_flag(value: object) -> bool:
    """Whether it is a yes or a no; giving nothing at all is a no."""
    return value is None or isinstance(value, bool)


def _level(text: str) -> float | None:
    """How much an answer says that there is: `high` and `High risk` are the same."""
    words = text.lower().replace("_", " ").replace("-", " ").split()
    beginnings = [" ".join(words[:2]), *words[:1]]
    return next((LEVELS[beginning] for beginning in beginnings if beginning in LEVELS), None)


def is_welcome(value: object) -> bool | None:
    """Whether an answer is a good one, whatever was asked; None if that depends."""
    if not isinstance(value, str):
        return None
    words = set(re.findall(r"[^\W_]+", value.lower()))
    is_negated = "not" in words and not words.isdisjoint(WELCOME)
    if is_negated or not words.isdisjoint(UNWELCOME):
        return False
    return None if words.isdisjoint(WELCOME) else True


def _direction(where: str, words: FunctionWords, *, are_answers: bool) -> Direction:
    """By the words for what differs, else by those of the function and of what it gives."""
    may_be_risk = is_about_health(words) or not RISKS.isdisjoint(words.code)
    for place in _places(where, words):
        direction = _direction_of(place, are_answers=are_answers)
        is_doubtful = may_be_risk and not {*COSTS, *ADMISSIONS, *REFUSALS} & set(place)
        if direction is Direction.RISK:
            return direction
        if direction is not Direction.UNKNOWN:
            return Direction.UNKNOWN if is_doubtful else direction
    return Direction.UNKNOWN


def _places(where: str, words: FunctionWords) -> Iterator[Sequence[str]]:
    """Words that say what a number or a flag is, the closest to it first.

    Who gives back a price gives a price, though the function is called after its discount.
    """
    yield in_singular([where])
    yield [word for word in words.given if word in COSTS]
    yield words.name
    yield words.given


def _direction_of(words: Sequence[str], *, are_answers: bool) -> Direction:
    """The last word that tells decides; but a risk is one whatever stands beside it."""
    if not RISKS.isdisjoint(words):
        return Direction.RISK

    for before, word in reversed([*pairwise(["", *words])]):
        if are_answers and word in ADMISSIONS:
            return Direction.UP
        if are_answers and word in REFUSALS:
            return Direction.DOWN
        if word in COSTS or (before, word) == OWED:
            return Direction.DOWN
        if word in GAINS:
            return Direction.UP
    return Direction.UNKNOWN


def is_about_health(words: FunctionWords) -> bool:
    """Whether a higher score may mean that somebody is ill, or gets care."""
    if first_found(lexicon().phrases(*ILLNESSES), words.name, words.given):
        return True
    is_of_workers = not WORKERS.isdisjoint(words.name) and PATIENT not in words.code
    return not is_of_workers and bool(first_found(lexicon().phrases("clinics"), words.name))
