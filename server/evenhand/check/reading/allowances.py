"""Allowances: comments by which people say that a difference is meant.

    def ticket(age):  # evenhand: allow(age) statutory minimum age

The comment stands on the function's `def` line, on the line above the function, or on any
line inside of it.
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
        return function.line - 1 <= self.location.line <= function.end_line


def allowances(text: str) -> tuple[Allowance, ...]:
    """All allowances of a file, in order; those before the error where it does not tokenize."""
    if "evenhand" not in text:
        return ()
    return tuple(_found(text))


def _found(text: str) -> Iterator[Allowance]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    try:
        for token in tokens:
            match = _ALLOW.search(token.string) if token.type == tokenize.COMMENT else None
            if match is None:
                continue
            names = frozenset(n.strip() for n in match[1].split(",") if n.strip())
            (line, column), (end_line, end_column) = token.start, token.end
            start = column + match.start()
            yield Allowance(names, match[2].strip(), Span(line, start, end_line, end_column))
    except (tokenize.TokenError, SyntaxError):
        return
