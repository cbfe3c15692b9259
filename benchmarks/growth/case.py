"""Kinds of texts that grow, and the parts that their texts share.

A size is a number of things (methods, cases, calls) or a depth, as the name of the case says.
Every text has a function that reads an age or a gender, so that nothing of it is left unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

HEAD = "def fee(person, age, gender):\n"
END = "    return 3 if age > 65 else total\n"


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of text."""

    make: Callable[[int], str]
    smallest: int
    """The first size; the others double it."""

    @property
    def name(self) -> str:
        """As a person writes it: `nested loops`."""
        return self.make.__name__.replace("_", " ")


def lines(texts: Iterable[str]) -> str:
    """A text of several lines."""
    return "".join(f"{text}\n" for text in texts)


def function(body: Iterable[str]) -> str:
    """A function that reads an age at its end, with the lines of `body` before that."""
    return HEAD + "    total = 0\n" + lines(f"    {line}" for line in body) + END


def nested(size: int, header: str, last: str = "total += age") -> str:
    """`header` inside itself; `{0}` in it is its depth."""
    blocks = [f"{' ' * depth}{header.format(depth)}" for depth in range(size)]
    return function([*blocks, f"{' ' * size}{last}"])
