"""Read and write data sets of code in Parquet and Arrow, a batch of rows at a time.

Batches let a data set be larger than memory. Apache Arrow is optional, so it is imported on use.
Files of Arrow are what `save_to_disk` of Hugging Face's `datasets` makes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

import click

from evenhand.doors.files import Kind, Unreadable, kind_of

ENDING, ARROW = ".parquet", ".arrow"
BATCH = 1_000
"""Rows read or written at a time."""


def count_rows(file: Path) -> int:
    """Number of rows in a file; raises `DataSetError` if it is not one of these."""
    if _is_arrow(file):
        return sum(batch.num_rows for batch in _Stream(file).batches([]))
    return int(_opened(file).metadata.num_rows)


def read_rows(file: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a file, with these columns or all; raises `DataSetError` if one is missing."""
    opened = _Stream(file) if _is_arrow(file) else _Parquet(file)
    names = opened.names
    for column in columns or ():
        if column not in names:
            has = ", ".join(names)
            raise DataSetError(file, f"has no column {column} (--column); it has {has}")

    for batch in opened.batches(list(columns or names)):
        yield from batch.to_pylist()


class DataSetError(click.ClickException):
    """Why the rows of a file cannot be read or written."""

    exit_code = 2

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file} {reason}")
        self.reason = reason
        """Completes `file ...`."""


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
            raise DataSetError(file, f"cannot be written ({error})") from error

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


class _Parquet:
    """The rows of a Parquet file; raises `DataSetError`."""

    def __init__(self, file: Path) -> None:
        self._opened = _opened(file)
        self.names: list[str] = self._opened.schema_arrow.names

    def batches(self, columns: list[str]) -> Iterator[Any]:
        yield from self._opened.iter_batches(BATCH, columns=columns)


class _Stream:
    """The rows of an Arrow file, whether it is a stream or can be read in any order."""

    def __init__(self, file: Path) -> None:
        self._file = file
        _refuse_no_file(file, "Arrow")
        self._reader = self._of_file()
        self.names: list[str] = self._reader.schema.names

    def batches(self, columns: list[str]) -> Iterator[Any]:
        pyarrow = _pyarrow()
        try:
            for batch in self._whole_batches():
                batch.validate(full=True)  # whoever wrote the file wrote its offsets
                for start in range(0, batch.num_rows, BATCH):
                    yield batch.slice(start, BATCH).select(columns)
        except (OSError, pyarrow.ArrowException) as error:
            raise self._unreadable(error) from error

    def _whole_batches(self) -> Iterator[Any]:
        if hasattr(self._reader, "num_record_batches"):
            yield from map(self._reader.get_batch, range(self._reader.num_record_batches))
        else:
            yield from self._reader

    def _of_file(self) -> Any:
        pyarrow = _pyarrow()
        try:
            source = pyarrow.memory_map(str(self._file))
            try:
                return pyarrow.ipc.open_file(source)
            except pyarrow.ArrowInvalid:
                source.seek(0)
                return pyarrow.ipc.open_stream(source)
        except (OSError, pyarrow.ArrowException) as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> DataSetError:
        return DataSetError(self._file, f"cannot be read as Arrow ({error})")


def _is_arrow(file: Path) -> bool:
    return file.suffix.lower() == ARROW


def _refuse_no_file(file: Path, form: str) -> None:
    kind = kind_of(file)
    if kind is not Kind.FILE:
        why = kind.reason if isinstance(kind, Unreadable) else f"it is a {kind.value}"
        raise DataSetError(file, f"cannot be read as {form} ({why})")


def _opened(file: Path) -> Any:
    pyarrow = _pyarrow()
    _refuse_no_file(file, "Parquet")
    try:
        return pyarrow.parquet.ParquetFile(file)
    except (OSError, pyarrow.ArrowException) as error:
        raise DataSetError(file, f"cannot be read as Parquet ({error})") from error


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.ipc
        import pyarrow.parquet
    except ImportError as error:
        message = "Parquet and Arrow files need Apache Arrow: pip install 'evenhand[cluster]'"
        raise click.UsageError(message) from error
    return pyarrow
