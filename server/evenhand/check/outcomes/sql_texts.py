"""Reads what a statement of SQL writes, by column: `INSERT INTO member (sex) VALUES ('f')`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

LONGEST = 5_000
"""Characters of a statement that is read."""
_HEAD = re.compile(
    r"\s*(?:insert|replace)\s+(?:or\s+\w+\s+)?into\s+[^\s()]+\s*(?:\(([^()]*)\)\s*)?values\s*\(",
    re.IGNORECASE,
)
_UPDATE = re.compile(r"\s*update\s", re.IGNORECASE)
_PARAMETER = re.compile(r"\?\d*|%s|:\w+|\$\d+|%\(\w+\)s")
_SET_TO_PARAMETER = re.compile(
    rf"(\w+)[\"`\]]?\s*(?:[<>]=?|<>|!?=|\blike\b)\s*(?:{_PARAMETER.pattern})", re.IGNORECASE
)
_TOKEN = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|[(),]|[^'\"(),]+|.", re.DOTALL)


def written_columns(statement: str) -> Mapping[str, str]:
    """What an INSERT sets each column to, quotes left out; nothing if it is no such statement.

    Columns that it does not name go by their number.
    """
    head = _HEAD.match(statement[:LONGEST])
    if head is None:
        return {}
    values = list(_values(statement[head.end() : LONGEST]))
    if head[1] is None:
        return {f"column {number}": value for number, value in enumerate(values, start=1)}
    names = [name.strip(' \n\t"`[]') for name in head[1].split(",")]
    return dict(zip(names, values, strict=True)) if len(names) == len(values) else {}


def columns_of_both(first: str, second: str) -> Mapping[str, tuple[str, str]]:
    """What two statements set each column to; nothing unless both write the same columns."""
    columns, second_columns = written_columns(first), written_columns(second)
    if columns.keys() != second_columns.keys():
        return {}
    return {name: (value, second_columns[name]) for name, value in columns.items()}


def with_columns(effect: Any) -> Any:
    """A call that has a statement executed, with its parameters by the columns that they set.

    `("INSERT INTO member (name, sex) VALUES (?, ?)", ["Kim", "f"])`; any other effect as it is.
    """
    match effect:
        case {
            "v": [[_, str(statement)] as said, [place, {"t": "list" | "tuple", "v": list(rows)}]]
        }:
            columns = _columns_of_parameters(statement)
            if columns:
                return {**effect, "v": [said, [place, _by_column(rows, columns)]]}
    return effect


def _by_column(values: list[Any], columns: Sequence[str]) -> Any:
    """Values of one row, or of several, as entries; in order where they do not fit."""
    rows = [row.get("v") if isinstance(row, dict) else None for row in values]
    if rows and all(isinstance(row, list) and len(row) == len(columns) for row in rows):
        return {"t": "list", "v": [_by_column(row, columns) for row in rows if row is not None]}
    if len(values) != len(columns):
        return {"t": "list", "v": values}
    return {"t": "dict", "v": [list(entry) for entry in zip(columns, values, strict=True)]}


def _columns_of_parameters(statement: str) -> tuple[str, ...]:
    """The column that each parameter of a statement sets or is compared with, in order."""
    written = written_columns(statement)
    if written:
        return tuple(name for name, value in written.items() if _PARAMETER.fullmatch(value))
    if _UPDATE.match(statement) is None:
        return ()
    return tuple(match[1] for match in _SET_TO_PARAMETER.finditer(statement[:LONGEST]))


def _values(text: str) -> Iterator[str]:
    """The values up to the bracket that closes them."""
    value, depth = "", 0
    for token in _TOKEN.findall(text):
        if token == ")" and depth == 0:
            yield _plain(value)
            return
        if token == "," and depth == 0:
            yield _plain(value)
            value = ""
            continue
        depth += (token == "(") - (token == ")")
        value += token


def _plain(value: str) -> str:
    text = value.strip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text
