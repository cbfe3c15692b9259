"""Signals that nothing tells whether anybody gets or loses, or that a file is about little else."""

from __future__ import annotations

from evenhand.check.judging.case import Case
from evenhand.check.judging.signals.formulas import has_factors
from evenhand.check.judging.signals.signal import Signal, names_stake
from evenhand.check.reading.file_words import LONG_FILE
from evenhand.check.reading.source import SCRIPT
from evenhand.findings import Purpose

LONG_TEXT = 80
"""Characters."""
LONG_FUNCTION = 60
"""Lines."""
MAIN = frozenset({SCRIPT, "main"})
"""Names of what a whole program is in."""


def _has_silent_path(case: Case) -> str:
    """No word of the path or the imports names anything that people get or lose."""
    return "" if names_stake(case.words["path"]) else "no stake"


def _is_long_text(case: Case) -> str:
    return "long text" if any(len(text) > LONG_TEXT for text in case.texts) else ""


def _is_long(case: Case) -> str:
    """Of a script it says nothing: that is as long as all of its questions."""
    lines = case.function.span.end_line - case.function.span.line
    is_script = case.function.name in MAIN
    return f"{lines} lines" if lines > LONG_FUNCTION and not is_script else ""


def _is_in_long_file(case: Case) -> str:
    return "long file" if case.part_of_file.is_of_long else ""


def _is_most_of_file(case: Case) -> str:
    """Nobody writes a function down alone unless something comes of it, but for a formula."""
    is_most = case.part_of_file.is_most and not has_factors(case)
    return case.function.name if is_most else ""


UNCLEAR, DECISION = Purpose.UNCLEAR, Purpose.DECISION
_SILENT = "def part(age):\n    return 'a' if age < 33 else 'b'\n"
SIGNALS = (
    Signal(
        "silent path",
        UNCLEAR,
        _has_silent_path,
        "is in a file that names nothing to gain or lose",
        _SILENT,
        is_common=True,
    ),
    Signal(
        "long text",
        UNCLEAR,
        _is_long_text,
        "gives a long text",
        "def part(age):\n    return 'a ' * 50 if age < 33 else 'b'\n",
    ),
    Signal(
        "long function",
        UNCLEAR,
        _is_long,
        "is {} long",
        "def part(age):\n    x = 1\n" + "    x += 1\n" * 62 + "    return x if age < 33 else 0\n",
    ),
    Signal(
        "long file",
        UNCLEAR,
        _is_in_long_file,
        "is in a long file",
        "".join(f"X{n} = {n}\n" for n in range(LONG_FILE)) + _SILENT,
        is_common=True,
    ),
    Signal("most of its file", DECISION, _is_most_of_file, "makes up most of its file", _SILENT),
)
