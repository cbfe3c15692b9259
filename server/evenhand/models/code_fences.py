"""Finds the parts of what a model wrote: blocks of code, and what it only thought."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

_FENCE = r"^[ \t]*(?:```|~~~)"
_FENCE_LINE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)")
NAMES_OF_PYTHON = ("python", "python3", "py", "py3", "python2", "ipython", "ipython3")
"""What a fence calls Python."""
_CLOSED = re.compile(rf"{_FENCE}[^\n]*\n(.*?){_FENCE}", re.M | re.S)
_CLOSED_WHOLE = re.compile(rf"{_FENCE}[^\n]*\n.*?{_FENCE}[^\n]*", re.M | re.S)
_OPENED = re.compile(rf"{_FENCE}[^\n]*\n(.*)", re.M | re.S)

_THOUGHTS = re.compile(r"\A.*</(?:think|thinking)>", re.S)
"""From the start, since some endpoints send the end of the thoughts alone."""


def without_thoughts(answer: str) -> str:
    """An answer without what the model thought before it."""
    return _THOUGHTS.sub("", answer)


def blocks_in(answer: str) -> list[str]:
    """The blocks between fences, or one that was never closed; empty if there is no fence."""
    blocks = _CLOSED.findall(answer) or _OPENED.findall(answer)
    return [textwrap.dedent(block) for block in blocks]


def without_blocks(answer: str) -> str:
    """An answer without the blocks between fences, closed or not."""
    return _OPENED.sub("", _CLOSED_WHOLE.sub("", answer))


@dataclass(frozen=True, slots=True)
class FencedBlock:
    """A block of code, and where it is in the answer."""

    language: str
    """As its fence says, in small letters; empty if it says nothing."""
    text: str
    line: int
    """The number of its first line, from 0."""


def fenced_blocks(lines: Sequence[str]) -> list[FencedBlock]:
    """The blocks between fences, the last of which may never be closed; lines keep their ends."""
    blocks: list[FencedBlock] = []
    opened: tuple[str, str, int] | None = None
    for number, line in enumerate(lines):
        fence = _FENCE_LINE.match(line)
        if fence is None:
            continue
        if opened is None:
            opened = fence[1], fence[2].lower(), number + 1
        elif fence[1].startswith(opened[0]) and not line[fence.end() :].strip():
            blocks.append(_block(lines, opened, number))
            opened = None

    if opened is not None:
        blocks.append(_block(lines, opened, len(lines)))
    return blocks


def _block(lines: Sequence[str], opened: tuple[str, str, int], end: int) -> FencedBlock:
    _, language, start = opened
    return FencedBlock(language, textwrap.dedent("".join(lines[start:end])), start)
