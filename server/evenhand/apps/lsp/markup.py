"""Text of sources and their values for an editor, which takes it as text and obeys nothing in it.

A hover is Markdown. A message is plain text in which some editors follow links, and a link may
name a command of the editor.
"""

from __future__ import annotations

import re

from evenhand.doors.printable import printable, printable_lines

_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_MARKUP = re.compile(
    r"[\\`\[\]<>*_!\#&|~@$] | :(?=//) | (?<=www)\. | ^\s*(?:[-+=]|\d+[.)])",
    re.IGNORECASE | re.VERBOSE,
)
_PIPE = re.compile(r"(\\*)\|")
_LINK_IN_MESSAGE = re.compile(r"\](?=\()")
_BACKTICKS = re.compile(r"`+")


def plain(text: str) -> str:
    """`text` for a place that shows it as it is, and may be several lines."""
    return printable_lines(text)


def message(text: str) -> str:
    """`text` for a message, a title or a progress bar: no link in it is one."""
    return _LINK_IN_MESSAGE.sub("] ", printable_lines(text))


def inline_code(text: str) -> str:
    """`text` as code in Markdown, whatever backticks it contains."""
    text = printable(text)
    runs = [len(run) for run in _BACKTICKS.findall(text)]
    fence = "`" * (max(runs, default=0) + 1)
    needs_room = bool(runs) or not text.strip(" ")
    return f"{fence} {text} {fence}" if needs_room else f"{fence}{text}{fence}"


def code_cell(text: str) -> str:
    """`text` as code in a cell of a table in Markdown."""
    return _PIPE.sub(_escaped_pipe, inline_code(text))


def prose(text: str) -> str:
    """`text` in Markdown with nothing but its code marked up: it quotes code and its output."""
    # Every second part is what was between two backticks.
    parts = _CODE.split(printable(text))
    parts[::2] = [_MARKUP.sub(_escaped, part) for part in parts[::2]]
    parts[1::2] = [inline_code(part) for part in parts[1::2]]
    return "".join(parts)


def _escaped(match: re.Match[str]) -> str:
    text = match.group()
    return f"{text[:-1]}\\{text[-1]}"


def _escaped_pipe(match: re.Match[str]) -> str:
    """A pipe behind an odd number of backslashes, which all dialects take for no cell's end."""
    backslashes = match[1]
    return f"{backslashes}|" if len(backslashes) % 2 else f"{backslashes}\\|"
