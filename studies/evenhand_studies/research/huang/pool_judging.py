"""How one answer is judged with both pools of values, and by the search, with the time of each."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.check.outcomes.requests import Module
from evenhand.check.sandbox import WorkerError
from evenhand_studies.research.huang import huang_judging
from evenhand_studies.research.huang.huang_answers import Answer
from evenhand_studies.research.huang.pool_running import PoolRun, not_run, run_pool
from evenhand_studies.research.huang.value_pools import Pool, PoolKind, signature_of
from evenhand_studies.research.study_interface import Item

POOLS = "pools"
"""The field of a record with the parts of the pools that its function needs."""
NO_FUNCTION = "no function that can be called"


@dataclass(frozen=True, slots=True)
class PooledAnswer:
    """One answer, judged in three ways."""

    answer: Answer
    """By the search."""
    seconds: float = 0.0
    """That the search took."""
    runs: Mapping[str, PoolRun] = field(default_factory=dict)
    """By the kind of the pool."""


async def judge_with_pools(checker: Checker, item: Item) -> PooledAnswer:
    """Judge an answer whose record has its part of both pools."""
    began = time.perf_counter()
    answer = await huang_judging.judge(checker, item)
    seconds = time.perf_counter() - began

    pools: Mapping[str, Pool] = item.record[POOLS]
    runs = {kind: await _run(checker, item, pool) for kind, pool in pools.items()}
    return PooledAnswer(answer, seconds, runs)


def failed(item: Item, why: Explanation) -> PooledAnswer:
    """What is kept of an answer whose judge died."""
    return PooledAnswer(huang_judging.failed(item, why))


def with_pools(item: Item, pools: Mapping[PoolKind, Pool]) -> Item:
    """An item with what its function needs of the pools."""
    signature = signature_of(item.code)
    names = {own.lower() for own in signature.parameters} if signature is not None else set()
    parts = {
        str(kind): {name: values for name, values in pool.items() if name in names}
        for kind, pool in pools.items()
    }
    return Item({**item.record, POOLS: parts}, item.where, item.options)


async def _run(checker: Checker, item: Item, pool: Pool) -> PoolRun:
    signature = signature_of(item.code)
    if signature is None:
        return not_run(NO_FUNCTION) if item.code.strip() else PoolRun("no code")

    module = Module(item.code, "answer.py")
    try:
        return await checker.run(run_pool(module, signature, pool), item.options)
    except WorkerError as error:
        return not_run(str(error))
