"""One rule for what a line is: Python's."""

from __future__ import annotations

import ast
from pathlib import Path

import evenhand
from evenhand.lines import blocks, lines_of, lines_with_ends

PACKAGE = Path(evenhand.__file__).parent
OF_BYTES = {"doors/git.py", "doors/renames.py", "workspace/notebook_cells.py"}
"""`bytes.splitlines` has the right rule."""


def test_no_module_splits_lines_by_another_rule() -> None:
    offenders = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}"
        for file in sorted(PACKAGE.rglob("*.py"))
        if "splitlines" in (text := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and node.attr == "splitlines"
        and file.relative_to(PACKAGE).as_posix() not in OF_BYTES
    ]
    assert offenders == []


def test_a_line_ends_where_python_says_so() -> None:
    no_end = "a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i"
    assert lines_of(f"{no_end}\nb\r\nc\rd") == [no_end, "b", "c", "d"]
    assert lines_with_ends("a\r\nb\rc\n\nd") == ["a\r\n", "b\r", "c\n", "\n", "d"]
    assert lines_of("") == []
    assert lines_of("\n\n") == ["", ""]


def test_blocks_tell_what_is_the_same() -> None:
    old, new = ["a", "b", "c", "d"], ["a", "x", "y", "c", "d", "e"]
    assert blocks(old, new) == [
        (True, 0, 1, 0, 1),
        (False, 1, 2, 1, 3),
        (True, 2, 4, 3, 5),
        (False, 4, 4, 5, 6),
    ]
    assert blocks([], []) == []
    assert blocks(old, old) == [(True, 0, 4, 0, 4)]
