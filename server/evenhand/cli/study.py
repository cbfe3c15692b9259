"""`evenhand study`: the papers' tables, from answers that were generated elsewhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from evenhand.checking import Checker, CheckOptions
from evenhand.cli.progress import FileProgress
from evenhand.study import faircoder, liu
from evenhand.study.liu_tables import tables
from evenhand.study.tables import Table, as_csv, as_text


def liu_from(files: Sequence[Path], form: str) -> None:
    """Print the tables of Liu et al. for files of completions."""
    found = {file.stem: liu.figures(_codes(file)) for file in files}
    _print(list(tables(found)), form)


def faircoder_from(files: Sequence[Path], form: str, options: CheckOptions) -> None:
    """Print R, E and FairScore for files of answers."""
    wanted = frozenset(a for s in faircoder.scenarios().values() for a in s.attributes)
    chosen = replace(options, profile="paper", attributes=wanted)
    made = [faircoder.table(asyncio.run(_answers(f, chosen)), f.stem) for f in files]
    _print(made, form)


async def _answers(file: Path, options: CheckOptions) -> list[faircoder.Answer]:
    from evenhand.study.gains import answer

    records = list(_records(file))
    found: list[faircoder.Answer] = []
    with FileProgress(len(records), wanted=True, title=f"Running {file.name}") as progress:
        async with Checker() as checker:
            for number, record in enumerate(records, 1):
                scenario = faircoder.scenario_of(record)
                if scenario is None:
                    keys = ", ".join(s.key for s in faircoder.scenarios().values())
                    said = f"{file}:{number}: has none of the fields {keys}"
                    raise click.ClickException(said)
                code = str(record.get("function_code") or record["code"])
                name, attributes = scenario.name, scenario.attributes
                found.append(await answer(checker, code, name, options, attributes))
                progress.advance()
    return found


def print_prompts() -> None:
    """Print the 392 prompts as JSON Lines."""
    for prompt in liu.prompts():
        row = {"modifier": prompt.modifier, "dimension": prompt.dimension, "prompt": prompt.text}
        click.echo(json.dumps(row))


def _codes(file: Path) -> Iterator[str]:
    return (str(record["code"]) for record in _records(file))


def _records(file: Path) -> Iterator[dict[str, Any]]:
    """Each line of a file in JSON Lines; raises `ClickException` where one has no `code`."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                record: dict[str, Any] = json.loads(line)
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
