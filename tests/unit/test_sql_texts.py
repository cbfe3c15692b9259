"""What an INSERT writes, by column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.probing.sql_texts import written_columns


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
