"""One-sided people in test data, read from the source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.source import parse
from evenhand.check.rules.people_in_tests import GoesWith, OneGroup, going_with, one_groups

RISK = "def risk(symptoms, race='', points=0):\n    return 'high' if points > 3 else 'low'\n\n\n"
ROWS = (("black", 5, "high"), ("black", 6, "high"), ("white", 1, "low"), ("white", 2, "low"))


def found(code: str) -> list[OneGroup | GoesWith]:
    ast.parse(code)
    source, catalogue = parse(code), default_catalogue()
    return [*one_groups(source, catalogue), *going_with(source, catalogue)]


def asserts(form: str, rows: tuple[tuple[str, int, str], ...] = ROWS, base: str = RISK) -> str:
    lines = [f"    {form.format(race=r, points=p, expected=e)}" for r, p, e in rows]
    return base + "def test_risk(self=None):\n" + "\n".join(lines) + "\n"


FORMS = {
    "keywords": "assert risk([], race={race!r}, points={points}) == {expected!r}",
    "positions": "assert risk([], {race!r}, {points}) == {expected!r}",
    "the other way round": "assert {expected!r} == risk([], race={race!r}, points={points})",
    "a record": 'assert risk({{"race": {race!r}}}, points={points}) == {expected!r}',
    "an object": "assert risk(Person(race={race!r}), points={points}) == {expected!r}",
    "unittest": "self.assertEqual(risk([], race={race!r}, points={points}), {expected!r})",
}


@pytest.mark.parametrize("form", FORMS)
def test_expectations_that_go_with_a_group_are_found(form: str) -> None:
    (pattern,) = found(asserts(FORMS[form]))

    assert isinstance(pattern, GoesWith)
    assert (pattern.field, pattern.function, pattern.rows) == ("race", "risk", 4)
    assert dict(pattern.outcomes) == {"black": "high", "white": "low"}


def test_parametrize_is_read() -> None:
    code = RISK + (
        "@pytest.mark.parametrize('race, points, expected', [\n"
        + "".join(f"    {row!r},\n" for row in ROWS)
        + "])\ndef test_risk(race, points, expected):\n"
        "    assert risk([], points=points) == expected\n"
    )
    (pattern,) = found(code)

    assert isinstance(pattern, GoesWith)
    assert pattern.location.line == 6


def test_truth_counts_as_an_expectation() -> None:
    code = RISK.replace("'high' if points > 3 else 'low'", "points > 3") + (
        "def test_risk():\n"
        "    assert risk([], 'black', 5)\n"
        "    assert risk([], 'black', 6)\n"
        "    assert not risk([], 'white', 1)\n"
        "    assert not risk([], 'white', 2)\n"
    )
    (pattern,) = found(code)

    assert isinstance(pattern, GoesWith)
    assert dict(pattern.outcomes) == {"black": True, "white": False}


NOTHING = {
    "mixed": tuple((r, p, "high" if p > 3 else "low") for r, p in
                   (("black", 5), ("white", 6), ("white", 1), ("black", 2))),
    "too few": ROWS[:3],
    "too few of one": (*ROWS[:3], ("black", 7, "high")),
    "one outcome": tuple((r, p, "low") for r, p, _ in ROWS),
}  # fmt: skip


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_is_found_where_there_is_no_pattern(case: str) -> None:
    assert found(asserts(FORMS["keywords"], NOTHING[case])) == []


def test_a_function_that_reads_the_attribute_has_a_finding_of_its_own() -> None:
    base = RISK.replace("points > 3", "race == 'black'")

    assert found(asserts(FORMS["keywords"], base=base)) == []


def test_a_function_that_is_not_known_is_not_judged() -> None:
    assert found(asserts(FORMS["keywords"], base="from clinic import risk\n\n\n")) == []


def test_one_group_is_found() -> None:
    rows = tuple(("black", p, e) for _, p, e in ROWS)
    (pattern,) = found(asserts(FORMS["keywords"], rows))

    assert isinstance(pattern, OneGroup)
    assert (pattern.value, pattern.rows) == ("black", 4)


def test_one_value_that_is_no_group_is_not() -> None:
    rows = tuple(("some-id", p, e) for _, p, e in ROWS)

    assert found(asserts(FORMS["keywords"], rows)) == []


def test_only_tests_are_read() -> None:
    assert found(asserts(FORMS["keywords"]).replace("def test_risk", "def check_risk")) == []


def test_evenhands_own_tests_can_be_read() -> None:
    for file in Path(__file__).parent.glob("*.py"):
        found(file.read_text(encoding="utf-8"))
