"""Text of sources and their values in Markdown, which obeys nothing that is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evenhand.doors.printable import printable

_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_MARKUP = re.compile(
    r"[\\`\[\]<>*_!\#&|~@$] | :(?=//) | (?<=www)\. | ^\s*(?:[-+=]|\d+[.)])",
    re.IGNORECASE | re.VERBOSE,
)
_FENCE = re.compile(r"```+(python)?")
_LINK = re.compile(r"(?<!\\)\[([^\[\]]*)\]\([^()\s]*\)")
_ESCAPED = re.compile(r"\\([\\`\[\]<>*_!#&|~@$:.\-+=)])")
_BACKTICKS = re.compile(r"`+")


def inline_code(text: str) -> str:
    """`text` as code, whatever backticks it contains."""
    text = printable(text)
    fence = _longer_than_any(text, 1)
    needs_room = "`" in text or not text.strip(" ")
    return f"{fence} {text} {fence}" if needs_room else f"{fence}{text}{fence}"


def python_block(lines: Iterable[str]) -> str:
    """Lines of Python as a block that is coloured as such."""
    text = "\n".join(map(printable, lines))
    fence = _longer_than_any(text, 3)
    return f"{fence}python\n{text}\n{fence}"


def prose(text: str) -> str:
    """`text` with nothing but its code marked up: it quotes code and its output."""
    # Every second part is what was between two backticks.
    parts = _CODE.split(printable(text))
    parts[::2] = [_MARKUP.sub(_escaped, part) for part in parts[::2]]
    parts[1::2] = [inline_code(part) for part in parts[1::2]]
    return "".join(parts)


def without_markup(markdown: str) -> str:
    """What was written by this module, as plain text."""
    lines = (line for line in markdown.split("\n") if not _FENCE.fullmatch(line))
    text = _LINK.sub(r"\1", "\n".join(lines)).replace("**", "")
    return _ESCAPED.sub(r"\1", text)


def _longer_than_any(text: str, least: int) -> str:
    """Backticks that end nowhere in a text."""
    runs = [len(run) for run in _BACKTICKS.findall(text)]
    return "`" * max(least, max(runs, default=0) + 1)


def _escaped(match: re.Match[str]) -> str:
    text = match.group()
    return f"{text[:-1]}\\{text[-1]}"
