"""Finds allowances: comments by which people say that a difference is intended.

    def ticket(age):  # evenhand: allow(age) statutory minimum age

The comment is on the function's `def` line, on the line above the function, or on any line
inside of it.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.findings import Span

_ALLOW = re.compile(r"#\s*evenhand:\s*allow\(([^)]*)\)[ \t]*(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Attributes that a comment allows, and why."""

    attributes: frozenset[str]
    reason: str
    location: Span

    def covers(self, function: Span) -> bool:
        """Whether the comment is inside the function or on the line above it."""
        return function.line - 1 <= self.location.line <= function.end_line


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
            if match is not None:
                yield _allowance(token, match)
    except (tokenize.TokenError, SyntaxError):
        return


def _allowance(comment: tokenize.TokenInfo, match: re.Match[str]) -> Allowance:
    names = [name.strip() for name in match[1].split(",")]
    reason = match[2].strip()

    (line, column), (end_line, end_column) = comment.start, comment.end
    location = Span(line, column + match.start(), end_line, end_column)
    return Allowance(frozenset(filter(None, names)), reason, location)
