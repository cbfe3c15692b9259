"""DataFrames and Series: which columns are read, and what they meet."""

from __future__ import annotations

import ast
import re

from evenhand.check.reading.access_paths import AccessPath, Via, field_name
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import NOTHING, Value, merge, scalars
from evenhand.check.reading.tracing.lookups import iterate
from evenhand.check.reading.tracing.tracer import Tracer

METHODS = frozenset(
    (
        "iterrows itertuples groupby merge sort_values query assign drop dropna "
        "reset_index set_index agg aggregate pivot_table melt describe to_dict "
        "corr select_dtypes nlargest nsmallest sample transform drop_duplicates "
        "apply head tail isnull fillna"
    ).split()
)
FUNCTIONS = frozenset(
    (
        "where select cut qcut crosstab get_dummies pivot_table merge concat "
        "groupby to_datetime to_numeric isin vectorize"
    ).split()
)
_WORDS = re.compile(r"`([^`]+)`|([A-Za-z_]\w*)")


def looks_like(path: AccessPath) -> bool:
    """Whether a call of a frame's method makes a frame of the path, and so it does."""
    if path.may_be_frame:
        path.learn(Evidence.FRAME)
    return path.is_frame


def build(tracer: Tracer, data: Value) -> Value:
    """`pd.DataFrame(data)`: its columns are the keys of the records."""
    if data.entries is not None:
        return data
    if data.elements is not None and not data.paths:
        return merge(data.elements)
    rows = merge([iterate(tracer, Value((p,))) for p in data.paths if not p.keys])
    return merge([rows, Value(tuple(p for p in data.paths if p.keys))]) if data.paths else NOTHING


def function(
    tracer: Tracer, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """`np.where(df["age"] > 40, ...)`, `pd.cut(df["age"], ...)` and their like."""
    if name in {"crosstab", "pivot_table"} and arguments:
        for argument in (*arguments[1:], *keywords.values()):
            for path in arguments[0].paths:
                if path.is_frame:
                    _columns(tracer, path.child_item(), argument)
    if name == "get_dummies" and arguments:
        for path in arguments[0].paths:
            _columns(tracer, path.child_item(), keywords.get("columns", NOTHING))
        return arguments[0]
    return merge([*arguments, *keywords.values()]).computed()


def method(
    tracer: Tracer, path: AccessPath, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """A method of a frame: columns named in its arguments are read."""
    row = path.child_item()
    rows = Value((path,))
    if name in {"head", "tail", "sample"}:
        for value in (*arguments, *keywords.values()):
            for path in () if value.derived else value.paths:
                path.learn(Evidence.NUMBER)
        return rows
    if name == "iterrows":
        return Value(elements=(Value(elements=(NOTHING, tracer.of_place(row))),))
    if name == "itertuples":
        return Value(elements=(tracer.of_place(row),))
    if name == "query":
        for argument in arguments:
            for text in argument.constants:
                _query(tracer, row, str(text))
        return rows
    if name == "to_dict":
        return Value(elements=(tracer.of_place(row),))
    if name == "groupby":
        rows = rows.as_pairs()
    callbacks = [v for v in (*arguments, *keywords.values()) if v.closure is not None]
    for callback in callbacks:
        given = rows if name in {"assign", "pipe"} else tracer.of_place(row)
        _call(tracer, callback, given)
    if name in {"drop", "rename"}:
        return rows
    for argument in (*arguments, *keywords.values()):
        _columns(tracer, row, argument)
    if name == "get" and arguments:
        found = [tracer.of_place(row.child_key(c)) for c in arguments[0].constants]
        for value in found:
            for child in value.paths:
                child.optional = True
        return merge(found)
    return rows


def column(
    tracer: Tracer, path: AccessPath, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """A method of a column: `isin`, `between`, `map`, `apply`, `mean`, ..."""
    frame = path.parent
    if frame is not None and frame.parent is None and not frame.is_mapping:
        frame.learn(Evidence.FRAME)
    path.learn(Evidence.COLUMN)
    if name in {"isin", "eq", "ne"}:
        for argument in arguments:
            for constant in scalars(argument):
                path.note(constant)
    if name in {"between", "gt", "lt", "ge", "le"}:
        path.learn(Evidence.NUMBER)
        for argument in arguments:
            for constant in scalars(argument):
                path.note(constant)
    if name in {"mean", "median", "std", "var", "sum", "quantile", "cumsum", "rank", "corr"}:
        path.learn(Evidence.ARITHMETIC)
    for argument in arguments:
        if argument.closure is not None:
            _call(tracer, argument, tracer.of_place(path))
        if name in {"map", "replace"} and argument.entries is not None:
            for key in argument.entries:
                path.note(key)
    same = name in {"fillna", "astype", "unique", "str", "tolist", "dropna", "abs", "to_numpy"}
    return Value((path,), derived=not same)


def _call(tracer: Tracer, callback: Value, given: Value) -> None:
    closure = callback.closure
    assert closure is not None
    receiver = [closure.receiver] if closure.receiver is not None else []
    tracer.call(closure.node, [*receiver, given], {}, closure.environment)


def _columns(tracer: Tracer, row: AccessPath, argument: Value) -> None:
    """Names of columns among an argument's constants; only word-like ones count."""
    names = list(argument.constants)
    for path in () if argument.derived else argument.paths:
        if path.via is Via.PARAMETER and path.is_leaf:
            path.field_name = path.field_name or field_name(path)
            names.append(path.field_name)
    for element in argument.elements or ():
        names.extend(element.constants)
        if element.elements:
            names.extend(c for e in element.elements[:1] for c in e.constants)
    for name in (argument.entries or {}) if argument.entries is not None else ():
        if name in row.keys:
            names.append(name)
    for name in names:
        if isinstance(name, str) and name not in AGGREGATES and re.fullmatch(r"[\w \-.()]+", name):
            tracer.touched.append(row.child_key(name))


AGGREGATES = frozenset(
    (
        "mean median sum count min max std var size first last nunique left "
        "right inner outer index columns records list dict coerce raise ignore "
        "ffill bfill any all mode all dict"
    ).split()
)


def _query(tracer: Tracer, row: AccessPath, text: str) -> None:
    """`df.query("age > 40 and city == 'Pune'")`."""
    try:
        tree = ast.parse(
            re.sub(r"`([^`]+)`", lambda m: m.group(1).replace(" ", "_"), text), mode="eval"
        )
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name):
            child = row.child_key(node.left.id)
            tracer.touched.append(child)
            for constant in ast.walk(node):
                if isinstance(constant, ast.Constant):
                    child.note(constant.value)
        elif isinstance(node, ast.Name):
            tracer.touched.append(row.child_key(node.id))
