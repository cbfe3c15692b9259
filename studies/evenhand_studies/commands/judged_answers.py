"""Judge the answers of a model, here, in several processes or on a cluster."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input.snippet_options import snippet_options
from evenhand.apps.cli.output.progress_bar import ProgressBar
from evenhand.options import CheckOptions
from evenhand.scaling.engines import each, lanes_for
from evenhand.scaling.work import Engine, EngineError, R, Work
from evenhand_studies.commands.answers import Source
from evenhand_studies.research.answer_flags import Flags
from evenhand_studies.research.answer_labels import Annotations, LabelError, annotated
from evenhand_studies.research.item_records import item_records
from evenhand_studies.research.study_interface import Item, Study

ITEMS_PER_LANE = 8
"""With fewer answers than this for each, another process takes longer to start than it saves."""


@dataclass(frozen=True, slots=True)
class Judging:
    """How answers are judged, and how the tables are shown."""

    options: CheckOptions
    address: str = ""
    """A cluster that does the work; empty for processes on this machine."""
    jobs: int | None = None
    """How many processes to use; None: as many as pay off."""
    form: str = "text"
    """How tables are printed: `text`, `markdown`, `csv`, `json` or `latex`."""
    html: Path | None = None
    """Where to write a page with tables and charts."""
    items: Path | None = None
    """Where to write what was found out about each answer."""


@dataclass(frozen=True, slots=True)
class JudgedSource:
    """The answers of one model, judged."""

    source: Source
    answers: Sequence[Any]
    """What the study found out about each."""
    annotations: Sequence[Annotations]
    """What the source itself says of each."""

    def flags(self, study: Study[Any]) -> list[Flags]:
        """What is biased about each answer."""
        return list(map(study.flags, self.answers))

    def records(self, study: Study[Any]) -> Iterator[dict[str, Any]]:
        """What was found out about each answer, as JSON."""
        prompts = [annotations.prompt for annotations in self.annotations]
        return item_records(self.source.name, prompts, self.flags(study), self.answers)

    def prompted_flags(self, study: Study[Any]) -> list[tuple[str, Flags]]:
        """The same with the prompts that the answers reply to."""
        prompts = (annotations.prompt for annotations in self.annotations)
        return list(zip(prompts, self.flags(study), strict=True))


def judging_of(options: Mapping[str, Any]) -> Judging:
    """What the options of `study_options.judging` ask for; raises `ClickException`."""
    return Judging(
        snippet_options(options["python"], options["isolation"], trust=options["trust"]),
        options["address"],
        options["jobs"],
        options["form"],
        options["html"],
        options["items"],
    )


def judge_source(study: Study[Any], source: Source, judging: Judging) -> JudgedSource:
    """Judge every answer of a source; raises `ClickException`."""
    annotations: list[Annotations] = []

    def items() -> Iterator[Item]:
        for item in items_of(study, source, judging.options):
            annotations.append(annotated_item(study, item))
            yield item

    if not study.runs_code:  # It is read faster than a process starts.
        judging = replace(judging, address="", jobs=1)
    title = f"Judging {source.name}"
    answers = judge_items(study.work, items(), source.count, judging, title)
    return JudgedSource(source, answers, annotations)


def annotated_item(study: Study[Any], item: Item) -> Annotations:
    """What a file says of an answer; raises `ClickException` if it cannot be understood."""
    try:
        return annotated(item.record, study.prompt_of(item))
    except LabelError as error:
        raise click.ClickException(f"{item.where}: {error}") from error


def judge_items(
    work: Work[Item, R], items: Iterable[Item], count: int, judging: Judging, title: str
) -> list[R]:
    """The result for each of `count` items, with a progress bar; raises `ClickException`."""
    lanes = lanes_for(count, judging.jobs, ITEMS_PER_LANE)
    try:
        return asyncio.run(_judge(work, items, count, Engine(lanes, judging.address), title))
    except EngineError as error:
        raise click.ClickException(str(error)) from error


def items_of(study: Study[Any], source: Source, options: CheckOptions) -> Iterator[Item]:
    """The answers of a source as items; raises `ClickException` at the first it cannot judge."""
    for number, record in enumerate(source.records(), 1):
        where = f"{source.name}:{number}"
        if problem := study.lacks(record):
            raise click.ClickException(f"{where}: {problem}")
        yield Item(record, where, options)


async def _judge(
    work: Work[Item, R], items: Iterable[Item], count: int, engine: Engine, title: str
) -> list[R]:
    judged = []
    with ProgressBar(count, wanted=True, title=title) as progress:
        async with aclosing(each(work, items, engine)) as results:
            async for result in results:
                judged.append(result)
                progress.advance()
    return judged
