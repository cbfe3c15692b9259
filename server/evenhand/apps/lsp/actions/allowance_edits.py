"""Edits `# evenhand: allow(age) reason` comments. Pure.

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
    selection: Span | None = None
    """What to select afterwards, so that the person can type over it."""


def allow(
    lines: Sequence[str], line: int, name: str, attribute: str, reason: str = PLACEHOLDER
) -> TextChange | None:
    """Allow `attribute` for the function whose `def` is in `line` (from 1).

    An allowance that is already there gets one more attribute. None if the line no longer
    defines `name`, or if the attribute is allowed.
    """
    if not _defines(lines, line, name):
        return None

    above = line - 1
    for candidate in (line, above):
        present = _ALLOWANCE.search(lines[candidate - 1]) if candidate >= 1 else None
        if present is not None:
            return _with_attribute(candidate, present, attribute)
    return _new_comment(lines[line - 1], line, attribute, reason)


def remove(lines: Sequence[str], span: Span, used: Sequence[str]) -> TextChange | None:
    """Remove from the allowance at `span` all attributes that are not `used`.

    If none is used, the comment is removed, and its line too if it has nothing else. None if
    there is no such allowance.
    """
    if span.line > len(lines):
        return None
    line = lines[span.line - 1]
    allowance = _ALLOWANCE.search(line, span.column)
    if allowance is None:
        return None

    rest = [name for name in _names(allowance) if name in used]
    if rest:
        return TextChange(_names_span(span.line, allowance), ", ".join(rest))

    code = line[: allowance.start()].rstrip()
    if code:
        end = len(line.rstrip("\r\n"))
        return TextChange(Span(span.line, len(code), span.line, end), "")
    return TextChange(Span(span.line, 0, span.line + 1, 0), "")


def _new_comment(definition: str, line: int, attribute: str, reason: str) -> TextChange:
    """A comment above a definition, with its reason to be typed over."""
    indent = definition[: len(definition) - len(definition.lstrip())]
    comment = f"{indent}# evenhand: allow({attribute}) "
    selection = Span(line, len(comment), line, len(comment) + len(reason))
    text = comment + reason + _line_end(definition)
    return TextChange(Span(line, 0, line, 0), text, selection)


def _with_attribute(line: int, present: re.Match[str], attribute: str) -> TextChange | None:
    names = _names(present)
    if attribute in names:
        return None
    return TextChange(_names_span(line, present), ", ".join((*names, attribute)))


def _defines(lines: Sequence[str], line: int, name: str) -> bool:
    if not 1 <= line <= len(lines):
        return False
    if name == "<module>":
        return True

    text = lines[line - 1]
    own_name = name.rpartition(".")[2]
    names_it = re.search(rf"\b{re.escape(own_name)}\b", text) is not None
    return names_it and _DEFINITION.match(text) is not None


def _names(allowance: re.Match[str]) -> list[str]:
    return [name.strip() for name in allowance["names"].split(",") if name.strip()]


def _names_span(line: int, allowance: re.Match[str]) -> Span:
    return Span(line, allowance.start("names"), line, allowance.end("names"))


def _line_end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :] or "\n"
