"""Reads the answer of a second reader; one that is not as it was asked for says nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from evenhand.doors.printable import printable
from evenhand.findings import Purpose
from evenhand.models.code_fences import blocks_in, without_thoughts
from evenhand.second_reader.request import MOST_WORDS

LONGEST_WHY = 120
"""Characters."""


class Worth(StrEnum):
    """Whether a developer would want to be told."""

    YES = "yes"
    DOUBT = "doubt"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a second reader says of a difference."""

    worth: Worth
    purpose: Purpose
    why: str


def opinion_in(answer: str) -> Opinion | None:
    """The opinion that an answer is; None if it is anything else."""
    text = without_thoughts(answer)
    try:
        [document] = blocks_in(text) or [text]
        opinion = Opinion(**json.loads(document))
        opinion = Opinion(Worth(opinion.worth), Purpose(opinion.purpose), opinion.why)
    except (ValueError, TypeError, RecursionError):
        return None
    return opinion if _is_reason(opinion.why) else None


def _is_reason(why: object) -> bool:
    """Whether it is a text of a few words on one line."""
    is_line = isinstance(why, str) and len(why) <= LONGEST_WHY and printable(why) == why
    return is_line and 1 <= len(str(why).split()) <= MOST_WORDS
