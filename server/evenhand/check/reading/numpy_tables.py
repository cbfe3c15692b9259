"""numpy: see `table_library.py`."""

from __future__ import annotations

from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.table_library import TableLibrary

NUMPY = TableLibrary(
    package="numpy",
    types={
        "ndarray": (Evidence.ARRAY, "array"),
        "NDArray": (Evidence.ARRAY, "array"),
        "array": (Evidence.ARRAY, "array"),
    },
    methods={},
    frame_members=frozenset(),
    frame_alone=frozenset(),
    frame_perhaps=frozenset(),
    own_methods=frozenset(),
    column_members=frozenset(),
    same_column=frozenset({"flatten", "ravel"}),
    row_members=frozenset(),
    functions=frozenset("where select vectorize isin".split()),
    words=frozenset(),
)
