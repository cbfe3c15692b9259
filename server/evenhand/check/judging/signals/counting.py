"""Signals that an outcome tells of many people, and of no single one."""

from __future__ import annotations

from evenhand.check.judging.case import Case
from evenhand.check.judging.signals.signal import Signal
from evenhand.findings import Purpose


def _is_of_many(case: Case) -> str:
    return "many people" if case.of_many and not case.refused else ""


REPRESENTATION = Purpose.REPRESENTATION
SIGNALS = (
    Signal(
        "many people",
        REPRESENTATION,
        _is_of_many,
        "is about many people at once",
        "def texts(people):\n    return ['a' if p['age'] < 40 else 'b' for p in people]\n",
    ),
)
