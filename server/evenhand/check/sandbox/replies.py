"""Reads what a worker sends: JSON lines, which checked code may have tampered with.

Whatever has not exactly the form of a worker's answer is refused here, so that the rooms behind may
rely on types, sizes, ranges and depth. Nothing here raises anything but `MalformedReplyError`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.causes import Cause, Explanation
from evenhand.check.outcomes.requests import Event, Loaded, Outcome, OutcomeKind, Site
from evenhand.check.sandbox.shapes import (
    OffenceError,
    Shape,
    entry,
    flag,
    items,
    number,
    one_of,
    optional,
    parsed,
    record,
    scalar,
    text,
    whole,
)
from evenhand.check.sandbox.tree_shapes import tree
from evenhand.isolation import Isolation, Processes, Standing

LONGEST_DETAIL, LONGEST_SHOWN, LONGEST_PRINTED = 5_000, 5_000, 200_000
"""Characters of a name or message, of a result as text, and of what a call prints."""
LONGEST_OPERAND, MOST_OPERANDS = 200, 100
"""Characters of one operand; items of an operand that is a collection."""
MOST_EVENTS, MOST_BRANCHES, MOST_CHANGED = 2_000, 100_000, 1_000
MOST_FILES = 1_000
"""Of those that a call has opened."""
MOST_EFFECTS, MOST_STOOD_IN = 1_000, 10_000
"""Calls through stand-ins, and guesses; names that stand-ins are bound to."""
LAST_LINE, LAST_COLUMN = 10**7, 10**7
"""Of any file; a checked file is shorter."""
BRANCH = re.compile(r"[1-9]\d{0,6}:\d{1,7}:[+-]")
SITE = re.compile(r"[1-9]\d{0,6}:\d{1,7}:[1-9]\d{0,6}:\d{1,7}")
FROM_WORKER: tuple[Cause, ...] = (
    Cause.TOO_MANY_STEPS, Cause.RAN_LONGER, Cause.PROCESSOR_TIME,
    Cause.LISTS_FOLDER, Cause.OPENS_FILE,
    Cause.WRITES_FILE, Cause.CHANGES_FILE, Cause.USES_FILE, Cause.REFUSED_BY_SYSTEM,
    Cause.USES_NETWORK, Cause.STARTS_THREAD, Cause.STARTS_PROCESS, Cause.CALLS_NATIVE_CODE,
    Cause.LOOKS_AROUND, Cause.KILLED, Cause.SIGNALLED, Cause.EXITED_IN_CALL,
    Cause.CLOSED_CHANNEL, Cause.FORGED, Cause.EARLIER_DEATHS, Cause.RESULT_TOO_LARGE,
    Cause.RESULT_NOT_DESCRIBED, Cause.SYNTAX_ERROR, Cause.NOT_COMPILED, Cause.COMPILING_TIME,
    Cause.COMPILING_MEMORY, Cause.NEEDS_PACKAGE, Cause.NO_PACKAGES,
    Cause.STATEMENT_FAILED, Cause.STATEMENT_EXITS, Cause.STATEMENT_ASKS, Cause.NO_MODULE,
    Cause.NOT_FORKED, Cause.NOT_SET_UP, Cause.WALLS_DOWN, Cause.OLD_PYTHON, Cause.NEEDS_FORK,
    Cause.NO_FOLDER,
)  # fmt: skip
"""What a worker may give as a cause; all others are the host's own."""
FORGED = Explanation(Cause.FORGED)


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
        fields = _greeting(parsed(line))
    except OffenceError as error:
        raise MalformedReplyError from error

    if "problem" in fields:
        return Greeting(problem=fields["problem"])
    version = ".".join(map(str, fields["ready"]))
    return Greeting(python_version=version, standing=fields["standing"])


def loaded_in(line: bytes, lines: int) -> Loaded:
    """The reply to a request to open a module of so many `lines`.

    Checked code runs while it is loaded, so that it may have written any other line in its place.
    """
    try:
        fields = _LOADED(parsed(line))
        skipped = tuple((at, why) for at, why in fields.get("skipped", ()))
        if not all(at <= lines for at, _ in skipped):
            raise OffenceError
    except OffenceError:
        return Loaded(Explanation(Cause.FORGED, while_loading=True))

    return Loaded(
        problem=fields.get("problem"),
        skipped=skipped,
        files=fields.get("files", ()),
        stood_in=fields.get("stood_in", ()),
        packages=fields.get("packages", ()),
    )


def outcome_in(line: bytes, lines: int) -> Outcome:
    """What one call gave in a file of so many `lines`; any line but a worker's is a `died`."""
    try:
        fields = _OUTCOME(parsed(line))
        return _outcome(fields, lines, _size(line, fields))
    except OffenceError:
        return Outcome(OutcomeKind.DIED, explanation=FORGED)


def _size(line: bytes, fields: dict[str, Any]) -> int:
    """Characters of an outcome, but for what is not the same each time: its time and its files."""
    opened = sum(len(repr(name)) for name in fields.get("files", ()))
    return len(line) - len(repr(fields.get("seconds", 0.0))) - opened


def _outcome(fields: dict[str, Any], lines: int, size: int) -> Outcome:
    kind, error = fields["kind"], fields.get("error")
    error_line, explanation = fields.get("error_line"), fields.get("explanation")
    if (kind in RAISING) != (error is not None) or (kind in ENDING) != (explanation is not None):
        raise OffenceError
    if error_line is not None and error_line > lines:
        raise OffenceError

    return Outcome(
        kind=kind,
        value=fields.get("value"),
        error=error,
        error_line=error_line,
        unfit=fields.get("unfit", False),
        left_behind=fields.get("left_behind", False),
        lasting=fields.get("lasting", False),
        missing=fields.get("missing"),
        printed=fields.get("printed", ""),
        changed=fields.get("changed", ()),
        effects=fields.get("effects", ()),
        guesses=fields.get("guesses", ()),
        deciding=fields.get("deciding", ()),
        explanation=explanation,
        text=fields.get("text", ""),
        branches=frozenset(fields.get("branches", ())),
        events=fields.get("events", ()),
        reads=frozenset(fields.get("reads", ())),
        turned=fields.get("turned", ""),
        caught=fields.get("caught") or None,
        files=fields.get("files", ()),
        steps=fields.get("steps", 0),
        entered=fields.get("entered"),
        seconds=fields.get("seconds", 0.0),
        size=size,
    )


RAISING = frozenset({OutcomeKind.RAISED, OutcomeKind.UNBUILT})
"""Ends of a call that come with an exception."""
ENDING = frozenset({OutcomeKind.BLOCKED, OutcomeKind.TIMEOUT, OutcomeKind.DIED})
"""Ends of a call that come with an explanation."""


def _greeting(value: Any) -> dict[str, Any]:
    has_problem = type(value) is dict and "problem" in value
    return _PROBLEM(value) if has_problem else _READY(value)


def _explanation(value: Any) -> Explanation:
    return Explanation(**_EXPLANATION(value))


def _standing(value: Any) -> Standing:
    return Standing(**_STANDING(value))


def _branch(value: Any) -> str:
    if type(value) is not str or not BRANCH.fullmatch(value):
        raise OffenceError
    return value


def _site(value: Any) -> Site:
    if type(value) is not str or not SITE.fullmatch(value):
        raise OffenceError
    line, column, last, end = map(int, value.split(":"))
    return line, column, last, end


def _turned(value: Any) -> str:
    return "" if value == "" else _branch(value)


def _caught(value: Any) -> tuple[str, str, int] | None:
    return None if value == [] else _CAUGHT(value)


def _event(value: Any) -> Event:
    if type(value) is not list or len(value) != 6:
        raise OffenceError

    line, column, op, left, right, result = value
    outcome = _FLAG_OR_NONE(result)
    return Event(_LINE(line), _COLUMN(column), _OP(op), _operand(left), _operand(right), outcome)


def _operand(value: Any) -> Any:
    if type(value) is not list:
        return scalar(value, LONGEST_OPERAND)
    if len(value) > MOST_OPERANDS:
        raise OffenceError
    return [scalar(item, LONGEST_OPERAND) for item in value]


_DETAIL = text(LONGEST_DETAIL)
_LINE, _COLUMN, _OP = whole(1, LAST_LINE), whole(0, LAST_COLUMN), text(60)
_FLAG_OR_NONE = optional(flag)
_EXPLANATION = record(
    {"cause": one_of(Cause, *FROM_WORKER)},
    {
        "name": optional(_DETAIL),
        "message": _DETAIL,
        "line": optional(_LINE),
        "seconds": number(0, 10**6),
        "number": whole(-(10**9), 10**9),
        "python": _DETAIL,
        "while_loading": flag,
    },
)
_STANDING = record(
    {
        "level": one_of(Isolation),
        "walls": items(text(50), 10),
        "problems": items(_DETAIL, 50),
    },
    {"processes": one_of(Processes)},
)
_CAUGHT: Shape[Any] = entry(_DETAIL, _DETAIL, _LINE)
_READY = record({"ready": items(whole(0, 10**4), 5), "standing": _standing})
_PROBLEM = record({"problem": _explanation})
_SKIPPED = items(entry(_LINE, _explanation), LAST_LINE)
_FILES = items(_DETAIL, MOST_FILES)
_STOOD_IN = items(_DETAIL, MOST_STOOD_IN)
_PACKAGES = items(text(50), 50)
_LOADED = record(
    {},
    {
        "problem": _explanation,
        "skipped": _SKIPPED,
        "files": _FILES,
        "stood_in": _STOOD_IN,
        "packages": _PACKAGES,
    },
)
_OUTCOME_FIELDS: Mapping[str, Shape[Any]] = {
    "value": tree,
    "error": entry(_DETAIL, _DETAIL),
    "error_line": optional(_LINE),
    "unfit": flag,
    "left_behind": flag,
    "lasting": flag,
    "missing": optional(_DETAIL),
    "printed": text(LONGEST_PRINTED),
    "changed": items(entry(_DETAIL, tree), MOST_CHANGED),
    "effects": items(entry(_DETAIL, tree), MOST_EFFECTS),
    "guesses": items(entry(_DETAIL, tree), MOST_EFFECTS),
    "deciding": items(_DETAIL, MOST_EFFECTS),
    "explanation": _explanation,
    "text": text(LONGEST_SHOWN),
    "branches": items(_branch, MOST_BRANCHES),
    "events": items(_event, MOST_EVENTS),
    "reads": items(_site, MOST_BRANCHES),
    "turned": _turned,
    "caught": _caught,
    "files": _FILES,
    "steps": whole(0, 10**9),
    "entered": whole(0, 10**9),
    "seconds": number(0, 10**6),
}
_OUTCOME = record({"kind": one_of(OutcomeKind)}, _OUTCOME_FIELDS)
