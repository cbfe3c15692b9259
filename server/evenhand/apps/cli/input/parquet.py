"""Data sets of code in Parquet, through Apache Arrow, which is imported when it is needed.

Rows come and go in batches, so that a data set may be larger than the memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

import click

ENDING = ".parquet"
BATCH = 1_000
"""Rows that are read, or written, at once."""


def count_rows(file: Path) -> int:
    """How many rows a file has; raises `ClickException` where it is no Parquet."""
    return int(_opened(file).metadata.num_rows)


def read_rows(file: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Each row of a file; raises `ClickException` where it has no such columns."""
    opened = _opened(file)
    for name in columns or ():
        if name not in opened.schema_arrow.names:
            known = ", ".join(opened.schema_arrow.names)
            raise click.ClickException(f"{file} has no column {name}; it has {known}")
    for batch in opened.iter_batches(BATCH, columns=list(columns) if columns else None):
        yield from batch.to_pylist()


class RowWriter(AbstractContextManager["RowWriter"]):
    """Writes rows to a file; the columns and their types are given by name."""

    def __init__(self, file: Path, types: Mapping[str, str]) -> None:
        pyarrow = _pyarrow()
        fields = [(name, getattr(pyarrow, kind)()) for name, kind in types.items()]
        self._schema = pyarrow.schema(fields)
        try:
            self._writer = pyarrow.parquet.ParquetWriter(file, self._schema)
        except OSError as error:
            raise click.ClickException(f"{file} cannot be written ({error})") from error
        self._rows: list[Mapping[str, Any]] = []

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._flush()
        self._writer.close()

    def write(self, row: Mapping[str, Any]) -> None:
        """Add one row."""
        self._rows.append(row)
        if len(self._rows) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            batch = _pyarrow().RecordBatch.from_pylist(self._rows, schema=self._schema)
            self._writer.write_batch(batch)
            self._rows.clear()


def _opened(file: Path) -> Any:
    pyarrow = _pyarrow()
    try:
        return pyarrow.parquet.ParquetFile(file)
    except (OSError, pyarrow.ArrowException) as error:
        raise click.ClickException(f"{file} cannot be read as Parquet ({error})") from error


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        said = "Parquet needs Apache Arrow: pip install 'evenhand[cluster]'"
        raise click.ClickException(said) from error
    return pyarrow
