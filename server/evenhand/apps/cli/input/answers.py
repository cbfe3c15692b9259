"""Answers that were generated before: a run, a file of JSON Lines or Parquet, or Python files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input.parquet import ENDING, count_rows, read_rows
from evenhand.research.generation.run_folder import SETUP, RunError, Setup, answers_in, setup_of
from evenhand.workspace.decoding import NotTextError, decode

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """Answers of one model."""

    name: str
    count: int
    records: Callable[[], Iterator[Record]]
    """Each with `code`; raises `ClickException` where one has none."""
    setup: Setup | None = None
    """Of whom they were asked, where they are a run's."""


def source(path: Path) -> Source:
    """What a path holds; raises `ClickException` where that is nothing."""
    if path.is_dir() and (path / SETUP).exists():
        try:
            setup, found = setup_of(path), list(answers_in(path))
        except RunError as error:
            raise click.ClickException(str(error)) from error
        name = f"{setup.model} ({path.name})"
        return Source(name, len(found), lambda: (answer.record() for answer in found), setup)
    if path.is_dir():
        return _python_files(path)
    if path.suffix == ENDING:
        return Source(path.stem, count_rows(path), lambda: _coded(path, read_rows(path)))
    return _lines(path, path.stem)


def rows_of(path: Path) -> list[Record]:
    """A file of tasks: a JSON array, JSON Lines, or Parquet."""
    if path.suffix == ENDING:
        return list(read_rows(path))
    try:
        text = path.read_text("utf-8")
        found = json.loads(text) if text.lstrip().startswith("[") else _objects(text)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{path} cannot be read as JSON ({error})") from error
    if not all(isinstance(row, dict) for row in found):
        raise click.ClickException(f"{path} holds something else than objects")
    return list(found)


def _lines(file: Path, name: str) -> Source:
    def records() -> Iterator[Record]:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _object(line, f"{file}:{number}")

    with file.open("rb") as lines:
        count = sum(bool(line.strip()) for line in lines)
    return Source(name, count, lambda: _coded(file, records()))


def _python_files(folder: Path) -> Source:
    files = sorted(folder.rglob("*.py"))
    if not files:
        raise click.ClickException(f"{folder} holds neither a run nor Python files")

    def records() -> Iterator[Record]:
        for file in files:
            try:
                yield {"code": decode(file.read_bytes()), "prompt": str(file)}
            except (OSError, NotTextError) as error:
                raise click.ClickException(f"{file} cannot be read ({error})") from error

    return Source(folder.name, len(files), records)


def _coded(file: Path, records: Iterator[Record]) -> Iterator[Record]:
    for number, record in enumerate(records, 1):
        if "code" not in record and "function_code" not in record:
            raise click.ClickException(f"{file}:{number}: not a JSON object with `code`")
        yield record


def _object(line: str, where: str) -> Record:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise click.ClickException(f"{where}: not a JSON object with `code`") from error
    if not isinstance(record, dict):
        raise click.ClickException(f"{where}: not a JSON object with `code`")
    return record


def _objects(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]
