"""What an INSERT writes, by column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.outcomes.sql_texts import with_columns, written_columns


@pytest.mark.parametrize(
    ("statement", "columns"),
    [
        ("INSERT INTO t (a, b) VALUES (1, 'x')", {"a": "1", "b": "x"}),
        ("insert or replace into s.t\n (a,b)\n values ('it''s, so', f(1, 2));",
         {"a": "it''s, so", "b": "f(1, 2)"}),
        ('INSERT INTO "t" ("a", `b`) VALUES (NULL, "y") RETURNING a', {"a": "NULL", "b": "y"}),
        ("INSERT INTO t (a, b) VALUES (1)", {}),
        ("INSERT INTO t VALUES (1, 'x')", {"column 1": "1", "column 2": "x"}),
        ("INSERT INTO t (a) VALUES ('open", {}),
        ("SELECT a FROM t", {}),
        ("Dear Kim, insert into the slot (a) values (1)", {}),
    ],
)  # fmt: skip
def test_columns_are_read(statement: str, columns: dict[str, str]) -> None:
    assert written_columns(statement) == columns


@given(st.lists(st.text(st.characters(exclude_characters="'", codec="utf-8")), min_size=1))
def test_whatever_is_in_quotes_is_one_value(values: list[str]) -> None:
    names = [f"c{number}" for number in range(len(values))]
    quoted = ", ".join(f"'{value}'" for value in values)

    written = written_columns(f"INSERT INTO t ({', '.join(names)}) VALUES ({quoted})")

    assert written == dict(zip(names, values, strict=True))


def _execute(statement: str, kind: str, values: list[object]) -> dict[str, object]:
    """What is told of `connection.execute(statement, values)`."""
    return {"t": "object", "v": [["0", statement], ["1", {"t": kind, "v": values}]]}


@pytest.mark.parametrize(
    ("statement", "values", "named"),
    [
        ("INSERT INTO m (name, sex) VALUES (?, ?)", [5, "f"], [["name", 5], ["sex", "f"]]),
        ("insert into m (name, sex) values (%s, 'f')", [5], [["name", 5]]),
        (
            "UPDATE m SET sex = ?, fee=? WHERE id = ?",
            ["f", 9, 1],
            [["sex", "f"], ["fee", 9], ["id", 1]],
        ),
        ("update m set sex = :sex where age >= $2", ["f", 9], [["sex", "f"], ["age", 9]]),
    ],
)
def test_parameters_go_by_the_columns_that_they_set(
    statement: str, values: list[object], named: list[list[object]]
) -> None:
    effect = with_columns(_execute(statement, "tuple", values))

    assert effect["v"][1] == ["1", {"t": "dict", "v": named}]


def test_the_rows_of_executemany_have_columns_each() -> None:
    rows = [{"t": "tuple", "v": [5, "f"]}, {"t": "tuple", "v": [6, "m"]}]
    effect = with_columns(_execute("INSERT INTO m (id, sex) VALUES (?, ?)", "list", [*rows]))

    named = [[["id", 5], ["sex", "f"]], [["id", 6], ["sex", "m"]]]
    assert effect["v"][1][1]["v"] == [{"t": "dict", "v": row} for row in named]


@pytest.mark.parametrize(
    "statement", ["SELECT name FROM m WHERE id = ?", "INSERT INTO m (a, b) VALUES (?, ?)", ""]
)
def test_parameters_of_anything_else_stay_in_order(statement: str) -> None:
    effect = with_columns(_execute(statement, "list", [7]))

    assert effect["v"][1][1]["v"] == [7]
