"""What a line of a source is: it ends at `\\n`, `\\r\\n` or `\\r`, as for Python, and nowhere else.

`str.splitlines` also ends a line at a form feed, at `\\x1c`, at U+2028 and at others, which neither
Python's own line numbers nor an editor's count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

LINE_ENDS = "\r\n"
"""The characters that a line may end with."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_LINE_OF_BYTES = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_MOST_PAIRS = 4_000_000
"""Pairs of lines that are compared exactly; for more, frequent lines anchor no comparison."""


class Block(NamedTuple):
    """Lines of one text and what is in their place in another; counted from 0, ends excluded."""

    same: bool
    start: int
    stop: int
    new_start: int
    new_stop: int

    @property
    def is_empty(self) -> bool:
        """Whether it has no line of either text."""
        return self.start == self.stop and self.new_start == self.new_stop


def lines_of(text: str) -> list[str]:
    """The lines of a text, without their ends."""
    return [without_end(line) for line in lines_with_ends(text)]


def lines_with_ends(text: str) -> list[str]:
    """The lines of a text, each with its end; the last may have none."""
    return _LINE.findall(text)


def lines_of_bytes(data: bytes) -> list[bytes]:
    """The lines of encoded text, each with its end; the last may have none."""
    return _LINE_OF_BYTES.findall(data)


def without_end(line: str) -> str:
    """A line without its end."""
    return line.rstrip(LINE_ENDS)


def with_plain_ends(text: str) -> str:
    """The text as Python reads it: every line ends with `\\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def blocks(old: Sequence[str], new: Sequence[str]) -> list[Block]:
    """The lines of two texts as blocks that are the same in both or not, from top to bottom."""
    start, end = common_ends(old, new)
    old_stop, new_stop = len(old) - end, len(new) - end
    middle_old, middle_new = old[start:old_stop], new[start:new_stop]

    is_long = len(middle_old) * len(middle_new) > _MOST_PAIRS
    matcher = SequenceMatcher(None, middle_old, middle_new, autojunk=is_long)
    middle = [
        Block(kind == "equal", first + start, last + start, new_first + start, new_last + start)
        for kind, first, last, new_first, new_last in matcher.get_opcodes()
    ]

    around = Block(True, 0, start, 0, start), Block(True, old_stop, len(old), new_stop, len(new))
    return [block for block in (around[0], *middle, around[1]) if not block.is_empty]


def common_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines, or words, two texts have in common at their beginnings, and at their ends."""
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    return start, end
