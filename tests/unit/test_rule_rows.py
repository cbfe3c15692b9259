"""Rules that name an attribute are taken out of tables of rules."""

from __future__ import annotations

import ast

from evenhand.repair.rewrite.rule_rows import without_rows
from evenhand.repair.rewrite.source_text import SourceText

RECORDS = """\
RULES = [
    {"field": "income", "points": 30},
    {"field": "age", "points": 15},  # beyond 30
    # of the old
    {
        "field": "age",
        "points": -20,
    },
    # of all
    {"field": "debts", "points": 25},
]
"""
WEIGHTS = """\
WEIGHTS = {
    # what they are
    "age": 0.5,
    "income": 0.1,
}
"""


def texts(code: str) -> list[str]:
    return list(without_rows(SourceText(code), ast.parse(code), lambda name: name == "age"))


def test_the_rows_go_with_the_comments_on_them_alone() -> None:
    assert texts(RECORDS) == [
        """\
RULES = [
    {"field": "income", "points": 30},
    # of all
    {"field": "debts", "points": 25},
]
"""
    ]


def test_entries_of_a_dict_go_and_a_comment_on_others_stays() -> None:
    (text,) = texts(WEIGHTS)
    assert text == 'WEIGHTS = {\n    # what they are\n    "income": 0.1,\n}\n'


def test_lines_end_as_they_did() -> None:
    (text,) = texts(WEIGHTS.replace("\n", "\r\n"))
    assert text.count("\r\n") == text.count("\n") == 4


def test_what_a_weight_is_multiplied_with_goes_too() -> None:
    values = "score = sum([\n    person.income,\n    person.age,\n])\n"
    both = texts(WEIGHTS + values)

    assert [text.count("age") for text in both] == [1, 0]
    assert both[1].endswith("score = sum([\n    person.income,\n])\n")


def test_rows_that_share_a_line_stay() -> None:
    assert texts('RULES = [("age", 15), ("debts", 25)]\n') == []


def test_rows_beside_a_bracket_stay() -> None:
    assert texts('RULES = [("age", 15),\n         ("debts", 25)]\n') == []
    assert texts('RULES = [\n    ("debts", 25),\n    ("age", 15)]\n') == []


def test_a_table_is_not_emptied() -> None:
    assert texts('RULES = [\n    ("age", 30),\n    ("age", 65),\n]\n') == []


def test_other_tables_stay_as_they_are() -> None:
    assert texts('RULES = [\n    ("income", 30),\n    ("debts", 25),\n]\n') == []
