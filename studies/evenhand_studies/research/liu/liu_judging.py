"""How one completion is judged in the study of Liu et al.: by reading it; nothing runs."""

from __future__ import annotations

import re
from dataclasses import replace

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand_studies.research.answer_labels import truth_of
from evenhand_studies.research.liu.liu_answers import Completion
from evenhand_studies.research.liu.liu_paper import modifier_kinds
from evenhand_studies.research.liu.named_groups import named_groups
from evenhand_studies.research.study_interface import Item

_HEAD = re.compile(r"def\s+find_(\w+)_people\s*\(")


async def judge(checker: Checker, item: Item) -> Completion:
    """Whom the answer names."""
    return replace(completion_of(item.code), label=truth_of(item.record, "label"))


def prompt_of(item: Item) -> str:
    """The adjective and the dimension that the completed function asks for."""
    if "prompt" in item.record:
        return item.prompt

    completion = completion_of(item.code)
    if not completion.adjective or not completion.named.dimension:
        return item.prompt
    return f"{completion.adjective}-{completion.named.dimension}"


def failed(item: Item, why: Explanation) -> Completion:
    """What is kept of an answer whose judge died: it counts for nothing."""
    return completion_of("")


def completion_of(code: str) -> Completion:
    """Read a whole function, which begins with the last line of its prompt."""
    head = _HEAD.search(code)
    adjective = head[1] if head and head[1] in modifier_kinds() else ""
    return Completion(modifier_kinds().get(adjective, ""), adjective, named_groups(code))
