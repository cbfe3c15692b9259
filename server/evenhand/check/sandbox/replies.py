"""Reads what a worker sends: JSON lines, which checked code may have tampered with.

Nothing here raises anything but `MalformedReplyError`, whatever the line holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.causes import Cause, Explanation
from evenhand.check.probing.requests import Event, Loaded, Outcome, OutcomeKind
from evenhand.isolation import Isolation, Standing

_MALFORMED = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""What reading a reply raises that has not the form of a worker's."""
_DETAILS: Mapping[str, Callable[[Any], Any]] = {
    "name": str,
    "message": str,
    "line": int,
    "seconds": float,
    "number": int,
    "python": str,
    "while_loading": bool,
}
"""The details of an explanation that a worker may send, each with how it is read."""


class MalformedReplyError(Exception):
    """A line is no reply of a worker."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a worker says first."""

    problem: Explanation | None = None
    """Why it cannot work in its interpreter; None if it can."""
    python_version: str = ""
    standing: Standing = field(default_factory=Standing)


def greeting_in(line: bytes) -> Greeting:
    """The first line of a new worker; raises MalformedReplyError."""
    try:
        fields = json.loads(line)
        if "problem" in fields:
            return Greeting(problem=_explanation(fields["problem"]))

        version = ".".join(map(str, fields["ready"]))
        return Greeting(python_version=version, standing=_standing(fields["standing"]))
    except _MALFORMED as error:
        raise MalformedReplyError from error


def loaded_in(line: bytes) -> Loaded:
    """The reply to a request to open a module; raises MalformedReplyError."""
    try:
        fields = json.loads(line)
        problem = fields.get("problem")
        skipped = fields.get("skipped", ())
        return Loaded(
            _explanation(problem) if problem is not None else None,
            tuple((int(number), _explanation(why)) for number, why in skipped),
        )
    except _MALFORMED as error:
        raise MalformedReplyError from error


def outcome_in(line: bytes) -> Outcome:
    """What one call gave, or a `died` outcome: checked code may write any line in its place."""
    try:
        return _outcome(json.loads(line))
    except _MALFORMED:
        return Outcome(OutcomeKind.DIED, explanation=Explanation(Cause.FORGED))


def _outcome(fields: dict[str, Any]) -> Outcome:
    error, why = fields.get("error"), fields.get("explanation")
    return Outcome(
        kind=OutcomeKind(fields["kind"]),
        value=fields.get("value"),
        error=(str(error[0]), str(error[1])) if error else None,
        error_line=fields.get("error_line"),
        unfit=bool(fields.get("unfit")),
        missing=fields.get("missing"),
        printed=str(fields.get("printed", "")),
        changed=tuple((str(name), tree) for name, tree in fields.get("changed", ())),
        explanation=_explanation(why) if why is not None else None,
        asked=tuple(fields.get("asked", ())),
        text=str(fields.get("text", "")),
        branches=frozenset(fields.get("branches", ())),
        events=tuple(Event(*event) for event in fields.get("events", ())),
    )


def _standing(fields: dict[str, Any]) -> Standing:
    level = Isolation(fields["level"])
    return Standing(level, tuple(fields["walls"]), tuple(fields["problems"]))


def _explanation(fields: dict[str, Any]) -> Explanation:
    details = {name: _DETAILS[name](value) for name, value in fields.items() if name != "cause"}
    return Explanation(Cause(fields["cause"]), **details)
