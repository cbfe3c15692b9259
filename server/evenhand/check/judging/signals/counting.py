"""Signals that an outcome tells of many people, and of no single one."""

from __future__ import annotations

from evenhand.check.judging.case import Case
from evenhand.check.judging.signals.signal import Signal
from evenhand.findings import Purpose

TABLES = frozenset({"frame", "series"})


def _is_of_many(case: Case) -> str:
    return "many people" if case.of_many and not case.refused else ""


def _is_table_of_many(case: Case) -> str:
    trees = [part.first for part in case.parts if isinstance(part.first, dict)]
    return "table" if case.of_many and any(tree.get("t") in TABLES for tree in trees) else ""


REPRESENTATION = Purpose.REPRESENTATION
SIGNALS = (
    Signal(
        "many people",
        REPRESENTATION,
        _is_of_many,
        "def texts(people):\n    return ['a' if p['age'] < 40 else 'b' for p in people]\n",
    ),
    Signal(
        "table of many people",
        REPRESENTATION,
        _is_table_of_many,
        "import pandas as pd\n\n\ndef young(people: pd.DataFrame):\n"
        "    return people[people['age'] < 40]\n",
    ),
)
