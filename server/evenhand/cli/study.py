"""`evenhand study`: the papers' tables, from answers that were generated elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from evenhand.study import liu
from evenhand.study.liu_tables import tables
from evenhand.study.tables import Table, as_csv, as_text


def liu_from(files: Sequence[Path], form: str) -> None:
    """Print the tables of Liu et al. for files of completions."""
    found = {file.stem: liu.figures(_codes(file)) for file in files}
    _print(list(tables(found)), form)


def print_prompts() -> None:
    """Print the 392 prompts as JSON Lines."""
    for prompt in liu.prompts():
        row = {"modifier": prompt.modifier, "dimension": prompt.dimension, "prompt": prompt.text}
        click.echo(json.dumps(row))


def _codes(file: Path) -> Iterator[str]:
    """The `code` of each line of a file in JSON Lines; raises `ClickException`."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                code = json.loads(line)["code"]
            except (ValueError, KeyError, TypeError) as error:
                said = f"{file}:{number}: not a JSON object with `code`"
                raise click.ClickException(said) from error
            yield str(code)


def _print(made: Iterable[Table], form: str) -> None:
    if form == "csv":
        click.echo(as_csv(made), nl=False)
        return
    for table in made:
        click.echo(as_text(table, form))
