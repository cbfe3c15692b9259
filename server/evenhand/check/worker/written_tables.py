"""Tables that code writes into files: what it writes is noted, and no file is opened."""

from __future__ import annotations

import functools
import os
import sys
from typing import Any, Callable

from .effects import Effects
from .stand_ins import StandIn, named

OF_PANDAS = (
    "to_csv to_excel to_json to_parquet to_pickle to_feather to_orc to_html to_latex to_markdown "
    "to_string to_stata to_xml to_sql to_hdf to_gbq"
)
OF_POLARS = (
    "write_csv write_parquet write_json write_ndjson write_excel write_ipc write_avro write_delta "
    "write_database"
)
WRITERS = {
    "pandas": {"DataFrame": OF_PANDAS, "Series": OF_PANDAS},
    "polars": {"DataFrame": OF_POLARS, "LazyFrame": "sink_csv sink_parquet sink_ipc sink_ndjson"},
}
"""By library and class, the methods that write into the file that they are given first."""
PLACES = frozenset(
    (
        "path_or_buf path_or_buffer path buf excel_writer fname name con file workbook target "
        "table_name destination_table"
    ).split()
)
"""What these methods call the place that they write to."""
MARK = "_evenhand_noted"


def note_tables(effects: Effects) -> None:
    """Have tables of the libraries that are imported note what is written of them."""
    for library, classes in WRITERS.items():
        for class_name, methods in classes.items():
            kind = getattr(sys.modules.get(library), class_name, None)
            if isinstance(kind, type) and MARK not in vars(kind):
                _note_class(effects, kind, methods.split())


def _note_class(effects: Effects, kind: type, methods: list[str]) -> None:
    for name in methods:
        original = getattr(kind, name, None)
        if callable(original):
            setattr(kind, name, _noting(effects, f"{kind.__name__}.{name}", original))
    setattr(kind, MARK, True)


def _noting(effects: Effects, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """A method that notes a call which would write; others, which give a text, are made."""

    @functools.wraps(original)
    def write(table: Any, *args: Any, **kwargs: Any) -> Any:
        places = [*args[:1], *(place for key, place in kwargs.items() if key in PLACES)]
        is_written = any(isinstance(place, (str, os.PathLike, StandIn)) for place in places)
        if not effects.active or not is_written:
            return original(table, *args, **kwargs)
        effects.wrote(name, named(((table, *args), kwargs)))
        return None

    return write
