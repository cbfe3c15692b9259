"""Read and write data sets of code in Parquet and Arrow, a batch of rows at a time.

Batches let a data set be larger than memory. Apache Arrow is optional, so it is imported on use.
Files of Arrow are what `save_to_disk` of Hugging Face's `datasets` makes.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import click

from evenhand.doors.files import Kind, Unreadable, kind_of
from evenhand.scaling.apart import apart
from evenhand.scaling.engine_process import EngineLostError

ENDING, ARROW = ".parquet", ".arrow"
BATCH = 1_000
"""Rows read or written at a time."""
MOST_BYTES = 64_000_000
"""Of one row."""
BUFFER = 1 << 20
"""Bytes of a column that are read at a time."""
MISSING = "Parquet and Arrow files need Apache Arrow: pip install 'evenhand[cluster]'"
Row = dict[str, Any]
T = TypeVar("T")


def count_rows(files: Sequence[Path]) -> Iterator[int]:
    """Number of rows in each file; raises `DataSetError` at the first that is not one of these."""
    yield from _apart(files[-1] if files else Path(), _counts, files)


def read_rows(file: Path, columns: Sequence[str] | None = None) -> Iterator[Row]:
    """The rows of a file, with these columns or all; raises `DataSetError` if one is missing.

    What is in the file is read in a process of its own.
    """
    yield from _apart(file, _rows, file, columns)


class DataSetError(click.ClickException):
    """Why the rows of a file cannot be read or written."""

    exit_code = 2

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file} {reason}")
        self.file = file
        self.reason = reason
        """Completes `file ...`."""

    def __reduce__(self) -> tuple[type[DataSetError], tuple[Path, str]]:
        return type(self), (self.file, self.reason)


class RowWriter(AbstractContextManager["RowWriter"]):
    """Writes rows to a file.

    `types` names the type of each column as Apache Arrow does: `string`, `int64`.
    """

    def __init__(self, file: Path, types: Mapping[str, str]) -> None:
        if find_spec("pyarrow") is None:
            raise click.UsageError(MISSING)
        try:
            self._file = open(file, "wb")  # noqa: SIM115
        except OSError as error:
            raise DataSetError(file, f"cannot be written ({error})") from error

        self._types = types
        self._rows: list[Row] = []

    @cached_property
    def _writer(self) -> Any:
        """Made late: Arrow has threads, beside which no process is started quickly."""
        pyarrow = _pyarrow()
        fields = [(name, getattr(pyarrow, kind)()) for name, kind in self._types.items()]
        return pyarrow.parquet.ParquetWriter(self._file, pyarrow.schema(fields))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._flush()
        self._writer.close()
        self._file.close()

    def write_all(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows; a column that a row leaves out is null there."""
        for row in rows:
            self._rows.append({name: _encodable(value) for name, value in row.items()})
            if len(self._rows) >= BATCH:
                self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return

        batch = _pyarrow().RecordBatch.from_pylist(self._rows, schema=self._writer.schema)
        self._writer.write_batch(batch)
        self._rows.clear()


class _Parquet:
    """The rows of a Parquet file.

    Texts that are written down once for many rows stay so: they may be large.
    """

    def __init__(self, source: Any) -> None:
        parquet = _pyarrow().parquet
        metadata = parquet.read_metadata(source)
        paths = [metadata.schema.column(number).path for number in range(metadata.num_columns)]
        source.seek(0)
        self._opened = parquet.ParquetFile(
            source, metadata=metadata, read_dictionary=paths, buffer_size=BUFFER
        )
        self.names: list[str] = self._opened.schema_arrow.names

    def count(self) -> int:
        return int(self._opened.metadata.num_rows)

    def batches(self, columns: list[str]) -> Iterator[Any]:
        for group in range(self._opened.num_row_groups):  # a broken one hides none before it
            yield from self._opened.iter_batches(BATCH, [group], columns)


class _Stream:
    """The rows of an Arrow file, whether it is a stream or can be read in any order."""

    def __init__(self, source: Any) -> None:
        self._reader = self._reader_of(source)
        self.names: list[str] = self._reader.schema.names

    def count(self) -> int:
        return sum(batch.num_rows for batch in self.batches([]))

    def batches(self, columns: list[str]) -> Iterator[Any]:
        for batch in self._whole_batches():
            batch.validate(full=True)  # whoever wrote the file wrote its offsets
            yield batch.select(columns)

    def _whole_batches(self) -> Iterator[Any]:
        if hasattr(self._reader, "num_record_batches"):
            yield from map(self._reader.get_batch, range(self._reader.num_record_batches))
        else:
            yield from self._reader

    def _reader_of(self, source: Any) -> Any:
        pyarrow = _pyarrow()
        try:
            return pyarrow.ipc.open_file(source)
        except pyarrow.ArrowInvalid:
            source.seek(0)
            return pyarrow.ipc.open_stream(source)


def _apart(file: Path, function: Callable[..., Iterator[T]], *arguments: Any) -> Iterator[T]:
    """What a function says of the files, in a process of its own; raises `DataSetError`."""
    try:
        yield from apart(function, *arguments)
    except EngineLostError as lost:
        raise DataSetError(file, f"cannot be read ({lost})") from lost


def _counts(files: Sequence[Path]) -> Iterator[int]:
    for file in files:
        with _opened(file) as opened:
            yield opened.count()


def _rows(file: Path, columns: Sequence[str] | None) -> Iterator[Row]:
    with _opened(file) as opened:
        for column in columns or ():
            if column not in opened.names:
                has = ", ".join(opened.names)
                raise DataSetError(file, f"has no column {column} (--column); it has {has}")

        for batch in opened.batches(list(columns or opened.names)):
            for values in zip(*batch.columns, strict=True):
                row = dict(zip(batch.schema.names, map(_value, values), strict=True))
                if len(pickle.dumps(row)) > MOST_BYTES:
                    raise DataSetError(file, f"has a row of more than {MOST_BYTES:,} bytes")
                yield row


def _value(scalar: Any) -> Any:
    """The value of one column in one row; bytes if it should be a text and is none."""
    pyarrow = _pyarrow()
    if isinstance(scalar, pyarrow.DictionaryScalar):
        scalar = scalar.value
    try:
        return scalar.as_py()
    except UnicodeDecodeError:
        return scalar.cast(pyarrow.large_binary()).as_py()


def _encodable(value: Any) -> Any:
    """A value without halves of characters, which names of files may have."""
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else value


@contextmanager
def _opened(file: Path) -> Iterator[_Parquet | _Stream]:
    """A file open for reading; what goes wrong with it is a `DataSetError`."""
    form, opened = ("Arrow", _Stream) if file.suffix.lower() == ARROW else ("Parquet", _Parquet)
    kind = kind_of(file)
    if kind is not Kind.FILE:
        why = kind.reason if isinstance(kind, Unreadable) else f"it is a {kind.value}"
        raise DataSetError(file, f"cannot be read as {form} ({why})")

    pyarrow = _pyarrow()
    pyarrow.set_memory_pool(pyarrow.system_memory_pool())  # others ask for more than they use
    try:
        with pyarrow.memory_map(os.fsencode(file)) as source:
            yield opened(source)
    except (DataSetError, MemoryError):
        raise
    except Exception as error:  # whatever Arrow makes of a file that somebody else wrote
        raise DataSetError(file, f"cannot be read as {form} ({error})") from error


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.ipc
        import pyarrow.parquet
    except ImportError as error:
        raise click.UsageError(MISSING) from error
    return pyarrow
