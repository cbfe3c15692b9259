"""A protected column is taken out of the features of a model."""

from __future__ import annotations

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.source import in_characters, parse
from evenhand.check.rules.model_features import features
from evenhand.repair.rewrite.allowance_edits import TextChange
from evenhand.repair.rewrite.feature_edits import without_feature

TRAIN = """\
FEATURES = [{columns}]


def train(df, model):
    return model.fit(df[FEATURES], df["repaid"])
"""
IN_LINES = '\n    "debts",  # a year\n    "gender",  # as asked\n    "rooms",\n'
FORMULA = 'from statsmodels.formula.api import ols\n\nfit = ols("{formula}", data).fit()\n'


def edited(text: str) -> str | None:
    """A text without its one protected feature; None if that has to be a person's choice."""
    source = parse(text)
    (feature,) = features(source, default_catalogue())
    place = in_characters(feature.location, text)
    change = without_feature(text, place, feature.column)
    return None if change is None else after(text, change)


def after(text: str, change: TextChange) -> str:
    lines, span = text.splitlines(keepends=True), change.span
    head = "".join(lines[: span.line - 1]) + lines[span.line - 1][: span.column]
    rest = lines[span.end_line - 1][span.end_column :] + "".join(lines[span.end_line :])
    return head + change.text + rest


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ('"gender", "debts"', '"debts"'),
        ('"debts", "gender"', '"debts"'),
        ('"debts", "gender", "rooms"', '"debts", "rooms"'),
        ('"größe", "gender"', '"größe"'),
        (IN_LINES, '\n    "debts",  # a year\n    "rooms",\n'),
        ('\n    "debts", "gender",\n    "rooms",\n', '\n    "debts",\n    "rooms",\n'),
    ],
)
def test_a_name_leaves_its_list_as_it_is_written(before: str, expected: str) -> None:
    assert edited(TRAIN.format(columns=before)) == TRAIN.format(columns=expected)


def test_a_tuple_stays_one() -> None:
    text = 'model.fit(df.loc[:, ("debts", "gender", "rooms")], y)\n'
    assert edited(text) == 'model.fit(df.loc[:, ("debts", "rooms")], y)\n'
    assert edited(text.replace(', "rooms"', "")) is None


@pytest.mark.parametrize(
    ("before", "expected"),
    [("pay ~ visits + age", "pay ~ visits"), ("pay ~ C(age) + visits", "pay ~ visits")],
)
def test_a_term_leaves_its_formula(before: str, expected: str) -> None:
    assert edited(FORMULA.format(formula=before)) == FORMULA.format(formula=expected)


@pytest.mark.parametrize(
    "text",
    [
        TRAIN.format(columns='"gender"'),
        FORMULA.format(formula="pay ~ age"),
        FORMULA.format(formula="pay ~ visits * age + visits"),
    ],
)
def test_nothing_is_done_where_a_person_has_to_choose(text: str) -> None:
    assert edited(text) is None
