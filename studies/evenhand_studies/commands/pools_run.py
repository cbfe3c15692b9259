"""Judge answers with the pools of values of Huang et al., and print table 14."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from evenhand.scaling.work import Work
from evenhand_studies.commands.answers import source
from evenhand_studies.commands.judged_answers import (
    Judging,
    annotated_item,
    items_of,
    judge_items,
)
from evenhand_studies.commands.study_pages import show, write_records
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.huang.pool_judging import (
    PooledAnswer,
    failed,
    judge_with_pools,
    with_pools,
)
from evenhand_studies.research.huang.pool_tables import PooledModel, pool_tables
from evenhand_studies.research.huang.value_pools import pools_of
from evenhand_studies.research.item_records import as_json
from evenhand_studies.research.study_interface import Item

WORK: Work[Item, PooledAnswer] = Work(judge_with_pools, failed)


def try_pools(paths: Iterable[Path], judging: Judging) -> None:
    """Judge the answers at each path; raises `ClickException`."""
    models = [_judged(path, judging) for path in paths]
    if judging.items is not None:
        write_records(_records(models), judging.items)
    show([table for model in models for table in pool_tables(model)], [], judging, "pools")


def _judged(path: Path, judging: Judging) -> PooledModel:
    answers = source(path)
    items = list(items_of(HUANG, answers, judging.options))
    pools = pools_of(item.code for item in items)
    annotations = [annotated_item(HUANG, item) for item in items]

    pooled = [with_pools(item, pools) for item in items]
    judged = judge_items(WORK, pooled, len(pooled), judging, f"Judging {answers.name}")
    return PooledModel(answers.name, judged, annotations)


def _records(models: Sequence[PooledModel]) -> Iterator[dict[str, Any]]:
    """What each way found out about each answer."""
    for model in models:
        prompts = [own.prompt for own in model.annotations]
        for line, (prompt, own) in enumerate(zip(prompts, model.answers, strict=True), 1):
            found = as_json(own)
            yield {"model": model.name, "line": line, "prompt": prompt, "found": found}
