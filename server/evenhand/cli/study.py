"""`evenhand study`: the papers' tables, from answers that were generated elsewhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from evenhand.checking import Checker, CheckOptions
from evenhand.cli.progress import FileProgress
from evenhand.findings import VerdictKind
from evenhand.study import faircoder, huang, liu
from evenhand.study.liu_tables import tables
from evenhand.study.tables import Table, as_csv, as_text

T = TypeVar("T")
Record = dict[str, Any]
"""One line of a file."""


def liu_from(files: Sequence[Path], form: str) -> None:
    """Print the tables of Liu et al. for files of completions."""
    found = {file.stem: liu.figures(_codes(file)) for file in files}
    _print(list(tables(found)), form)


def faircoder_from(files: Sequence[Path], form: str, options: CheckOptions) -> None:
    """Print R, E and FairScore for files of answers."""
    wanted = frozenset(a for s in faircoder.scenarios().values() for a in s.attributes)
    chosen = replace(options, profile="paper", attributes=wanted)
    made = [faircoder.table(asyncio.run(_faircoder_answers(f, chosen)), f.stem) for f in files]
    _print(made, form)


async def _faircoder_answers(file: Path, options: CheckOptions) -> list[faircoder.Answer]:
    from evenhand.study.gains import answer

    async def one(checker: Checker, record: Record, where: str) -> faircoder.Answer:
        scenario = faircoder.scenario_of(record)
        if scenario is None:
            keys = ", ".join(s.key for s in faircoder.scenarios().values())
            raise click.ClickException(f"{where}: has none of the fields {keys}")
        code = str(record.get("function_code") or record["code"])
        return await answer(checker, code, scenario.name, options, scenario.attributes)

    return await _each(file, one)


def huang_from(files: Sequence[Path], form: str, options: CheckOptions) -> None:
    """Print CBS, CBS_U@K and CBS_I@K for files of answers."""
    chosen = replace(options, profile="paper", attributes=frozenset(huang.attributes()))
    made = [huang.table(asyncio.run(_huang_answers(f, chosen)), f.stem) for f in files]
    _print(made, form)


async def _huang_answers(file: Path, options: CheckOptions) -> list[huang.Answer]:
    async def one(checker: Checker, record: Record, where: str) -> huang.Answer:
        report = await checker.check(str(record["code"]), Path.cwd() / "answer.py", options)
        found = [v for f in report.functions for v in f.verdicts]
        biased = frozenset(v.attribute for v in found if v.kind.unequal)
        unrun = any(v.kind is VerdictKind.NOT_CHECKED for v in found)
        checked = report.problem is None and not unrun
        return huang.Answer(str(record.get("prompt", where)), biased, checked)

    return await _each(file, one)


async def _each(file: Path, work: Callable[[Checker, Record, str], Awaitable[T]]) -> list[T]:
    """The result of `work` for each record of a file, with progress."""
    records = list(_records(file))
    found: list[T] = []
    with FileProgress(len(records), wanted=True, title=f"Running {file.name}") as progress:
        async with Checker() as checker:
            for number, record in enumerate(records, 1):
                found.append(await work(checker, record, f"{file}:{number}"))
                progress.advance()
    return found


def print_prompts() -> None:
    """Print the 392 prompts as JSON Lines."""
    for prompt in liu.prompts():
        row = {"modifier": prompt.modifier, "dimension": prompt.dimension, "prompt": prompt.text}
        click.echo(json.dumps(row))


def _codes(file: Path) -> Iterator[str]:
    return (str(record["code"]) for record in _records(file))


def _records(file: Path) -> Iterator[Record]:
    """Each line of a file in JSON Lines; raises `ClickException` where one has no `code`."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record: Record = json.loads(line)
                record["code"]
            except (ValueError, KeyError, TypeError) as error:
                said = f"{file}:{number}: not a JSON object with `code`"
                raise click.ClickException(said) from error
            yield record


def _print(made: Iterable[Table], form: str) -> None:
    if form == "csv":
        click.echo(as_csv(made), nl=False)
        return
    for table in made:
        click.echo(as_text(table, form))
