"""Data that code reads from a text of its own."""

from __future__ import annotations

import ast

import pytest

from evenhand.check.reading.read_texts import texts_in_json
from evenhand.check.reading.source import parse


@pytest.mark.parametrize(
    ("code", "data"),
    [
        (
            'import json\nRULES = json.loads(\'[{"age": 65, "old": true}]\')',
            [{"age": 65, "old": True}],
        ),
        ("import json\nRULES = json.loads(TEXT)\nTEXT = '{\"age\": null}'", {"age": None}),
        ("import tomllib\nRULES = tomllib.loads('[age]\\nlimit = 65')", {"age": {"limit": 65}}),
    ],
)
def test_a_text_is_read_as_the_list_or_dict_that_it_stands_for(code: str, data: object) -> None:
    rules = parse(code).symbols["RULES"]

    assert isinstance(rules, ast.expr)
    assert ast.literal_eval(rules) == data


@pytest.mark.parametrize("text", ["[", "65", "[Infinity]", "no JSON"])
def test_any_other_text_stays_a_call(text: str) -> None:
    rules = parse(f"import json\nRULES = json.loads({text!r})").symbols["RULES"]

    assert isinstance(rules, ast.Call)


def test_the_words_of_a_text_are_its_keys_and_values() -> None:
    assert [*texts_in_json('\n[{"field": "gender", "points": 3}]')] == ["field", "gender", "points"]
    assert [*texts_in_json('She said "gender" to him')] == []
