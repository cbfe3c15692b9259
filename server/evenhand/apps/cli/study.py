"""`evenhand study`: the papers' tables for answers, whoever generated them."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input.answers import Source, source
from evenhand.apps.cli.output.progress_bar import FileProgress
from evenhand.clock import now
from evenhand.measures.scores import Share
from evenhand.options import CheckOptions
from evenhand.research.annotations import Annotations, agreement_tables, annotated, passing_tables
from evenhand.research.generation.run_folder import RunError, setup_of
from evenhand.research.judging import Item
from evenhand.research.liu import liu_study
from evenhand.research.model_comparison import ANY, compared
from evenhand.research.studies import STUDIES, Study, keyed
from evenhand.research.study_charts import Chart, published_temperatures, temperature_charts
from evenhand.research.tables import Table, as_csv, as_text
from evenhand.scaling.work import HERE, Engine, EngineError, R, Work, each, lanes_for

ITEMS_PER_LANE = 8
"""Fewer answers than this do not pay for starting another process."""


@dataclass(frozen=True, slots=True)
class Judging:
    """How answers are judged, and what is made of them."""

    options: CheckOptions
    engine: Engine
    """Who judges; how many processes here is decided by the number of answers."""
    jobs: int | None = None
    """So many processes here, whatever their number."""
    form: str = "text"
    utility: bool = False
    """Whether Pylint's scores are asked for."""
    html: Path | None = None
    """Where the report is written."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The answers of one model, and what was found out about each."""

    source: Source
    answers: Sequence[Any]
    told: Sequence[Annotations]
    """What the source says of each."""


def evaluate(study: Study, paths: Iterable[Path], how: Judging) -> None:
    """Judge the answers of each path, and print the study's tables."""
    found = [judge(study, source(path), how) for path in paths]
    answers = {one.source.name: one.answers for one in found}
    utility = [_utility(study, found, how)] if how.utility else []
    made = [*study.tables(answers), *utility, *_beside(study, found)]
    charts = [*study.charts(answers), *_temperatures(study, found)] if how.html else []
    show(made, how, study.name, charts)


def _beside(study: Study, found: Iterable[Judged]) -> list[Table]:
    """What comes of what the sources say themselves."""
    told = {one.source.name: one.told for one in found}
    flagged = {
        one.source.name: list(zip(one.told, map(study.flags, one.answers), strict=True))
        for one in found
    }
    return [*agreement_tables(flagged, study.name), *passing_tables(told, study.name)]


def _temperatures(study: Study, found: Iterable[Judged]) -> list[Chart]:
    """For runs at several temperatures."""
    scores: dict[str, dict[float, Share]] = defaultdict(dict)
    for one in found:
        setup = one.source.setup
        if setup is None or setup.temperature is None:
            continue
        flags = list(map(study.flags, one.answers))
        if any(ANY in flag for flag in flags):
            biased = sum(flag.get(ANY, False) for flag in flags)
            scores[setup.model][setup.temperature] = Share(biased, len(flags))
    return temperature_charts(scores, published_temperatures(study.name))


def _write_page(file: Path, title: str, charts: Sequence[Chart], made: Sequence[Table]) -> None:
    from evenhand.research.study_page import study_page

    try:
        file.write_text(study_page(title, charts, made, now()), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error


def _utility(study: Study, found: Iterable[Judged], how: Judging) -> Table:
    from evenhand.research.faircoder.utility import MISSING, table, utilities

    try:
        scores = {
            one.source.name: utilities([i.code for i in _items(study, one.source, how.options)])
            for one in found
        }
    except ImportError as error:
        raise click.ClickException(MISSING) from error
    return table(scores)


def compare(paths: tuple[Path, Path], how: Judging) -> None:
    """Judge two runs of the same study, and print by how much they differ."""
    try:
        names = {setup_of(path).study for path in paths}
    except RunError as error:
        raise click.ClickException(str(error)) from error
    if len(names) > 1:
        raise click.ClickException(f"these are runs of different studies: {', '.join(names)}")
    study = STUDIES[names.pop()]
    first, second = (judge(study, source(path), how) for path in paths)
    flags = [
        keyed((said.prompt for said in one.told), map(study.flags, one.answers))
        for one in (first, second)
    ]
    made = compared(flags[0], flags[1], (first.source.name, second.source.name))
    show([made], how, f"{study.name}, two runs")


def judge(study: Study, answers: Source, how: Judging) -> Judged:
    """Run what is to be run for each answer; raises `ClickException`."""
    told: list[Annotations] = []

    def items() -> Iterator[Item]:
        for item in _items(study, answers, how.options):
            told.append(annotated(item.record, item.prompt))
            yield item

    alone = replace(how, engine=HERE, jobs=1) if not study.runs_code else how
    title = f"Judging {answers.name}"
    found = judge_items(study.work, items(), answers.count, alone, title)
    return Judged(answers, found, told)


def judge_items(
    work: Work[Item, R], items: Iterable[Item], count: int, how: Judging, title: str
) -> list[R]:
    """What comes of each of `count` items, with progress; raises `ClickException`."""
    try:
        return asyncio.run(_judge(work, items, count, how, title))
    except EngineError as error:
        raise click.ClickException(str(error)) from error


async def _judge(
    work: Work[Item, R], items: Iterable[Item], count: int, how: Judging, title: str
) -> list[R]:
    engine = replace(how.engine, lanes=lanes_for(count, how.jobs, ITEMS_PER_LANE))
    found = []
    with FileProgress(count, wanted=True, title=title) as progress:
        async with aclosing(each(work, items, engine)) as results:
            async for result in results:
                found.append(result)
                progress.advance()
    return found


def _items(study: Study, answers: Source, options: CheckOptions) -> Iterator[Item]:
    for number, record in enumerate(answers.records(), 1):
        where = f"{answers.name}:{number}"
        if lacks := study.lacks(record):
            raise click.ClickException(f"{where}: {lacks}")
        yield Item(record, where, options)


def print_prompts() -> None:
    """Print the 392 prompts as JSON Lines."""
    for prompt in liu_study.prompts():
        row = {"modifier": prompt.modifier, "dimension": prompt.dimension, "prompt": prompt.text}
        click.echo(json.dumps(row))


def show(made: Sequence[Table], how: Judging, title: str, charts: Sequence[Chart] = ()) -> None:
    """Print tables, and write the page where one was asked for."""
    if how.html is not None:
        _write_page(how.html, f"Study: {title}", charts, made)
    if how.form == "csv":
        click.echo(as_csv(made), nl=False)
        return
    for table in made:
        click.echo(as_text(table, how.form))
