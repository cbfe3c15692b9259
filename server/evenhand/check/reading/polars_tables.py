"""polars: see `table_library.py`."""

from __future__ import annotations

from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.table_library import Meaning, TableLibrary

POLARS = TableLibrary(
    package="polars",
    types={
        "DataFrame": (Evidence.FRAME, "DataFrame"),
        "LazyFrame": (Evidence.FRAME, "LazyFrame"),
        "Series": (Evidence.COLUMN, "Series"),
    },
    methods={
        "limit": Meaning.PART_OF_ROWS,
        "slice": Meaning.PART_OF_ROWS,
        "top_k": Meaning.PART_OF_ROWS,
        "bottom_k": Meaning.PART_OF_ROWS,
        "iter_rows": Meaning.ROWS,
        "rows": Meaning.ROWS,
        "to_dicts": Meaning.ROWS,
        "row": Meaning.ONE_ROW,
        "sql": Meaning.QUERY,
        "filter": Meaning.FILTER,
        "remove": Meaning.FILTER,
        "with_columns": Meaning.NEW_COLUMNS,
        "with_columns_seq": Meaning.NEW_COLUMNS,
        "select": Meaning.NEW_COLUMNS,
        "select_seq": Meaning.NEW_COLUMNS,
        "agg": Meaning.NEW_COLUMNS,
        "with_row_index": Meaning.NAMES_NEW_COLUMN,
        "with_row_count": Meaning.NAMES_NEW_COLUMN,
        "group_by": Meaning.GROUPED,
        "join": Meaning.JOINED,
        "join_asof": Meaning.JOINED,
        "get_column": Meaning.COLUMN,
        "map_rows": Meaning.CALLED_WITH_FRAME,
    },
    frame_members=frozenset(
        (
            "collect lazy join sort unique drop_nulls with_row_index with_row_count height width "
            "schema collect_schema fill_null fill_nan cast unpivot partition_by vstack hstack "
            "to_series to_pandas to_dict get_columns glimpse write_csv write_parquet write_json "
            "sink_csv sink_parquet top_k bottom_k reverse clone is_empty n_unique null_count "
            "estimated_size extend rechunk upsample group_by_dynamic rolling item"
        ).split()
    ),
    frame_alone=frozenset(
        "with_columns group_by iter_rows to_dicts drop_nulls get_column partition_by".split()
    ),
    frame_perhaps=frozenset({"collect"}),
    own_methods=frozenset(
        (
            "with_columns group_by iter_rows to_dicts get_column partition_by lazy collect "
            "with_row_index map_rows drop_nulls fill_null unpivot"
        ).split()
    ),
    column_members=frozenset(
        (
            "is_in is_between map_elements map_batches replace_strict cast alias is_null "
            "is_not_null fill_null cut qcut over implode n_unique eq_missing ne_missing drop_nulls"
        ).split()
    ),
    same_column=frozenset("cast alias fill_null drop_nulls".split()),
    row_members=frozenset(),
    functions=frozenset("concat_str coalesce any_horizontal all_horizontal sum_horizontal".split()),
    lazy_maker="LazyFrame",
    words=frozenset("left right inner full semi anti cross asof forward backward".split()),
)
