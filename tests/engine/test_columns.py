"""Columns are those of an editor, also behind letters that the parser counts twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.findings import Span
from evenhand.options import CheckOptions

FEE = """\
def fee(größe, gender):
    if größe != "übermäßig" and gender == "male":
        return 1
    return 2
"""
LIMITS = """\
def fee(age, amount):
    if age < 0:
        raise ValueError(age)
    return amount * 2 if age > 70 else amount
"""
TRAIN = 'model.fit(df[["größe", "gender"]], df["y"])\n'


def piece(text: str, span: Span) -> str:
    assert span.line == span.end_line
    return text.splitlines()[span.line - 1][span.column : span.end_column]


@pytest.mark.parametrize(
    ("text", "branch", "read"),
    [(FEE, 'gender == "male"', "gender"), (LIMITS, "age > 70", "age")],
)
async def test_what_decides_is_marked_where_it_stands(
    checker: Checker, text: str, branch: str, read: str
) -> None:
    """It is the condition that parts the two calls, and not the first of the attribute."""
    report = await checker.check(text, Path("fees.py"), CheckOptions(sys.executable))
    (function,) = report.functions
    (verdict,) = function.verdicts

    assert verdict.branch is not None
    assert verdict.read_at is not None
    assert piece(text, verdict.branch) == branch
    assert piece(text, verdict.read_at) == read


async def test_so_is_a_feature_of_a_model(checker: Checker) -> None:
    options = CheckOptions(sys.executable, not_run="a test")
    (remark,) = (await checker.check(TRAIN, Path("train.py"), options)).remarks

    assert piece(TRAIN, remark.location) == '"gender"'
