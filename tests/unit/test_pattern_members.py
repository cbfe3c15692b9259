"""Members of regular expressions, made without matching anything."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.search.values.pattern_members import (
    LONGEST_MEMBER,
    MOST_MEMBERS,
    pattern_members,
)

USUAL = [
    r"^[\w.+-]+@[\w-]+\.[\w.]+$",
    r"\+?\d{7,15}",
    r"[A-Z]{2}\d{3}-\d{4}",
    r"^(AB|CD)[0-9]+x?$",
    r"(\d{2})\.(\d{2})\.(\d{4})",
    r"[^@\s]+@[^@\s]+\.[^@\s]+",
    r"^(?=.*\d)(?=.*[A-Z]).{8,}$",
    r"([ab])-\1",
    r"[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}",
    r"^[A-Z][a-z]+ [A-Z][a-z]+$",
    r"(?i)nurse|teacher",
    r"https?://\S+",
]


@pytest.mark.parametrize("pattern", USUAL)
def test_every_member_matches(pattern: str) -> None:
    members = pattern_members(pattern)

    assert members
    assert [m.text for m in members if not re.search(pattern, m.text)] == []


def test_words_that_a_pattern_spells_out_are_literal() -> None:
    assert {m.text: m.literal for m in pattern_members("^(male|[fF]emale)$")} == {
        "male": True,
        "female": True,
    }
    assert not any(m.literal for m in pattern_members("[a-z]+"))


@pytest.mark.parametrize("pattern", ["((((", "a{100000}", "(" * 150 + ")" * 150, "a" * 1000, "[]"])
def test_what_has_no_member_gives_none(pattern: str) -> None:
    assert pattern_members(pattern) == () or len(pattern) == 300


def test_patterns_that_take_forever_to_match_take_no_time() -> None:
    assert pattern_members(r"(a+)+$")
    assert pattern_members(r"((a{0,50}){0,50}){0,50}b")


@given(st.text(max_size=40))
def test_any_text_gives_few_and_short_members(pattern: str) -> None:
    members = pattern_members(pattern)

    assert len(members) <= MOST_MEMBERS
    assert all(len(member.text) <= LONGEST_MEMBER for member in members)


@pytest.mark.parametrize("pattern", [r"^(?!France$).*", r"^(?!.*France).+$", r"(?!France\b)\w+"])
def test_what_a_look_ahead_excludes_is_tried_too(pattern: str) -> None:
    assert any("France" in member.text for member in pattern_members(pattern))
