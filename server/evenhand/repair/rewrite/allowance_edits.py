"""Edits `# evenhand: allow(age) reason` comments. Pure.

A new comment has a line of its own, directly above the function: above its decorators, if it
has any.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.check.catalogue.purposes import manners
from evenhand.check.reading.allowances import UNWRITTEN_REASON
from evenhand.check.reading.source import SCRIPT
from evenhand.findings import Purpose, Span

PLACEHOLDER = UNWRITTEN_REASON

_ALLOWANCE = re.compile(
    r"#\s*evenhand:\s*allow\((?P<names>[^)]*)\)[ \t]*(?P<reason>[^\r\n]*)", re.IGNORECASE
)
_DEFINITION = re.compile(r"\s*(?:async\s+def|def|class)\b")
_FIRST_LINE = re.compile(r"#!|[ \t\f]*#.*?coding[:=]")
"""Comments that mean something only at the top of a file."""
_ENDS = (")", "]", "}", "#")
"""How a line can begin that is as deep as the `def` and belongs to its decorators."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """Put `text` in the place of `span`."""

    span: Span
    text: str
    selection: Span | None = None
    """What to select afterwards, so that the person can type over it."""


def offered_reason(purpose: Purpose | None) -> str:
    """What is offered as the reason of an allowance; empty for a decision, or if none is known."""
    if purpose in (None, Purpose.DECISION, Purpose.UNCLEAR):
        return ""
    return manners()[purpose].reason


def allow(
    lines: Sequence[str], line: int, name: str, attribute: str, reason: str = PLACEHOLDER
) -> TextChange | None:
    """Allow `attribute` for the function whose `def` is in `line` (from 1).

    An allowance that is already there gets one more attribute, and keeps its reason. None if the
    line no longer defines `name`, or if the attribute is allowed.
    """
    if not _defines(lines, line, name):
        return None

    line = _top(lines) if name == SCRIPT else line
    present = _present(lines, line)
    if present is None:
        return _new_comment(lines, line, attribute, reason)
    return _with_attribute(*present, attribute)


def allow_because(
    lines: Sequence[str], line: int, name: str, attribute: str, reason: str
) -> TextChange | None:
    """Allow `attribute` for what stands in `line`: the `def` of a function, if it has a `name`.

    An allowance that is already there gets one more attribute, and this reason behind its own.
    None if the line is not there, or if the attribute is allowed.
    """
    line = _top(lines) if name == SCRIPT else line
    if not 1 <= line <= len(lines):
        return None

    present = _present(lines, line)
    if present is None:
        return _new_comment(lines, line, attribute, reason)
    return _with_reason(*present, attribute, reason)


def changed(lines: Sequence[str], change: TextChange) -> str:
    """The text of some lines, with their ends, after a change within one of them."""
    index, span = change.span.line - 1, change.span
    line = lines[index]
    new = line[: span.column] + change.text + line[span.end_column :]
    return "".join((*lines[:index], new, *lines[index + 1 :]))


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


def _new_comment(lines: Sequence[str], line: int, attribute: str, reason: str) -> TextChange:
    """A comment above what is defined in a line, with its reason to be typed over."""
    line = _first_line(lines, line)
    below = lines[line - 1]
    indent = below[: len(below) - len(below.lstrip())]
    comment = f"{indent}# evenhand: allow({attribute}) "
    selection = Span(line, len(comment), line, len(comment) + len(reason))
    text = comment + reason + _line_end(below)
    return TextChange(Span(line, 0, line, 0), text, selection)


def _present(lines: Sequence[str], line: int) -> tuple[int, re.Match[str]] | None:
    """The allowance of what is defined in a line, from there up to above its decorators."""
    above = _first_line(lines, line) - 1
    for candidate in range(line, above - 1, -1):
        present = _ALLOWANCE.search(lines[candidate - 1]) if candidate >= 1 else None
        if present is not None:
            return candidate, present
    return None


def _with_attribute(line: int, present: re.Match[str], attribute: str) -> TextChange | None:
    names = _names(present)
    if attribute in names:
        return None
    return TextChange(_names_span(line, present), ", ".join((*names, attribute)))


def _with_reason(
    line: int, present: re.Match[str], attribute: str, reason: str
) -> TextChange | None:
    names, earlier = _names(present), present["reason"].rstrip()
    if attribute in names:
        return None

    reasons = earlier if reason in earlier else "; ".join(filter(None, (earlier, reason)))
    span = Span(line, present.start("names"), line, present.end())
    return TextChange(span, f"{', '.join((*names, attribute))}) {reasons}")


def _first_line(lines: Sequence[str], line: int) -> int:
    """The line of the first decorator of what is defined in `line`; `line` if it has none."""
    first, indent = line, _indent(lines[line - 1])
    for candidate in range(line - 1, 0, -1):
        text = lines[candidate - 1]
        is_level = _indent(text) == indent
        if is_level and text.startswith("@", indent):
            first = candidate
            continue

        is_inside = _indent(text) > indent or (is_level and text.startswith(_ENDS, indent))
        if not (text.strip() and is_inside):
            break
    return first


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _top(lines: Sequence[str]) -> int:
    """The first line of a script that a comment may be above."""
    return 1 + sum(_FIRST_LINE.match(line) is not None for line in lines[:2])


def _defines(lines: Sequence[str], line: int, name: str) -> bool:
    if not 1 <= line <= len(lines):
        return False
    if name == SCRIPT:
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
