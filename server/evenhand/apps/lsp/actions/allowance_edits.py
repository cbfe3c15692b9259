"""Edits to `# evenhand: allow(age) reason` comments. Pure.

The comment that the editor writes has a line of its own, directly above the `def`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.findings import Span

PLACEHOLDER = "say here why this is intended"

_ALLOWANCE = re.compile(r"#\s*evenhand:\s*allow\((?P<names>[^)]*)\)", re.IGNORECASE)
_DEFINITION = re.compile(r"\s*(?:async\s+def|def|class)\b")


@dataclass(frozen=True, slots=True)
class TextChange:
    """Put `text` in the place of `span`."""

    span: Span
    text: str
    chosen: Span | None = None
    """What to select afterwards, so that the person can type over it."""


def allow(lines: Sequence[str], line: int, name: str, attribute: str) -> TextChange | None:
    """Allow `attribute` for the function whose `def` is in `line` (from 1).

    An allowance that is there already gets one more attribute. None where the line does not
    define `name` any more, or where it is allowed.
    """
    if not _defines(lines, line, name):
        return None
    above = line - 1
    for near in (line, above):
        if near >= 1 and (found := _ALLOWANCE.search(lines[near - 1])):
            return _one_more(near, found, attribute)
    own = lines[line - 1]
    indent = own[: len(own) - len(own.lstrip())]
    comment = f"{indent}# evenhand: allow({attribute}) "
    chosen = Span(line, len(comment), line, len(comment) + len(PLACEHOLDER))
    return TextChange(Span(line, 0, line, 0), comment + PLACEHOLDER + _line_end(own), chosen)


def remove(lines: Sequence[str], span: Span, used: Sequence[str]) -> TextChange | None:
    """Take from the allowance at `span` all attributes that are not `used`.

    Where none is, the comment goes, and its line with it if it has nothing else. None where
    there is no such allowance any more.
    """
    if span.line > len(lines):
        return None
    line = lines[span.line - 1]
    found = _ALLOWANCE.search(line, span.column)
    if found is None:
        return None
    rest = [name for name in _names(found) if name in used]
    if rest:
        return TextChange(_names_span(span.line, found), ", ".join(rest))
    code = line[: found.start()].rstrip()
    if code:
        end = len(line.rstrip("\r\n"))
        return TextChange(Span(span.line, len(code), span.line, end), "")
    return TextChange(Span(span.line, 0, span.line + 1, 0), "")


def _defines(lines: Sequence[str], line: int, name: str) -> bool:
    if not 1 <= line <= len(lines):
        return False
    if name == "<module>":
        return True
    own, text = name.rpartition(".")[2], lines[line - 1]
    return bool(_DEFINITION.match(text)) and re.search(rf"\b{re.escape(own)}\b", text) is not None


def _one_more(line: int, found: re.Match[str], attribute: str) -> TextChange | None:
    names = _names(found)
    if attribute in names:
        return None
    return TextChange(_names_span(line, found), ", ".join((*names, attribute)))


def _names(found: re.Match[str]) -> list[str]:
    return [name.strip() for name in found["names"].split(",") if name.strip()]


def _names_span(line: int, found: re.Match[str]) -> Span:
    return Span(line, found.start("names"), line, found.end("names"))


def _line_end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :] or "\n"
