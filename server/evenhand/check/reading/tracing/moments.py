"""Moments in time that the code itself names or asks for, and what meeting them says."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import Value, merge


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


EVIDENCE: Mapping[Moment, Evidence] = {
    Moment.DAY: Evidence.DATE,
    Moment.NAIVE: Evidence.DATETIME,
    Moment.AWARE: Evidence.AWARE,
    Moment.SECONDS: Evidence.SECONDS,
}
"""What a value is that is compared with a moment, or subtracted from it."""


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
