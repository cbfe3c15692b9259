"""Names of methods and attributes that show which type of value has them."""

from __future__ import annotations

TEXT = frozenset(
    (
        "lower upper strip title capitalize casefold startswith endswith split replace isdigit "
        "isalpha isnumeric format encode lstrip rstrip swapcase zfill partition isupper islower "
        "isalnum decode splitlines removeprefix removesuffix center ljust rjust"
    ).split()
)
SAME_TEXT = frozenset(
    "lower upper strip title capitalize casefold lstrip rstrip replace decode".split()
)
"""Methods that give the same word in another spelling."""
DATE = frozenset("weekday isoweekday strftime date isoformat timestamp toordinal timetuple".split())
"""Methods of a date; `year` and its like are attributes."""
LIST = frozenset("append add extend remove insert sort index count update".split())
OF_LISTS = {"append": 1, "add": 1, "extend": 1, "remove": 1, "insert": 2, "index": 1, "count": 1}
"""How many arguments these methods of lists and sets take, all of them by position."""

FRAME = frozenset(
    (
        "iterrows itertuples groupby merge sort_values query assign loc iloc at iat drop dropna "
        "reset_index set_index apply agg aggregate pivot_table melt head tail describe columns "
        "to_dict corr select_dtypes nlargest nsmallest sample transform empty shape T "
        "drop_duplicates isnull notnull isna notna rename fillna astype crosstab eval info "
        "value_counts cumsum rolling explode duplicated join dtypes mask where"
    ).split()
)
"""Attributes of a frame; every other one is a column."""
FRAME_ALONE = frozenset(
    (
        "iterrows itertuples groupby merge sort_values query assign drop dropna reset_index "
        "set_index agg aggregate pivot_table melt describe to_dict corr select_dtypes nlargest "
        "nsmallest sample transform drop_duplicates apply head tail isnull fillna"
    ).split()
)
"""Methods that make a frame of something of no known type."""
COLUMN = frozenset(
    (
        "mean median std var value_counts isin between fillna astype unique nunique apply map str "
        "dt quantile cumsum rolling tolist to_numpy groupby rank clip cat isna isnull notna "
        "notnull mode values idxmax idxmin describe eq ne gt lt ge le sum max min any all "
        "sort_values nlargest nsmallest diff shift corr transform where mask to_list abs dropna "
        "pct_change iloc loc"
    ).split()
)
SAME_COLUMN = frozenset("fillna astype unique str tolist dropna abs to_numpy".split())
"""Methods that give the column's own values."""
