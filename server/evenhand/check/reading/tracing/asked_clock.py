"""The hour and the day of the week, if the code asks the clock for them: they are inputs.

The date is none: an age is the same whatever part of the year it is.
"""

from __future__ import annotations

import ast

from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import dotted_names
from evenhand.check.reading.tracing.abstract_values import Environment, Value
from evenhand.check.reading.tracing.moments import moments
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.world import origin_of, root_at
from evenhand.check.reading.world_names import CLOCKS

ASKING = frozenset({"now", "today", "utcnow"})
PARTS = frozenset({"hour", "minute", "time", "weekday", "isoweekday"})
"""What changes from hour to hour and from day to day."""
HOURS = ("T12:00:00", "T23:30:00", "T03:00:00", "T18:30:00", "T08:00:00", "T15:00:00", "T20:00:00")
DAYS = ("05", "07", "09", "10", "06", "11", "08")
"""Days of a week that begins with a Monday, the 5th."""
MOMENTS = tuple(f"2026-01-{day}{hour}" for day, hour in zip(DAYS, HOURS, strict=True))


def asked_clock(tracer: Tracer, called: ast.expr, value: Value, env: Environment) -> str:
    """The class that is asked for the present, as the file writes it; empty if none is."""
    *owner, name = dotted_names(called) or [""]
    is_asked = name in ASKING and bool(owner) and bool(moments(value))
    return ".".join(owner) if is_asked and origin_of(tracer, owner, env) in CLOCKS else ""


def note_part(tracer: Tracer, owner: Value, name: str) -> None:
    """`datetime.now().hour`: another call may be made at another hour."""
    if name not in PARTS or not owner.made_by or not moments(owner):
        return

    origin = origin_of(tracer, owner.made_by.split("."), {})
    root = root_at(tracer, owner.made_by, origin)
    root.learn(Evidence.LITERAL, Evidence.ANNOTATED, Evidence.TEXT)
    days = (moment.partition("T")[0] for moment in MOMENTS)
    root.facts.note(*(days if origin.endswith(".date") else MOMENTS))
