"""Answers to judge: a run of a study, JSON Lines, Parquet, or a folder of Python files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import click

from evenhand.apps.cli.parquet import ENDING, count_rows, read_rows
from evenhand.doors.files import (
    Unreadable,
    is_folder,
    is_there,
    open_file,
    read_text,
)
from evenhand.lines import lines_of
from evenhand.workspace.python_files import python_files
from evenhand.workspace.settings import Settings
from evenhand.workspace.sources import read_source
from evenhand_studies.research.generation.run_folder import (
    SETUP,
    RunError,
    Setup,
    answers_in,
    setup_of,
)

TASKS_BYTES = 500_000_000
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """The answers of one model."""

    name: str
    count: int
    records: Callable[[], Iterator[Record]]
    """Each answer, with `code`; raises `ClickException` at the first that has none."""
    setup: Setup | None = None
    """How they were asked for; None if they are not from a run."""


def source(path: Path) -> Source:
    """The answers at a path; raises `ClickException` if it holds none."""
    if is_folder(path) and is_there(path / SETUP):
        return _run(path)
    if is_folder(path):
        return _python_files(path)
    if path.suffix == ENDING:
        return Source(path.stem, sum(count_rows([path])), lambda: _with_code(path, read_rows(path)))
    return _json_lines(path)


def rows_of(path: Path) -> list[Record]:
    """The rows of a file of tasks: a JSON array, JSON Lines or Parquet."""
    if path.suffix == ENDING:
        return list(read_rows(path))

    text = read_text(path, TASKS_BYTES)
    if isinstance(text, Unreadable):
        raise click.ClickException(f"{path} cannot be read as JSON ({text.reason})")
    try:
        is_array = text.lstrip().startswith("[")
        rows = json.loads(text) if is_array else _lines_of_json(text)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{path} cannot be read as JSON ({error})") from error

    if not all(isinstance(row, dict) for row in rows):
        raise click.ClickException(f"{path} holds something other than objects")
    return list(rows)


def _run(folder: Path) -> Source:
    try:
        setup, answers = setup_of(folder), list(answers_in(folder))
    except RunError as error:
        raise click.ClickException(str(error)) from error

    name = f"{setup.model} ({folder.name})"
    return Source(name, len(answers), lambda: (answer.record() for answer in answers), setup)


def _json_lines(file: Path) -> Source:
    def records() -> Iterator[Record]:
        with _opened(file) as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _object(_decoded(line, f"{file}:{number}"), f"{file}:{number}")

    with _opened(file) as lines:
        count = sum(bool(line.strip()) for line in lines)
    return Source(file.stem, count, lambda: _with_code(file, records()))


def _decoded(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{where}: not UTF-8 ({error.reason})") from error


def _opened(file: Path) -> BinaryIO:
    opened = open_file(file)
    if isinstance(opened, Unreadable):
        raise click.ClickException(f"{file} cannot be read ({opened.reason})")
    return opened


def _python_files(folder: Path) -> Source:
    walk = python_files([folder], lambda _: Settings(exclude=()))
    files = sorted(walk.files)
    if walk.problems:
        raise click.ClickException(walk.problems[0])
    if not files:
        raise click.ClickException(f"{folder} holds neither a run nor Python files")

    def records() -> Iterator[Record]:
        for file in files:
            code = read_source(file)
            if isinstance(code, Unreadable):
                raise click.ClickException(f"{file} cannot be read ({code.reason})")
            yield {"code": code, "prompt": str(file)}

    return Source(folder.name, len(files), records)


def _with_code(file: Path, records: Iterator[Record]) -> Iterator[Record]:
    for number, record in enumerate(records, 1):
        if "code" not in record and "function_code" not in record:
            raise click.ClickException(f"{file}:{number}: not a JSON object with `code`")
        yield record


def _object(line: str, where: str) -> Record:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{where}: not a JSON object with `code`") from error

    if not isinstance(record, dict):
        raise click.ClickException(f"{where}: not a JSON object with `code`")
    return record


def _lines_of_json(text: str) -> list[Any]:
    return [json.loads(line) for line in lines_of(text) if line.strip()]
