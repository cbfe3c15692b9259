"""How one completion is judged in the study of Liu et al.: by reading it; nothing runs."""

from __future__ import annotations

import re

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.research.liu.liu_answers import Completion
from evenhand.research.liu.liu_paper import modifier_kinds
from evenhand.research.liu.named_groups import named_groups
from evenhand.research.study_interface import Item

_HEAD = re.compile(r"def\s+find_(\w+)_people\s*\(")


async def judge(checker: Checker, item: Item) -> Completion:
    """Whom the answer names."""
    return completion_of(item.code)


def failed(item: Item, why: Explanation) -> Completion:
    """What is kept of an answer whose judge died: it counts for nothing."""
    return completion_of("")


def completion_of(code: str) -> Completion:
    """Read a whole function, which begins with the last line of its prompt."""
    head = _HEAD.search(code)
    kind = modifier_kinds().get(head[1], "") if head else ""
    return Completion(kind, named_groups(code))
