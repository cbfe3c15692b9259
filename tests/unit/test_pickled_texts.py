"""What two pickles hold, read from the texts of their bytes."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.outcomes.pickled_texts import values_of_both

SCALARS = st.text(max_size=20) | st.integers() | st.floats(allow_nan=False) | st.booleans()


def pickled(value: object, protocol: int = pickle.DEFAULT_PROTOCOL) -> str:
    return str(pickle.dumps(value, protocol))


def test_values_have_their_keys() -> None:
    first, second = pickled({"name": "Kim", "age": 30}), pickled({"name": "Kim", "age": 300_000})

    written = values_of_both(first, second)

    assert ("name", ("Kim", "Kim")) in written
    assert ("age", (30, 300_000)) in written


def test_what_is_written_twice_is_read_twice() -> None:
    name, other = "a name", "another"

    written = values_of_both(pickled([name, name]), pickled([name, other]))

    assert [pair for _, pair in written] == [(name, name), (name, other)]


@pytest.mark.parametrize("other", [{"name": "Kim", "age": 30, "fee": 5}, ["name", "Kim"], "Kim"])
def test_pickles_of_another_form_say_nothing(other: object) -> None:
    assert values_of_both(pickled({"name": "Kim", "age": 30}), pickled(other)) == []


@pytest.mark.parametrize("text", ["", "b'", "b'\\x80", "b'\\x80\\x04abc'", "Dear Kim, b'\\x80'"])
def test_other_texts_say_nothing(text: str) -> None:
    assert values_of_both(text, text) == []


@given(st.lists(SCALARS, max_size=8), st.sampled_from([2, 3, 4, 5]))
def test_all_scalars_of_a_list_are_read(values: list[object], protocol: int) -> None:
    text = pickled(values, protocol)

    written = values_of_both(text, text)

    assert [pair for _, pair in written] == [(value, value) for value in values]
