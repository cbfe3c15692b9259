"""Columns that are named apart from their frame: `pl.col("age") > 60`.

They stand for columns of no known frame until a method of a frame gets them.
"""

from __future__ import annotations

from collections.abc import Iterator

from evenhand.check.reading.access_paths import AccessPath, Via, named_field
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.missing_members import word_of
from evenhand.check.reading.tracing.abstract_values import Value, merge
from evenhand.check.reading.tracing.tracer import Tracer

DEEPEST = 4
"""Lists of expressions within each other that are searched."""


def loose_column(tracer: Tracer, names: Value) -> Value:
    """`pl.col("age")`, `pl.col(["age", "income"])`."""
    row = _loose_row(tracer)
    columns = [row.child_key(name) for name in (*_texts(names), *_imported(names))]
    tracer.touched.extend(columns)
    return Value(tuple(columns))


def _imported(names: Value) -> Iterator[str]:
    """`pl.col(AGE_COLUMN)`, imported from what cannot be had: what the name says."""
    for path in names.own_paths:
        if word_of(path) and path.name.isupper():
            path.field_name = path.field_name or named_field(path)
            yield path.field_name


def struct(tracer: Tracer, arguments: list[Value]) -> Value:
    """`pl.struct("age", "gender")`: several columns as one, whose items are like rows."""
    row = _loose_row(tracer)
    for name in _texts(merge(arguments)):
        tracer.touched.append(row.child_key(name))
    return Value((row,))


def is_loose(tracer: Tracer, value: Value) -> bool:
    """Whether a value is made of columns of no known frame."""
    return any(_is_loose_path(tracer, path) for path in _paths(value))


def name_column(tracer: Tracer, value: Value, names: Value) -> None:
    """`expression.alias("band")`: the code itself makes a column of that name."""
    if is_loose(tracer, value):
        _loose_row(tracer).facts.spread.extend(_texts(names))


def attach(tracer: Tracer, row: AccessPath, value: Value) -> None:
    """Let the columns in a value be those of a frame with this row."""
    for path in _paths(value):
        if path is tracer.loose_row:
            for name, column in list(path.keys.items()):
                _adopt(tracer, row.child_key(name), column)
        elif _is_loose_path(tracer, path):
            _adopt(tracer, row.child_key(path.key), path)


def mark_named(tracer: Tracer, row: AccessPath) -> None:
    """Columns that `alias` names are the code's own, unless it has read them before."""
    loose = tracer.loose_row
    for name in loose.facts.spread if loose is not None else ():
        if name not in row.keys:
            row.child_key(name).assigned = True


def _adopt(tracer: Tracer, column: AccessPath, loose: AccessPath) -> None:
    """What is known of a loose column is known of the column."""
    column.learn(*loose.facts.evidence)
    column.facts.note(*loose.facts.constants)
    column.facts.methods |= loose.facts.methods
    column.facts.date_formats = column.facts.date_formats or loose.facts.date_formats
    column.facts.branches.update(loose.facts.branches)
    for other in loose.linked:
        if not _is_loose_path(tracer, other):
            column.link(other)

    tracer.touched.append(column)
    if id(loose) in tracer.escaped:
        tracer.escaped[id(column)] = column


def _loose_row(tracer: Tracer) -> AccessPath:
    if tracer.loose_row is None:
        frame = AccessPath("frame", "frame", Via.PARAMETER)
        frame.learn(Evidence.FRAME)
        tracer.loose_row = frame.child_item()
    return tracer.loose_row


def _is_loose_path(tracer: Tracer, path: AccessPath) -> bool:
    row = tracer.loose_row
    return row is not None and (path is row or path.parent is row)


def _paths(value: Value, depth: int = DEEPEST) -> Iterator[AccessPath]:
    yield from value.paths
    if depth == 0:
        return
    for part in (*(value.elements or ()), *(value.entries or {}).values()):
        yield from _paths(part, depth - 1)


def _texts(value: Value) -> list[str]:
    """The texts that a value or its elements may be."""
    parts = (value, *(value.elements or ()))
    return [text for part in parts for text in part.constants if isinstance(text, str)]
