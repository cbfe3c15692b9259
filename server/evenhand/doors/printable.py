"""Makes text printable: it moves no cursor, hides nothing and gives no orders.

Names, values and sources come from the author of the checked code, who may be hostile. They may
hold escape sequences, marks that turn the direction of writing, characters without a width, halves
of surrogate pairs, and lines that a CI system takes for its own commands.
"""

from __future__ import annotations

import json
import logging
import re
import unicodedata
from collections.abc import Sequence

_KEPT = ("Co", "Zs")
"""Categories that `str.isprintable` refuses: signs of fonts, and spaces of every width."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Printable for Python, and yet nothing is seen of them."""
_SUSPECT = re.compile(r"[^ -~]")
_SUSPECT_IN_LINES = re.compile(r"[^ -~\n\t]")
_COMMAND = re.compile(r"^([^\S\n]*):(?=:[a-z])", re.IGNORECASE | re.MULTILINE)
"""`::error::` at the start of a line is an order to GitHub."""
_MARKED_COMMAND = re.compile(r"##(?=\[|vso\[|teamcity\[)", re.IGNORECASE)
"""`##[command]` is one anywhere, as are those of Azure and TeamCity."""


def printable(text: str) -> str:
    """`text` on one line, with an escape for every character that is not simply seen."""
    return _SUSPECT.sub(_escaped, text)


def printable_lines(text: str) -> str:
    """`text` with its line feeds and tabs, and as `printable` otherwise."""
    return _SUSPECT_IN_LINES.sub(_escaped, text)


def without_commands(text: str) -> str:
    """`text` with an escape in everything that a CI system would take for a command."""
    return without_marks(_COMMAND.sub(r"\1\\x3a", text), "\\x23")


def without_marks(text: str, number_sign: str) -> str:
    """`text` with another form of `#` in the commands that may stand anywhere in a line."""
    return _MARKED_COMMAND.sub(lambda _: f"#{number_sign}", text)


def cut(text: str, longest: int) -> str:
    """The beginning of a text that is longer than `longest` characters, with an ellipsis."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def excerpt(text: str, longest: int) -> str:
    """`text` on one line, with one space between two words, cut after `longest` characters."""
    return cut(" ".join(text.split()), longest)


def listed(parts: Sequence[str]) -> str:
    """`age`, `age and gender`, `age, gender and race`; there is at least one."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def json_document(value: object) -> str:
    """A value as JSON that gives no orders to whoever reads the log which it is printed in."""
    return without_marks(json.dumps(value, indent=2), "\\u0023")


class PrintableLog(logging.Formatter):
    """Formats what is logged as printable text."""

    def format(self, record: logging.LogRecord) -> str:
        """The message, with a traceback if there is one."""
        return without_commands(printable_lines(super().format(record)))


def _escaped(match: re.Match[str]) -> str:
    """The character, or its escape if it is not simply seen.

    DEL is the only such character that JSON leaves as it is, so its escape is one of JSON's.
    """
    character = match.group()
    is_odd = not character.isprintable() and unicodedata.category(character) not in _KEPT
    if not is_odd and character not in _INVISIBLE:
        return character
    return "\\u007f" if character == "\x7f" else ascii(character)[1:-1]
