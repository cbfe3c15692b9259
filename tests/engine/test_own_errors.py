"""An error counts by who raised it, whatever its type; a warning counts as what is printed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.options import CheckOptions

REFUSING = """
import asyncio

import doors

FULL = OverflowError("full")


def admit(religion):
    assert religion != "muslim"
    return "welcome"


def asserted_by_helper(age):
    require(age < 40)
    return True


def require(is_met):
    assert is_met, "refused"


def asserted_elsewhere(gender):
    doors.open_for(gender)
    return True


def seat(gender):
    if gender == "female":
        raise IndexError
    return 1


def not_yet(disability):
    if disability == "blind":
        raise NotImplementedError("later")
    return 1


def missing(gender):
    if gender == "female":
        raise AttributeError("no such seat")
    return 1


def desk(religion):
    try:
        return {"christian": 1, "jewish": 1, "hindu": 1}[religion]
    except KeyError as error:
        raise TypeError("no desk") from error


def place(religion):
    try:
        return ["christian", "jewish", "hindu"].index(religion) >= 0
    except ValueError:
        raise IndexError("no place") from None


def stored(gender):
    if gender == "female":
        raise FULL
    return 1


def stored_from_python(gender):
    problem = None
    try:
        [][0]
    except IndexError as error:
        problem = error
    if gender == "female":
        raise problem
    return 1


def nested(gender):
    def refuse():
        raise StopIteration

    if gender == "female":
        refuse()
    return 1


def names(people):
    for person in people:
        if person["gender"] == "female":
            raise IndexError("full")
        yield person["name"]


async def waited(gender):
    await asyncio.sleep(1)
    if gender == "female":
        raise EOFError
    return 1
"""
UNFIT = """
def kind(age, plan):
    if not isinstance(age, int):
        raise TypeError("age must be a number")
    if age > 40:
        assert isinstance(plan, str) and callable(plan.upper)
    return 3


def kinds(age, plans):
    if age > 40:
        if not all(isinstance(plan, dict) for plan in plans):
            raise TypeError("plans must be records")
    return 3


def of_python(age, plan):
    if age > 40:
        return [plan][3]
    return 1


def passed_on(age, plan):
    try:
        return plan["rate"].upper() and 1 if age > 40 else 1
    except Exception as error:
        print("failed")
        raise error


def passed_on_bare(age, plan):
    try:
        return plan["rate"].upper() and 1 if age > 40 else 1
    except AttributeError:
        raise


def wrapped(age, plan):
    try:
        return plan["rate"].upper() and 1 if age > 40 else 1
    except AttributeError as error:
        raise TypeError("no such plan") from error


def checked(gender):
    assert isinstance(gender, str)
    assert gender
    return gender.upper()
"""
WARNING = """
import warnings
from warnings import warn as complain


class Reluctance(UserWarning):
    pass


def text(gender):
    if gender == "female":
        warnings.warn("at risk", stacklevel=2)
    return 1


def category(religion):
    complain("noted", Reluctance if religion == "muslim" else UserWarning)
    return 1


def by_helper(age):
    if age > 40:
        advise("slow")
    return 1


def advise(words):
    warnings.warn_explicit(words, UserWarning, "desk.py", 1)


def deprecated(age):
    warnings.warn("use seat instead", DeprecationWarning)
    return 1 if age else 2


def recorded(age):
    with warnings.catch_warnings(record=True):
        if age > 40:
            warnings.warn("nobody sees this")
    return 1


def echoed(gender):
    warnings.warn(f"unusual: {gender}")
    return 1 if gender else 2
"""
SILENT = """
import warnings

warnings.filterwarnings("ignore")


def silent(gender):
    if gender == "female":
        warnings.warn("at risk")
    return 1
"""
DOORS = """
def open_for(gender):
    if gender == "female":
        raise TypeError("closed")
"""
NO_DIFFERENCE, REFUSES, BIASED = "no_difference_found", "refuses", "biased"
TABLE: dict[str, tuple[str, dict[str, str]]] = {
    "what the code raises": (
        REFUSING,
        dict.fromkeys(
            "admit asserted_by_helper asserted_elsewhere seat not_yet missing desk place stored "
            "stored_from_python nested names waited".split(),
            REFUSES,
        ),
    ),
    "what Python raises, and what asks for a kind": (
        UNFIT,
        dict.fromkeys(
            "kind kinds of_python passed_on passed_on_bare wrapped checked".split(), NO_DIFFERENCE
        ),
    ),
    "warnings": (
        WARNING,
        {
            "text": BIASED, "category": BIASED, "by_helper": BIASED,
            "deprecated": NO_DIFFERENCE, "recorded": NO_DIFFERENCE, "echoed": NO_DIFFERENCE,
        },
    ),
    "warnings that the code silences": (SILENT, {"silent": NO_DIFFERENCE}),
}  # fmt: skip


@pytest.mark.parametrize("what", TABLE)
async def test_errors_and_warnings_count_by_who_gives_them(what: str, tmp_path: Path) -> None:
    code, wanted = TABLE[what]
    (tmp_path / "doors.py").write_text(DOORS)
    options = CheckOptions(sys.executable, seconds=60, search_path=(str(tmp_path),))

    async with Checker() as checker:
        report = await checker.check(code, tmp_path / "desk.py", options)

    kinds = {f.name: {str(verdict.kind) for verdict in f.verdicts} for f in report.functions}
    assert {name: kinds[name] for name in wanted} == {n: {kind} for n, kind in wanted.items()}
