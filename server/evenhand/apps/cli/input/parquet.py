"""Read and write data sets of code in Parquet, a batch of rows at a time.

Batches let a data set be larger than memory. Apache Arrow is optional, so it is imported on use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

import click

from evenhand.doors.files import Kind, Unreadable, kind_of

ENDING = ".parquet"
BATCH = 1_000
"""Rows read or written at a time."""


def count_rows(file: Path) -> int:
    """Number of rows in a file; raises `ClickException` if it is not Parquet."""
    return int(_opened(file).metadata.num_rows)


def read_rows(file: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a file, with these columns or all; raises `ClickException` if one is missing."""
    opened = _opened(file)
    names = opened.schema_arrow.names
    for column in columns or ():
        if column not in names:
            message = f"{file} has no column {column}; it has {', '.join(names)}"
            raise click.ClickException(message)

    for batch in opened.iter_batches(BATCH, columns=list(columns) if columns else None):
        yield from batch.to_pylist()


class RowWriter(AbstractContextManager["RowWriter"]):
    """Writes rows to a file.

    `types` names the type of each column as Apache Arrow does: `string`, `int64`.
    """

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

    def write_all(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows; a column that a row leaves out is null there."""
        for row in rows:
            self._rows.append(row)
            if len(self._rows) >= BATCH:
                self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return

        batch = _pyarrow().RecordBatch.from_pylist(self._rows, schema=self._schema)
        self._writer.write_batch(batch)
        self._rows.clear()


def _opened(file: Path) -> Any:
    pyarrow = _pyarrow()
    kind = kind_of(file)
    if kind is not Kind.FILE:
        why = kind.reason if isinstance(kind, Unreadable) else f"it is a {kind.value}"
        raise click.ClickException(f"{file} cannot be read as Parquet ({why})")

    try:
        return pyarrow.parquet.ParquetFile(file)
    except (OSError, pyarrow.ArrowException) as error:
        raise click.ClickException(f"{file} cannot be read as Parquet ({error})") from error


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        message = "Parquet needs Apache Arrow: pip install 'evenhand[cluster]'"
        raise click.ClickException(message) from error
    return pyarrow
