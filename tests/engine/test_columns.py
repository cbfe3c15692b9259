"""Columns are those of an editor, also behind letters that the parser counts twice."""

from __future__ import annotations

import sys
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.findings import Span
from evenhand.options import CheckOptions

FEE = """\
def fee(größe, gender):
    if größe != "übermäßig" and gender == "male":
        return 1
    return 2
"""
TRAIN = 'model.fit(df[["größe", "gender"]], df["y"])\n'


def piece(text: str, span: Span) -> str:
    assert span.line == span.end_line
    return text.splitlines()[span.line - 1][span.column : span.end_column]


async def test_what_decides_is_marked_where_it_stands(checker: Checker) -> None:
    report = await checker.check(FEE, Path("fees.py"), CheckOptions(sys.executable))
    (function,) = report.functions
    (verdict,) = function.verdicts

    assert verdict.branch is not None
    assert verdict.read_at is not None
    assert piece(FEE, verdict.branch) == 'gender == "male"'
    assert piece(FEE, verdict.read_at) == "gender"


async def test_so_is_a_feature_of_a_model(checker: Checker) -> None:
    options = CheckOptions(sys.executable, not_run="a test")
    (remark,) = (await checker.check(TRAIN, Path("train.py"), options)).remarks

    assert piece(TRAIN, remark.location) == '"gender"'
