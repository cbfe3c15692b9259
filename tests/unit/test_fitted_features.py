"""A protected column leaves the features of a model, and the code that only prepares it."""

from __future__ import annotations

import ast

from evenhand.repair.rewrite.fitted_features import without_features
from evenhand.repair.rewrite.source_text import SourceText

LISTED = """\
def forecast(history, person):
    features = ["visits", "age", "debts"]
    history["age"] = history["age"].fillna(40)
    for column in ["age", "debts"]:
        history[column] = history[column].astype(int)
    model = LinearRegression().fit(history[features], history["cost"])
    return model.predict(person[features])
"""
WHOLE = """\
def forecast(history):
    history["age"] = history["age"].fillna(40)
    return LinearRegression().fit(history.drop("cost", axis=1), history["cost"])
"""


def texts(code: str) -> list[str]:
    return list(without_features(SourceText(code), ast.parse(code), lambda name: name == "age"))


def test_the_column_leaves_every_list_and_what_prepares_it() -> None:
    (text,) = texts(LISTED)

    assert "age" not in text
    assert '    features = ["visits", "debts"]\n    for column in ["debts"]:\n' in text


def test_a_column_of_a_whole_table_is_dropped() -> None:
    (text,) = texts(WHOLE)

    assert '    history = history.drop(columns=["age"])\n' in text


def test_nothing_goes_where_no_model_is_fitted_or_nothing_would_be_left() -> None:
    assert texts(LISTED.replace(".fit(", ".shown(")) == []
    assert texts(LISTED.replace('["visits", "age", "debts"]', '["age"]')) == []
