"""What a model wants the user to know about its repair: the line `Note:` of its answer."""

from __future__ import annotations

import re

from evenhand.doors.printable import cut
from evenhand.models.code_fences import without_blocks, without_thoughts

LONGEST = 400
"""Characters."""
_NOTE = re.compile(r"^[ \t>*_#-]*Notes?[*_]*[ \t]*:[*_ \t]*(.*(?:\n(?!\s*$).+)*)", re.M | re.I)
_NOTHING = frozenset({"", "none", "nothing", "no", "n/a", "-", "nothing to note", "no notes"})


def note_in(answer: str) -> str:
    """The last note of an answer on one line; empty if it has none."""
    notes: list[str] = _NOTE.findall(without_blocks(without_thoughts(answer)))
    text = " ".join(notes[-1].split()).rstrip("*_ ") if notes else ""
    if text.rstrip(".").lower() in _NOTHING:
        return ""
    return cut(text, LONGEST)
