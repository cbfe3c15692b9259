"""DataFrames and Series: which columns are read, and what they meet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from evenhand.check.reading.access_paths import AccessPath, Via, named_field
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.pandas_tables import PANDAS
from evenhand.check.reading.table_libraries import (
    FRAME_ALONE,
    FRAME_PERHAPS,
    METHODS,
    SAME_COLUMN,
    WORDS,
    maker_of,
)
from evenhand.check.reading.table_library import Meaning
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.frame_queries import is_query, read_query
from evenhand.check.reading.tracing.lookups import as_frame, iterate
from evenhand.check.reading.tracing.loose_columns import attach, is_loose, mark_named
from evenhand.check.reading.tracing.objects import any_of, value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments, call_back

JOINS = frozenset({"merge", "merge_asof"})
MEMBERSHIPS = frozenset({"isin", "is_in"})
WRITING = ("to_", "write_", "sink_")
"""How the names of methods begin that write a frame, or another kind of it."""
EQUALITIES = MEMBERSHIPS | {"eq", "ne"}
ORDERINGS = frozenset({"between", "is_between", "gt", "lt", "ge", "le"})
TRANSLATIONS = frozenset({"map", "replace", "replace_strict"})
"""Methods that may take a dict, in which the values of the column are keys."""
COUNTS = frozenset({"n", "k", "frac"})
"""Names of arguments that say how many rows are wanted."""
BANDS = frozenset({"cut", "qcut"})
SEARCHES = frozenset({"contains", "startswith", "endswith", "match", "fullmatch", "starts_with"})
DATES = frozenset({"to_datetime", "to_date", "strptime", "Timestamp"})
"""Functions and methods that make dates of texts."""
AVERAGES = frozenset("mean median std var sum quantile cumsum rank corr".split())
OPTIONS = frozenset(
    (
        "kind na_position how orient method validate errors sep encoding engine compression dtype "
        "downcast closed label origin interpolation join indicator date_format keep suffixes "
        "lsuffix rsuffix name names value_name var_name sheet_name index_label mode strategy "
        "maintain_order suffix coalesce"
    ).split()
)
"""Names of arguments that say how something is done, or what is made: they read no column."""
ISO_DAY = ("%Y-%m-%d",)
_COLUMN = re.compile(r"[\w \-.()]+")


@dataclass(frozen=True, slots=True)
class FrameCall:
    """A call of a method of a frame."""

    tracer: Tracer
    frame: AccessPath
    name: str
    arguments: Arguments

    @property
    def row(self) -> AccessPath:
        """The path that stands for all rows of the frame."""
        return self.frame.child_item()

    @property
    def row_value(self) -> Value:
        """A row as a value."""
        return value_of(self.tracer, self.row)


def becomes_frame(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> bool:
    """Take a path whose method is called for a frame, unless something speaks against it."""
    gets_columns = any(is_loose(tracer, value) for value in arguments.all)
    if path.may_be_frame and (gets_columns or _asks_a_frame(path, name, arguments)):
        path.learn(Evidence.FRAME)
    return path.shows(Evidence.FRAME)


def _asks_a_frame(path: AccessPath, name: str, arguments: Arguments) -> bool:
    """Whether only frames have the method."""
    if METHODS.get(name) is Meaning.QUERY:
        return is_query(arguments)

    if name in FRAME_ALONE:
        return True
    gets_object = arguments.first.instance is not None
    return path.via is Via.PARAMETER and name in FRAME_PERHAPS and not gets_object


def build(tracer: Tracer, data: Value, *, names_columns: bool = False) -> Value:
    """`pd.DataFrame(data)`: its columns are the keys of the records, unless the call names them."""
    if data.entries is not None:
        return data
    if data.elements is not None and not data.paths:
        if not names_columns:
            _note_records(data.elements)
        return merge(data.elements)
    if not data.paths:
        return NOTHING

    by_column = tuple(path for path in data.paths if path.keys)
    lists = [path for path in data.paths if not path.keys]
    rows = merge([iterate(tracer, Value((path,))) for path in lists])
    return merge([rows, Value(by_column)])


def _note_records(rows: Iterable[Value]) -> None:
    """Take what a table is made of for records, if nothing says what they are."""
    for path in (path for row in rows for path in row.own_paths):
        if path.may_be_frame and not path.shows(Evidence.FRAME):
            path.learn(Evidence.MAPPING)


def function(tracer: Tracer, name: str, arguments: Arguments) -> Value:
    """`np.where(df["age"] > 40, ...)`, `pd.cut(df["age"], ...)` and their like."""
    if name in {"crosstab", "pivot_table"} and arguments.positional:
        frames = [path for path in arguments.first.paths if path.shows(Evidence.FRAME)]
        for argument in (*arguments.positional[1:], *arguments.keywords.values()):
            _read_columns_of(tracer, frames, argument)

    if name in JOINS and arguments.positional:
        left = Arguments(arguments.positional[1:], arguments.keywords, arguments.env)
        return merge([method(tracer, path, name, left) for path in _frames(arguments.first)])
    if name == "concat":
        return merge(_frames_as_values(arguments.first))
    if name == "get_dummies" and arguments.positional:
        return _spread(tracer, arguments)

    if name in BANDS or name in DATES:
        for path in arguments.first.own_paths:
            _convert(path, name, arguments)
    return merge(arguments.all).computed()


def _frames(value: Value) -> list[AccessPath]:
    """The paths of a value that are frames, or may be."""
    for path in value.own_paths:
        if path.may_be_frame:
            path.learn(Evidence.FRAME)
    return [path for path in value.own_paths if path.shows(Evidence.FRAME)]


def _frames_as_values(value: Value) -> list[Value]:
    parts = (value, *(value.elements or ()))
    return [Value((path,)) for part in parts for path in _frames(part)]


def _spread(tracer: Tracer, arguments: Arguments) -> Value:
    """`pd.get_dummies(df, columns=["gender"])` makes a column for each value."""
    columns = arguments.keywords.get("columns", NOTHING)
    _read_columns_of(tracer, arguments.first.paths, columns)
    for path in arguments.first.paths:
        if path.may_be_frame:
            path.learn(Evidence.FRAME)
        path.facts.spread.extend(str(name) for name in _named_columns(path, columns) if name)
    return arguments.first


def _convert(path: AccessPath, name: str, arguments: Arguments) -> None:
    """A column or a value that is put into a band, or made a date."""
    if path.via is Via.KEY:
        learn_column(path)
    if name in BANDS:
        path.learn(Evidence.NUMBER)
        bounds = [*arguments.positional[1:2], arguments.keywords.get("bins", NOTHING)]
        _note_scalars(path, bounds)
    elif not path.facts.is_moment:
        formats = arguments.keywords.get("format", NOTHING).constants
        path.facts.date_formats = tuple(filter(_is_format, formats)) or ISO_DAY


def method(tracer: Tracer, frame: AccessPath, name: str, arguments: Arguments) -> Value:
    """A method of a frame: columns named in its arguments are read."""
    row = frame.child_item()
    for argument in arguments.all:
        attach(tracer, row, argument)

    call = FrameCall(tracer, frame, name, arguments)
    meaning = METHODS.get(name)
    value = FRAME_METHODS[meaning](call) if meaning is not None else _by_columns(call)
    mark_named(tracer, row)
    return value


def column(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    """A method of a column: `isin`, `between`, `map`, `apply`, `mean`, ..."""
    learn_column(path)
    _learn_from_column_method(path, name, arguments)
    for argument in arguments.positional:
        if argument.closure is not None:
            call_back(tracer, argument, value_of(tracer, path))
        if name in TRANSLATIONS:
            path.facts.note(*(argument.entries or ()))

    others = [argument for argument in arguments.all if argument.paths]
    value = Value((path,), derived=name not in SAME_COLUMN)
    return merge((value, *others)).computed() if others else value


def _learn_from_column_method(path: AccessPath, name: str, arguments: Arguments) -> None:
    """Which values a column has, as far as one of its methods shows it."""
    if name in DATES and not path.facts.is_moment:
        formats = arguments.positional[0].constants if arguments.positional else ()
        path.facts.date_formats = tuple(filter(_is_format, formats)) or ISO_DAY
    if name in EQUALITIES or name in ORDERINGS or name in SEARCHES:
        _note_scalars(path, arguments.positional)
        compare = _is_in if name in MEMBERSHIPS else _link
        compare(path, arguments.positional)
    if name in ORDERINGS or name in BANDS:
        path.learn(Evidence.NUMBER)
    if name in BANDS:
        _note_scalars(path, arguments.positional)
    if name in AVERAGES:
        path.learn(Evidence.ARITHMETIC)


def translates(path: AccessPath, name: str, arguments: Arguments) -> bool:
    """Whether a method is one of a column that takes a dict: `df["race"].replace({...})`."""
    has_table = any(argument.entries is not None for argument in arguments.positional)
    return path.via is Via.KEY and name in TRANSLATIONS and has_table


def over_rows(tracer: Tracer, row: AccessPath, arguments: Arguments) -> Value:
    """A function that is called with each row: `pl.struct("age", "race").map_elements(f)`."""
    for callback in arguments.callbacks:
        call_back(tracer, callback, value_of(tracer, row))
    return Value((row,), derived=True)


def _is_format(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and "%" in text


def learn_column(path: AccessPath) -> None:
    """Take a field of a record for a column, and the record for a frame."""
    frame = path.parent
    if frame is not None and path.via is Via.KEY:
        as_frame(frame)
    path.learn(Evidence.COLUMN)


def _link(path: AccessPath, values: Iterable[Value]) -> None:
    """Remember the inputs that a column is compared with."""
    for value in values:
        parts = [other for element in value.elements or () for other in element.own_paths]
        for other in (*value.own_paths, *parts):
            path.link(other)


def _is_in(path: AccessPath, values: Iterable[Value]) -> None:
    """`df["gender"].isin(genders)`: the values of the column are items of the other."""
    for value in values:
        for other in value.own_paths:
            if other.facts.may_be_list and not other.is_column_of_frame:
                other.learn(Evidence.LIST)
                path.link(other.child_item())


def _note_scalars(path: AccessPath, values: Iterable[Value]) -> None:
    for value in values:
        path.facts.note(*scalars(value))


def _part_of_rows(call: FrameCall) -> Value:
    """`df.nlargest(n, "score")`: the first argument is a number of rows."""
    by_name = [value for name, value in call.arguments.keywords.items() if name in COUNTS]
    for value in (*call.arguments.positional[:1], *by_name):
        for path in value.own_paths:
            path.learn(Evidence.NUMBER)

    _read_all_columns(call)
    return Value((call.frame,))


def _rows(call: FrameCall) -> Value:
    return Value(elements=(call.row_value,))


def _numbered_rows(call: FrameCall) -> Value:
    pair = Value(elements=(NOTHING, call.row_value))
    return Value(elements=(pair,))


def _one_row(call: FrameCall) -> Value:
    return call.row_value


def _query(call: FrameCall) -> Value:
    read_query(call.tracer, call.row, call.arguments)
    return Value((call.frame,))


def _relabelled(call: FrameCall) -> Value:
    """`drop` and `rename` read no column that they name."""
    _run_callbacks(call)
    return Value((call.frame,))


def _assigned(call: FrameCall) -> Value:
    """`df.assign(band=lambda frame: ...)`: the function gets the whole frame."""
    rows = Value((call.frame,))
    results = [call_back(call.tracer, callback, rows) for callback in call.arguments.callbacks]
    for result in results:
        attach(call.tracer, call.row, result)

    _read_all_columns(call)
    _mark_new(call)
    return rows


def _with_new_columns(call: FrameCall) -> Value:
    _read_all_columns(call)
    _mark_new(call)
    return Value((call.frame,))


def _with_named_column(call: FrameCall) -> Value:
    """`df.with_row_index("rank")`, `df.insert(0, "rank", places)`."""
    texts = [c for value in call.arguments.all for c in value.constants if isinstance(c, str)]
    _mark_made(call.row, texts)
    return Value((call.frame,))


def _mark_new(call: FrameCall) -> None:
    """Names of arguments are columns that the code itself makes."""
    _mark_made(call.row, [name for name in call.arguments.keywords if name != "**"])


def _mark_made(row: AccessPath, names: Iterable[str]) -> None:
    """Columns that the code itself makes, unless it has read them before."""
    for name in names:
        if name not in row.keys:
            row.child_key(name).assigned = True


def _filtered(call: FrameCall) -> Value:
    """`df.filter(pl.col("age") > 60, gender="male")`."""
    _read_all_columns(call)
    for condition in call.arguments.positional:
        for path in () if condition.derived else condition.own_paths:
            path.learn(Evidence.BOOLEAN)  # `df.filter(pl.col("insured"))`
    for name, value in call.arguments.keywords.items():
        if name not in FILTER_OPTIONS:
            column = call.row.child_key(name)
            call.tracer.touched.append(column)
            _note_scalars(column, [value])

    return Value((call.frame,))


def _one_column(call: FrameCall) -> Value:
    names = [name for name in call.arguments.first.constants if isinstance(name, str)]
    columns = [call.row.child_key(name) for name in names]
    call.tracer.touched.extend(columns)
    return any_of(call.tracer, columns)


def _grouped(call: FrameCall) -> Value:
    """`df.groupby("gender")`: iterated, it gives a key and a frame."""
    return _by_columns(call).as_pairs()


def _joined(call: FrameCall) -> Value:
    """`df.merge(rates, on="plan")`: both have the columns that are named.

    Not so `df.join(rates, on="plan")` of pandas, where the other table has them in its index.
    """
    maker = maker_of(call.frame, call.tracer.source.modules)
    if call.name == "join" and maker.startswith(PANDAS.package):
        return _by_columns(call)
    given, named = call.arguments.positional, call.arguments.keywords
    joined = [*given[:1], *(named[name] for name in ("right", "other") if name in named)]
    others = Arguments(given[1:], named)
    for frame in [frame for value in joined for frame in _frames(value)]:
        for argument in _naming(others):
            _read_columns(call.tracer, frame.child_item(), argument)

    for argument in _naming(others):
        _read_columns(call.tracer, call.row, argument)
    return Value((call.frame,))


def _column_or_default(call: FrameCall) -> Value:
    """`df.get("age")`."""
    _by_columns(call)
    if not call.arguments.positional:
        return Value((call.frame,))

    keys = call.arguments.first.constants
    columns = [call.row.child_key(key) for key in keys]
    for path in columns:
        path.optional = True

    return any_of(call.tracer, columns)


def _by_columns(call: FrameCall) -> Value:
    """A method whose functions get rows, and whose other arguments name columns."""
    _run_callbacks(call)
    if call.name.startswith(WRITING):
        return _written(call)
    _read_all_columns(call)
    return Value((call.frame,))


def _written(call: FrameCall) -> Value:
    """`df.to_csv("people.csv", columns=["name"])`: what comes first names no column."""
    for name in ("columns", "index_label"):
        _read_columns(call.tracer, call.row, call.arguments.keywords.get(name, NOTHING))
    return Value((call.frame,))


def _run_callbacks(call: FrameCall) -> None:
    for callback in call.arguments.callbacks:
        call_back(call.tracer, callback, call.row_value)


def _read_all_columns(call: FrameCall) -> None:
    for argument in _naming(call.arguments):
        _read_columns(call.tracer, call.row, argument)


def _naming(arguments: Arguments) -> list[Value]:
    """The arguments that may name columns: not `kind="stable"`."""
    by_name = [value for name, value in arguments.keywords.items() if name not in OPTIONS]
    return [*arguments.positional, *by_name]


def _read_columns_of(tracer: Tracer, frames: Iterable[AccessPath], argument: Value) -> None:
    for frame in frames:
        _read_columns(tracer, frame.child_item(), argument)


def _read_columns(tracer: Tracer, row: AccessPath, argument: Value) -> None:
    """Mark the columns as read that an argument's constants name."""
    for name in _named_columns(row, argument):
        if isinstance(name, str) and _may_name_column(name):
            tracer.touched.append(row.child_key(name))


def _may_name_column(name: str) -> bool:
    return name not in WORDS and _COLUMN.fullmatch(name) is not None


def _named_columns(row: AccessPath, argument: Value) -> list[object]:
    """What may be the name of a column: constants, and parameters that hold such a name."""
    names = list(argument.constants)
    for path in argument.own_paths:
        if path.may_name_field:
            path.field_name = path.field_name or named_field(path)
            names.append(path.field_name)

    for element in argument.elements or ():
        names.extend(element.constants)
        if element.elements:
            names.extend(element.elements[0].constants)

    entries = argument.entries or {}
    names.extend(name for name in entries if name in row.keys)
    return names


FILTER_OPTIONS = frozenset({"items", "like", "regex", "axis", "**"})
"""Names of arguments of pandas' `filter`, which chooses columns by their names."""
FRAME_METHODS: Mapping[Meaning, Callable[[FrameCall], Value]] = {
    Meaning.PART_OF_ROWS: _part_of_rows,
    Meaning.NUMBERED_ROWS: _numbered_rows,
    Meaning.ROWS: _rows,
    Meaning.ONE_ROW: _one_row,
    Meaning.QUERY: _query,
    Meaning.GROUPED: _grouped,
    Meaning.CALLED_WITH_FRAME: _assigned,
    Meaning.NEW_COLUMNS: _with_new_columns,
    Meaning.NAMES_NEW_COLUMN: _with_named_column,
    Meaning.FILTER: _filtered,
    Meaning.RELABELLED: _relabelled,
    Meaning.COLUMN_OR_DEFAULT: _column_or_default,
    Meaning.COLUMN: _one_column,
    Meaning.JOINED: _joined,
}
"""What the methods of a frame give; `_by_columns` for all others."""
