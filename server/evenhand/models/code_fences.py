"""Finds the blocks of code in what a model wrote."""

from __future__ import annotations

import re
import textwrap

_FENCE = r"^[ \t]*(?:```|~~~)"
_CLOSED = re.compile(rf"{_FENCE}[^\n]*\n(.*?){_FENCE}", re.M | re.S)
_OPENED = re.compile(rf"{_FENCE}[^\n]*\n(.*)", re.M | re.S)


def blocks_in(answer: str) -> list[str]:
    """The blocks between fences, or one that was never closed; empty if there is no fence."""
    blocks = _CLOSED.findall(answer) or _OPENED.findall(answer)
    return [textwrap.dedent(block) for block in blocks]
