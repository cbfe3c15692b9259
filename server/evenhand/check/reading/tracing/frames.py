"""DataFrames and Series: which columns are read, and what they meet."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from evenhand.check.reading.access_paths import AccessPath, Via, named_field
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing import type_members
from evenhand.check.reading.tracing.abstract_values import NOTHING, Value, merge, scalars
from evenhand.check.reading.tracing.lookups import as_frame, iterate
from evenhand.check.reading.tracing.objects import any_of, value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments, call_back

NO_COLUMNS = frozenset(
    (
        "mean median sum count min max std var size first last nunique left right inner outer "
        "index columns records list dict coerce raise ignore ffill bfill any all mode"
    ).split()
)
"""Words that methods of frames take, and that name no column."""
EQUALITIES = frozenset({"isin", "eq", "ne"})
ORDERINGS = frozenset({"between", "gt", "lt", "ge", "le"})
AVERAGES = frozenset("mean median std var sum quantile cumsum rank corr".split())
_BACKQUOTED = re.compile(r"`([^`]+)`")
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


def becomes_frame(path: AccessPath) -> bool:
    """Take a path for a frame, unless something speaks against it; whether it is one now."""
    if path.may_be_frame:
        path.learn(Evidence.FRAME)
    return path.is_frame


def build(tracer: Tracer, data: Value) -> Value:
    """`pd.DataFrame(data)`: its columns are the keys of the records."""
    if data.entries is not None:
        return data
    if data.elements is not None and not data.paths:
        return merge(data.elements)
    if not data.paths:
        return NOTHING

    by_column = tuple(path for path in data.paths if path.keys)
    lists = [path for path in data.paths if not path.keys]
    rows = merge([iterate(tracer, Value((path,))) for path in lists])
    return merge([rows, Value(by_column)])


def function(tracer: Tracer, name: str, arguments: Arguments) -> Value:
    """`np.where(df["age"] > 40, ...)`, `pd.cut(df["age"], ...)` and their like."""
    if name in {"crosstab", "pivot_table"} and arguments.positional:
        frames = [path for path in arguments.first.paths if path.is_frame]
        for argument in (*arguments.positional[1:], *arguments.keywords.values()):
            _read_columns_of(tracer, frames, argument)

    if name == "get_dummies" and arguments.positional:
        columns = arguments.keywords.get("columns", NOTHING)
        _read_columns_of(tracer, arguments.first.paths, columns)
        return arguments.first

    return merge(arguments.all).computed()


def method(tracer: Tracer, frame: AccessPath, name: str, arguments: Arguments) -> Value:
    """A method of a frame: columns named in its arguments are read."""
    frame.child_item()
    call = FrameCall(tracer, frame, name, arguments)
    return FRAME_METHODS.get(name, _by_columns)(call)


def column(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    """A method of a column: `isin`, `between`, `map`, `apply`, `mean`, ..."""
    frame = path.parent
    if frame is not None:
        as_frame(frame)
    path.learn(Evidence.COLUMN)

    if name in EQUALITIES or name in ORDERINGS:
        _note_scalars(path, arguments.positional)
    if name in ORDERINGS:
        path.learn(Evidence.NUMBER)
    if name in AVERAGES:
        path.learn(Evidence.ARITHMETIC)

    for argument in arguments.positional:
        if argument.closure is not None:
            call_back(tracer, argument, value_of(tracer, path))
        if name in {"map", "replace"}:
            path.note(*(argument.entries or ()))

    return Value((path,), derived=name not in type_members.SAME_COLUMN)


def _note_scalars(path: AccessPath, values: Iterable[Value]) -> None:
    for value in values:
        path.note(*scalars(value))


def _part_of_rows(call: FrameCall) -> Value:
    """`df.head(n)`: the argument is a number of rows."""
    for value in call.arguments.all:
        for path in value.own_paths:
            path.learn(Evidence.NUMBER)

    return Value((call.frame,))


def _rows(call: FrameCall) -> Value:
    return Value(elements=(call.row_value,))


def _numbered_rows(call: FrameCall) -> Value:
    pair = Value(elements=(NOTHING, call.row_value))
    return Value(elements=(pair,))


def _query(call: FrameCall) -> Value:
    for argument in call.arguments.positional:
        for text in argument.constants:
            _read_query(call.tracer, call.row, str(text))

    return Value((call.frame,))


def _relabelled(call: FrameCall) -> Value:
    """`drop` and `rename` read no column that they name."""
    _run_callbacks(call)
    return Value((call.frame,))


def _assigned(call: FrameCall) -> Value:
    """`df.assign(band=lambda frame: ...)`: the function gets the whole frame."""
    rows = Value((call.frame,))
    for callback in call.arguments.callbacks:
        call_back(call.tracer, callback, rows)

    _read_all_columns(call)
    return rows


def _grouped(call: FrameCall) -> Value:
    return _by_columns(call).as_pairs()


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
    _read_all_columns(call)
    return Value((call.frame,))


def _run_callbacks(call: FrameCall) -> None:
    for callback in call.arguments.callbacks:
        call_back(call.tracer, callback, call.row_value)


def _read_all_columns(call: FrameCall) -> None:
    for argument in call.arguments.all:
        _read_columns(call.tracer, call.row, argument)


def _read_columns_of(tracer: Tracer, frames: Iterable[AccessPath], argument: Value) -> None:
    for frame in frames:
        _read_columns(tracer, frame.child_item(), argument)


def _read_columns(tracer: Tracer, row: AccessPath, argument: Value) -> None:
    """Mark the columns as read that an argument's constants name."""
    for name in _named_columns(row, argument):
        if isinstance(name, str) and _may_name_column(name):
            tracer.touched.append(row.child_key(name))


def _may_name_column(name: str) -> bool:
    return name not in NO_COLUMNS and _COLUMN.fullmatch(name) is not None


def _named_columns(row: AccessPath, argument: Value) -> list[object]:
    """What may be the name of a column: constants, and parameters that hold such a name."""
    names = list(argument.constants)
    for path in argument.own_paths:
        if path.via is Via.PARAMETER and path.is_leaf:
            path.field_name = path.field_name or named_field(path)
            names.append(path.field_name)

    for element in argument.elements or ():
        names.extend(element.constants)
        if element.elements:
            names.extend(element.elements[0].constants)

    entries = argument.entries or {}
    names.extend(name for name in entries if name in row.keys)
    return names


def _read_query(tracer: Tracer, row: AccessPath, text: str) -> None:
    """`df.query("age > 40 and city == 'Pune'")`: names are columns; no query, no columns."""
    plain = _BACKQUOTED.sub(lambda match: match[1].replace(" ", "_"), text)
    try:
        tree = ast.parse(plain, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name):
            column = row.child_key(node.left.id)
            tracer.touched.append(column)
            _note_constants(column, node)
        elif isinstance(node, ast.Name):
            tracer.touched.append(row.child_key(node.id))


def _note_constants(column: AccessPath, comparison: ast.Compare) -> None:
    constants = [part for part in ast.walk(comparison) if isinstance(part, ast.Constant)]
    column.note(*[constant.value for constant in constants])


FRAME_METHODS: Mapping[str, Callable[[FrameCall], Value]] = {
    "head": _part_of_rows,
    "tail": _part_of_rows,
    "sample": _part_of_rows,
    "iterrows": _numbered_rows,
    "itertuples": _rows,
    "to_dict": _rows,
    "query": _query,
    "groupby": _grouped,
    "assign": _assigned,
    "pipe": _assigned,
    "drop": _relabelled,
    "rename": _relabelled,
    "get": _column_or_default,
}
"""What the methods of a frame give; `_by_columns` for all others."""
FUNCTIONS = frozenset(
    (
        "where select cut qcut crosstab get_dummies pivot_table merge concat groupby to_datetime "
        "to_numeric isin vectorize"
    ).split()
)
"""Functions of pandas and numpy that take columns."""
