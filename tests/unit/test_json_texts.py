"""Texts of JSON are read like what they hold."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.outcomes.json_texts import json_tree

ROWS = st.lists(
    st.dictionaries(
        st.text(st.characters(categories=["L"]), min_size=1), st.integers(), min_size=1
    ),
    min_size=1,
)


@given(ROWS)
def test_a_text_of_json_holds_what_was_written(rows: list[dict[str, int]]) -> None:
    text = json.dumps(rows)
    tree = [{"t": "dict", "v": [[repr(k), v] for k, v in row.items()]} for row in rows]

    assert json_tree(text) == tree
    assert json_tree(repr(text.encode())) == tree


@pytest.mark.parametrize(
    "text", ["", "{", "[1,", "12", '"text"', "Dear Kim", "nan", "b'{", "bold", '"[1]"', "'{}'"]
)
def test_other_texts_hold_nothing(text: str) -> None:
    assert json_tree(text) is None
