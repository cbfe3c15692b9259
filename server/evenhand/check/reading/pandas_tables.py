"""pandas: see `table_library.py`."""

from __future__ import annotations

from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.table_library import Meaning, TableLibrary

PANDAS = TableLibrary(
    package="pandas",
    types={
        "DataFrame": (Evidence.FRAME, "DataFrame"),
        "Series": (Evidence.COLUMN, "Series"),
    },
    methods={
        "head": Meaning.PART_OF_ROWS,
        "tail": Meaning.PART_OF_ROWS,
        "sample": Meaning.PART_OF_ROWS,
        "nlargest": Meaning.PART_OF_ROWS,
        "nsmallest": Meaning.PART_OF_ROWS,
        "iterrows": Meaning.NUMBERED_ROWS,
        "itertuples": Meaning.ROWS,
        "to_dict": Meaning.ROWS,
        "to_records": Meaning.ROWS,
        "query": Meaning.QUERY,
        "eval": Meaning.QUERY,
        "groupby": Meaning.GROUPED,
        "assign": Meaning.CALLED_WITH_FRAME,
        "insert": Meaning.NAMES_NEW_COLUMN,
        "pipe": Meaning.CALLED_WITH_FRAME,
        "drop": Meaning.RELABELLED,
        "rename": Meaning.RELABELLED,
        "merge": Meaning.JOINED,
        "merge_asof": Meaning.JOINED,
        "get": Meaning.COLUMN_OR_DEFAULT,
        "pop": Meaning.COLUMN,
    },
    frame_members=frozenset(
        (
            "merge sort_values loc iloc at iat dropna reset_index set_index apply agg aggregate "
            "pivot_table pivot melt describe columns corr select_dtypes nlargest nsmallest "
            "transform empty shape T drop_duplicates isnull notnull isna notna fillna astype "
            "crosstab info value_counts cumsum rolling explode duplicated join dtypes mask where "
            "filter map applymap copy index values size ndim items keys insert update isin stack "
            "unstack sort_index rank to_csv to_excel to_json to_sql to_parquet to_numpy mean "
            "median sum min max std var count nunique quantile idxmax idxmin any all clip round "
            "abs replace add sub mul div eq ne gt lt ge le set_axis reindex infer_objects "
            "convert_dtypes memory_usage equals compare style plot hist attrs axes combine_first"
        ).split()
    ),
    frame_alone=frozenset(
        (
            "iterrows itertuples groupby sort_values query dropna reset_index set_index "
            "pivot_table select_dtypes nlargest nsmallest drop_duplicates isnull fillna to_records "
            "value_counts"
        ).split()
    ),
    frame_perhaps=frozenset(
        (
            "merge assign drop agg aggregate melt describe to_dict corr sample apply "
            "head tail pipe eval"
        ).split()
    ),
    own_methods=frozenset(
        (
            "iterrows itertuples groupby sort_values query eval assign loc iloc at iat reset_index "
            "set_index pivot_table merge to_dict apply astype isna notna to_records"
        ).split()
    ),
    column_members=frozenset(
        (
            "mean median std var value_counts isin between fillna astype unique nunique apply map "
            "str dt quantile cumsum rolling tolist to_numpy groupby rank clip cat isna isnull "
            "notna notnull mode values idxmax idxmin describe eq ne gt lt ge le sum max min any "
            "all sort_values nlargest nsmallest diff shift corr where mask to_list abs "
            "dropna pct_change iloc loc case_when combine replace round"
        ).split()
    ),
    same_column=frozenset("fillna astype unique str tolist dropna abs to_numpy to_list".split()),
    row_members=frozenset(
        (
            "index values to_dict get keys items Index _asdict _fields _replace shape size empty "
            "tolist to_list dtype loc iloc at iat copy isna notna isnull notnull fillna astype "
            "apply map sum mean min max drop to_frame"
        ).split()
    ),
    functions=frozenset(
        (
            "cut qcut crosstab get_dummies pivot_table merge concat groupby to_datetime to_numeric "
            "isin Timestamp merge_asof"
        ).split()
    ),
    words=frozenset(
        (
            "mean median sum count min max std var size first last nunique left right inner outer "
            "index columns records list dict coerce raise ignore ffill bfill any all mode axis "
            "series split tight dense average ordinal"
        ).split()
    ),
)
