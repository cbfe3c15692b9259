"""Tables are read row by row, and texts of JSON like what they hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.outcomes.json_texts import json_tree
from evenhand.check.outcomes.table_rows import rows_of

ROWS = st.lists(
    st.dictionaries(
        st.text(st.characters(categories=["L"]), min_size=1), st.integers(), min_size=1
    ),
    min_size=1,
)


@given(ROWS)
def test_rows_of_json_are_the_rows_that_were_written(rows: list[dict[str, int]]) -> None:
    text = json.dumps(rows)

    assert rows_of(json_tree(text)) == rows
    assert rows_of(json_tree(repr(text.encode()))) == rows


@pytest.mark.parametrize(
    "text", ["", "{", "[1,", "12", '"text"', "Dear Kim", "nan", "b'{", "bold", '"[1]"', "'{}'"]
)
def test_other_texts_hold_nothing(text: str) -> None:
    assert json_tree(text) is None


def test_a_frame_has_its_rows_by_column() -> None:
    frame = {"t": "frame", "c": ["sex", "n"], "i": [], "v": [["m", 1], ["f", 2]]}

    assert rows_of(frame) == [{"sex": "m", "n": 1}, {"sex": "f", "n": 2}]


@pytest.mark.parametrize("tree", [None, 3, [], [1, 2], {"t": "dict", "v": []}, [[1], [2]]])
def test_what_is_no_table_has_no_rows(tree: Any) -> None:
    assert rows_of(tree) is None
