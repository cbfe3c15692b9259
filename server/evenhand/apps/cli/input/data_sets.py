"""Read the code in the rows of data sets: Parquet, Arrow, and JSON Lines with an object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from evenhand.apps.cli import parquet
from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.parquet import MOST_BYTES, DataSetError
from evenhand.doors.files import Unreadable, open_file

TABLES = (parquet.ENDING, parquet.ARROW)
ENDINGS = (*TABLES, ".jsonl", ".ndjson")
CODE = "code"
"""The column that is read if the user names none."""
_LOOKED_AT = 1_000_000
"""Bytes of the first line, to see whether it holds code."""
_DEFINITION = re.compile(r"^\s*(?:async\s+def|def|class)\s+\w+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """The code in one row."""

    number: int
    """From 0."""
    code: str = ""
    problem: str = ""
    """Why the row has no code; empty if it has, or if its column is empty."""


def is_data_set(path: Path) -> bool:
    """Whether a file has the name of one with code in its rows."""
    return path.suffix.lower() in ENDINGS


def row_jobs(data_set: FileJob, column: str) -> Iterator[FileJob]:
    """A job for each row, and one that says what is wrong with the file, if anything is."""
    known = 0
    try:
        for row in _rows(data_set.path, column):
            known = row.number + 1
            code = row.code.encode("utf-8", "surrogatepass")
            yield replace(data_set, row=row.number, data=code, problem=row.problem)
    except DataSetError as error:
        where = f", from row {known} on" if known else ""
        yield replace(data_set, data=b"", problem=f"{error.reason}{where}")


def count_rows(paths: Iterable[Path]) -> int:
    """How many rows there are in some files; one in each where that cannot be told."""
    paths = list(paths)
    tables = [path for path in paths if _is_table(path)]
    return sum(_count_lines(path) for path in paths if path not in tables) + sum(_counts(tables))


def _count_lines(path: Path) -> int:
    try:
        with _opened(path) as file:
            return sum(bool(line.strip()) for line in _lines(path, file))
    except DataSetError:
        return 1


def _counts(tables: Sequence[Path]) -> Iterator[int]:
    """The rows of tables, for which a process is started anew behind one that cannot be read."""
    while tables:
        known = 0
        try:
            for count in parquet.count_rows(tables):
                yield count
                known += 1
            return
        except DataSetError:
            yield 1
            tables = tables[known + 1 :]


def column_with_code(path: Path) -> str | None:
    """The column of the first row that seems to hold Python; None if none does.

    Tables are not looked into: there it is a word that the user replaces.
    """
    if _is_table(path):
        return "COLUMN"  # not worth loading Apache Arrow
    file = open_file(path)
    if isinstance(file, Unreadable):
        return None
    with file:
        row = _object(file.readline(_LOOKED_AT))
    if not isinstance(row, dict):
        return None
    texts = {name: value for name, value in row.items() if isinstance(value, str)}
    return next((name for name, text in texts.items() if _DEFINITION.search(text)), None)


def _is_table(path: Path) -> bool:
    return path.suffix.lower() in TABLES


def _rows(path: Path, column: str) -> Iterator[Row]:
    """The rows of a file; raises `DataSetError`."""
    if _is_table(path):
        for number, record in enumerate(parquet.read_rows(path, [column])):
            yield _row(number, record[column])
        return

    with _opened(path) as file:
        yield from _rows_of_json(path, file, column)


def _rows_of_json(path: Path, file: BinaryIO, column: str) -> Iterator[Row]:
    """Raises `DataSetError` if no row has the column."""
    columns: dict[str, None] = {}
    number = -1
    for number, record in enumerate(_records(path, file)):
        if isinstance(record, str):
            yield Row(number, problem=record)
            continue
        columns |= dict.fromkeys(record)
        if column in columns:
            yield _row(number, record.get(column))

    if number < 0:
        raise DataSetError(path, "has no rows")
    if columns and column not in columns:
        has = ", ".join(columns)
        raise DataSetError(path, f"has no column {column} (--column); it has {has}")


def _records(path: Path, file: BinaryIO) -> Iterator[dict[str, object] | str]:
    """The object of each line, or what is wrong with the line."""
    for line in _lines(path, file):
        if not line.strip():
            continue
        record = _object(line)
        if record is None:
            yield "is no JSON"
        else:
            yield record if isinstance(record, dict) else "is no JSON object with columns"


def _object(line: bytes) -> object:
    """The value in a line; None if it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _row(number: int, value: object) -> Row:
    if value is None:
        return Row(number)
    if isinstance(value, str):
        return Row(number, value)
    return Row(number, problem=f"holds no text ({type(value).__name__})")


def _lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; raises `DataSetError` for one that is too long."""
    while line := file.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            raise DataSetError(path, f"has a line of more than {MOST_BYTES:,} bytes")
        yield line


def _opened(path: Path) -> BinaryIO:
    file = open_file(path)
    if isinstance(file, Unreadable):
        raise DataSetError(path, f"cannot be read ({file.reason})")
    return file
