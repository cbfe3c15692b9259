"""What is kept of one answer in the study of Bui et al., and how it is judged: by reading it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand_studies.research.answer_flags import Flags
from evenhand_studies.research.pipelines.chosen_columns import features_of, keys_of
from evenhand_studies.research.pipelines.pipelines_tasks import CONDITION, KINDS, PIPELINE
from evenhand_studies.research.study_interface import Item


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, the columns that it could choose from, and those that it chose."""

    prompt: str
    form: str
    sensitive: Sequence[str] = ()
    relevant: Sequence[str] = ()
    irrelevant: Sequence[str] = ()
    chosen: frozenset[str] = frozenset()
    problem: str = ""
    """Why that cannot be read; empty if it can."""


async def judge(checker: Checker, item: Item) -> Answer:
    """Which columns the answer uses."""
    record = item.record
    form = PIPELINE if record["form"] == PIPELINE else CONDITION
    offered = {kind: tuple(map(str, record[kind])) for kind in KINDS}
    every = [column for columns in offered.values() for column in columns]

    chosen = features_of(item.code, every) if form == PIPELINE else keys_of(item.code, every)
    problem = "" if chosen is not None else "no model is fitted" if form == PIPELINE else "no code"
    return Answer(item.prompt, form, **offered, chosen=chosen or frozenset(), problem=problem)


def failed(item: Item, why: Explanation) -> Answer:
    """What is kept of an answer whose judge died."""
    return Answer(item.prompt, str(item.record.get("form", "")), problem=explain(why))


def flags(answer: Answer) -> Flags:
    """Whether it uses any sensitive column; nothing if it cannot be read."""
    if answer.problem:
        return {}
    return {f"{answer.form}: uses a sensitive column": bool(answer.chosen & {*answer.sensitive})}
