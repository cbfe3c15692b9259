"""Patterns of .gitignore files: what they fit, and that no pattern takes long."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError

from evenhand.workspace.patterns import LONGEST, MOST, patterns_of

PARTS = ["a", "b", "*", "**", "/", "?", "[ab]", "[a-c]", "[]a]", "!", "\\a", "\\*", " ", "#", "-"]
LINES = st.lists(st.lists(st.sampled_from(PARTS), max_size=7).map("".join), min_size=1, max_size=3)
NAMES = st.text("ab-*]", min_size=1, max_size=3)
PATHS = st.tuples(st.lists(NAMES, min_size=1, max_size=5).map("/".join), st.sampled_from(["", "/"]))


@given(LINES, st.lists(PATHS.map("".join), min_size=1, max_size=8))
def test_they_fit_what_another_implementation_fits(lines: list[str], paths: list[str]) -> None:
    patterns = patterns_of(lines)
    try:
        other = GitIgnoreSpec.from_lines(lines)
    except GitIgnorePatternError:  # where Git leaves out the line, pathspec gives up
        return
    if any("***" in line for line in lines):  # pathspec lets these fit an empty name
        return

    for path in paths:
        assert patterns.verdict(path) == other.check_file(path).include, (lines, path)


@pytest.mark.parametrize(
    ("line", "path", "verdict"),
    [
        ("[!a]", "b", True),
        ("[^a]", "a", None),
        ("x[!a]y", "x/y", None),
        ("x[+-9]y", "x/y", None),
        ("[z-a]", "z", None),
        ("[a", "[a", None),
        ("a\\", "a", None),
        ("!", "a", None),
        ("a.**", "a.b", True),
        ("a\n", "a", True),
        ("a", "a\n", None),
        ("*", "\n/x", True),
    ],
)
def test_where_others_differ_or_fail(line: str, path: str, verdict: bool | None) -> None:
    assert patterns_of([line]).verdict(path) is verdict


SLOW = [
    ("*a" * 16, "a" * 200 + "b"),
    ("*a" * 499 + "b", "a" * 255),
    ("*?" * 400 + "b", "a" * 255),
    ("[a-z]*" * 160 + "0", "a" * 255),
    ("**/a/" * 199 + "b", "a/" * 2000),
    ("**/*" * 240 + "b", "a/" * 2000),
    ("**/*a*a*a*b/" * 80 + "c", ("a" * 20 + "/") * 190),
    ("**/" + "a/" * 400 + "b", "a/" * 2000),
    ("a*/" * 300 + "b", ("a" * 12 + "/") * 300),
    ("**/*a*a*b", ("a" * 20 + "/") * 190),
]


@pytest.mark.parametrize(("line", "path"), SLOW)
def test_no_pattern_takes_long(line: str, path: str) -> None:
    patterns = patterns_of([line])
    started = time.process_time()

    assert patterns.verdict(path) is None

    assert time.process_time() - started < 1  # a pattern that goes back takes years


def test_what_is_too_much_is_left_out_and_said() -> None:
    patterns = patterns_of(["# a comment", "", *["a*"] * MOST, "b", "c" * (LONGEST + 1)])

    assert len(patterns.patterns) == MOST
    assert "so 2 of them were left out" in patterns.left_out
    assert patterns_of(["a"]).left_out == ""
