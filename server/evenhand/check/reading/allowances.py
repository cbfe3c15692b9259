"""Finds allowances: comments by which people say that a difference is intended.

    def ticket(age):  # evenhand: allow(age) statutory minimum age

The comment is on the function's `def` line, on the line above the function, or on any line
inside of it.
"""

from __future__ import annotations

import io
import re
import tokenize
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator

from evenhand.findings import Allowance, Span

UNWRITTEN_REASON = "say here why this is intended"
"""What a quick fix writes where the person's reason goes."""
NO_REASONS = frozenset({UNWRITTEN_REASON, "reason", "todo", "fixme", "tbd", "xxx"})
"""What stands where a reason has yet to be written, in small letters."""
_ALLOW = re.compile(r"#\s*evenhand:\s*allow\(([^)]*)\)[ \t]*(.*)", re.IGNORECASE)

_ORDERS = re.compile(r"(#\s*[\w-]+(:\s*[\w=\[-][\w=\[\],.-]*(,?\s[\w=\[\],.-]+)?)?\s*)+")
"""`# type: ignore[override]`, `# noqa: E501, F401`, `# pragma: no cover`."""


def is_reason(text: str) -> bool:
    """Whether a text is a reason, and not what stands where one has yet to be written."""
    return text.strip("<>[](){}.:;!?-# ").lower() not in ("", *NO_REASONS)


def without_allowance(comment: str) -> str:
    """What a comment says, but for an allowance: its reason is about one attribute alone."""
    return comment[: match.start()] if (match := _ALLOW.search(comment)) else comment


class AllowanceIndex:
    """The allowances of a file by the attributes that they name, and by their lines."""

    def __init__(self, allowances: Iterable[Allowance]) -> None:
        self._by_attribute: dict[str, list[Allowance]] = defaultdict(list)
        for allowance in allowances:
            for attribute in allowance.attributes:
                self._by_attribute[attribute].append(allowance)

    def inside(self, function: Span, attribute: str) -> Allowance | None:
        """The first one for an attribute that covers a function."""
        return self.between(function.line - 1, function.end_line, attribute)

    def between(self, first: int, last: int, attribute: str) -> Allowance | None:
        """The first one for an attribute from the line `first` to the line `last`."""
        candidates = [self._from(first, name) for name in (attribute, "all")]
        near = [c for c in candidates if c is not None and c.location.line <= last]
        return min(near, key=_position, default=None)

    def _from(self, line: int, attribute: str) -> Allowance | None:
        """The first one for exactly this attribute at a line or behind it."""
        listed = self._by_attribute.get(attribute, [])
        index = bisect_left(listed, (line, 0), key=_position)
        return listed[index] if index < len(listed) else None


def _position(allowance: Allowance) -> tuple[int, int]:
    return allowance.location.line, allowance.location.column


def allowances(text: str) -> tuple[Allowance, ...]:
    """All allowances of a file, in order; those before the error if it does not tokenize."""
    if "evenhand" not in text:
        return ()
    return tuple(_allowances(text))


def _allowances(text: str) -> Iterator[Allowance]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    try:
        for token in tokens:
            if token.type != tokenize.COMMENT:
                continue

            match = _ALLOW.search(token.string)
            if match is not None and _is_meant(token, match.start()):
                yield _allowance(token, match)
    except (tokenize.TokenError, SyntaxError):
        return


def _is_meant(comment: tokenize.TokenInfo, start: int) -> bool:
    """Whether it begins the comment, or stands behind an order to another tool.

    A comment that quotes one, or explains how to write one, allows nothing.
    """
    is_behind_code = bool(comment.line[: comment.start[1]].strip())
    return start == 0 or (is_behind_code and _ORDERS.fullmatch(comment.string[:start]) is not None)


def _allowance(comment: tokenize.TokenInfo, match: re.Match[str]) -> Allowance:
    names = [name.strip() for name in match[1].split(",")]
    reason = match[2].strip()
    (line, column), (end_line, end_column) = comment.start, comment.end
    location = Span(line, column + match.start(), end_line, end_column)
    return Allowance(frozenset(filter(None, names)), reason if is_reason(reason) else "", location)
