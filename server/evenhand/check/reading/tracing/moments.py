"""Moments in time that the code itself names or asks for, and what meeting them says."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum, auto

from evenhand.check.catalogue.splitting import words_of
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import last_name
from evenhand.check.reading.tracing.abstract_values import Value, merge

YEARS = range(1900, 2101)
"""Numbers that are years of the calendar."""
YEAR_WORDS = frozenset("year ano año anio anno annee année jahr jaar rok год tahun yil".split())
"""How variables are called that hold one, in several languages."""


class Moment(Enum):
    """What sort of value a moment is; stands among the constants of a value."""

    DAY = auto()
    """`date.today()`, `date(2008, 1, 31)`."""
    NAIVE = auto()
    """`datetime.now()`, `datetime(2008, 1, 31)`."""
    AWARE = auto()
    """`datetime.now(timezone.utc)`."""
    SECONDS = auto()
    """`time.time()`."""
    CLOCK = auto()
    """`time(21, 30)`."""


EVIDENCE: Mapping[Moment, Evidence] = {
    Moment.DAY: Evidence.DATE,
    Moment.NAIVE: Evidence.DATETIME,
    Moment.AWARE: Evidence.AWARE,
    Moment.SECONDS: Evidence.SECONDS,
    Moment.CLOCK: Evidence.TIME_OF_DAY,
}
"""What a value is that is compared with a moment, or subtracted from it."""


def names_year(node: ast.expr) -> bool:
    """Whether an expression is a year of the calendar: `today.year`, `current_year`, `2026`."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int and node.value in YEARS
    return not YEAR_WORDS.isdisjoint(words_of(last_name(node)))


def moments(value: Value) -> tuple[Moment, ...]:
    """The moments that a value may be."""
    return tuple(constant for constant in value.constants if isinstance(constant, Moment))


def met_with(value: Value, other: Value) -> bool:
    """Whether `other` is a moment; then the paths of `value` are dates of its sort."""
    dates = moments(other)
    for path in value.own_paths:
        path.learn(*(EVIDENCE[moment] for moment in dates))
    return bool(dates)


def moment_of(moment: Moment, parts: list[Value]) -> Value:
    """A moment that is built from parts, such as a year and a month."""
    computed = merge(parts).computed()
    return Value(computed.paths, (moment,), derived=bool(computed.paths))
