"""Texts worth trying, by what the program did with one: patterns, beginnings, parts, lengths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.check.search.values.pattern_members import pattern_members
from evenhand.scalars import is_number

LONGEST_MADE = 200
"""Characters of a text that is made longer."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text to try."""

    value: str
    invented: bool = False
    """No word of the code: it was put together here, and no group of people has its name."""


def asked_texts(op: str, other: object, text: str) -> Iterator[Text] | None:
    """Texts that take `op` the other way; None if it is no question about a text.

    `text` is what is asked, `other` a pattern with its flags, or a part that may be in it.
    """
    if op == "re":
        return _members(other)
    if not isinstance(other, str) or len(text) + len(other) > LONGEST_MADE:
        return None

    if op == "startswith":
        return iter((Text(other), Text(other + text, invented=True)))
    if op in {"endswith", "in", "not in", "find", "index"}:
        return iter((Text(other), Text(text + other, invented=True)))
    return None


def texts_of_length(text: str, left: object, right: object) -> Iterator[Text]:
    """Texts just as long as a length was compared with, and one longer and shorter."""
    if not isinstance(left, int) or not is_number(right) or left != len(text) or not text:
        return

    for length in (round(right), round(right) + 1, round(right) - 1):
        if 0 < length <= LONGEST_MADE:
            yield Text((text + text[-1] * length)[:length], invented=True)


def _members(other: object) -> Iterator[Text]:
    if not isinstance(other, list) or len(other) != 2:
        return

    pattern, flags = other
    if isinstance(pattern, str) and isinstance(flags, int):
        for member in pattern_members(pattern, flags):
            yield Text(member.text, invented=not member.literal)
