"""Functions of libraries that make or compare dates."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import Value
from evenhand.check.reading.tracing.moments import Moment, met_with, moment_of
from evenhand.check.reading.tracing.outside_call import OutsideCall, Rule

ISO_FORMATS = ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S+00:00")
"""What `fromisoformat` takes."""
MOST_FORMATS = 8
"""Formats of dates that one path remembers."""


def _parsed_date(call: OutsideCall) -> Value | None:
    """`datetime.strptime(text, "%d.%m.%Y")`, `date.fromisoformat(text)`."""
    if not call.has_arguments:
        return None

    first, *rest = call.arguments.positional
    formats = [text for value in rest[:1] for text in value.constants if isinstance(text, str)]
    for path in first.own_paths:
        all_formats = (*path.facts.date_formats, *(formats or ISO_FORMATS))
        path.facts.date_formats = tuple(dict.fromkeys(all_formats))[:MOST_FORMATS]
    return first.computed()


def _made_date(call: OutsideCall) -> Value | None:
    """`pd.Timestamp(text)`, `isoparse(text)`: ISO text would do, if no other is known."""
    if len(call.arguments.all) != 1 or not call.first.own_paths:
        return None

    for path in call.first.own_paths:
        if not path.facts.is_moment and not path.facts.date_formats:
            path.facts.date_formats = ISO_FORMATS[:2]
    return moment_of(Moment.NAIVE, call.arguments.all)


def _from_seconds(call: OutsideCall) -> Value | None:
    """`datetime.fromtimestamp(seconds)`."""
    if not call.has_arguments:
        return None

    for path in call.first.own_paths:
        path.learn(Evidence.SECONDS)
    return call.first.computed()


def _day(call: OutsideCall) -> Value:
    """`date.today()`, `date(2008, 1, 31)`."""
    return moment_of(Moment.DAY, call.arguments.all)


def _moment(call: OutsideCall) -> Value:
    """`datetime.utcnow()`, `datetime(2008, 1, 31)`."""
    return moment_of(Moment.NAIVE, call.arguments.all)


def _now(call: OutsideCall) -> Value:
    """`datetime.now()`, and with a time zone."""
    moment = Moment.AWARE if call.arguments.all else Moment.NAIVE
    return moment_of(moment, [])


def _time(call: OutsideCall) -> Value:
    """`time.time()`, and a time of the day: `time(21, 30)`."""
    parts = call.arguments.all
    return moment_of(Moment.CLOCK if parts else Moment.SECONDS, parts)


def note_two_dates(call: OutsideCall) -> None:
    """`relativedelta(today, born)`: both are dates."""
    for value, other in permutations(call.arguments.positional[:2], 2):
        met_with(value, other)


def _years_since(call: OutsideCall) -> None:
    """`age_from_birthday(born)`, or with the day on which somebody is so old."""
    paths = [path for value in call.arguments.positional for path in value.own_paths]
    for path in paths:
        if not path.facts.is_moment and not path.facts.date_formats:
            path.facts.date_formats = ISO_FORMATS[:1]
    note_two_dates(call)


OF_DATES: Mapping[str, Rule] = {
    **dict.fromkeys(("strptime", "fromisoformat"), _parsed_date),
    **dict.fromkeys(("fromtimestamp", "utcfromtimestamp"), _from_seconds),
    **dict.fromkeys(("today", "localdate", "date"), _day),
    **dict.fromkeys(("get_today", "current_date", "get_current_date"), _day),
    **dict.fromkeys(("utcnow", "datetime"), _moment),
    "now": _now,
    "time": _time,
    "relativedelta": note_two_dates,
    **dict.fromkeys(("Timestamp", "isoparse", "datetime64", "parse_date"), _made_date),
    **dict.fromkeys(("parse_datetime", "getdate", "get_datetime"), _made_date),
    **dict.fromkeys(("to_date", "str_to_date", "parse_dob", "parse_birthdate"), _made_date),
    **dict.fromkeys(("date_diff", "years_between", "years_since"), note_two_dates),
    **dict.fromkeys(("days_diff", "month_diff"), note_two_dates),
    **dict.fromkeys(("age_from_birthday", "get_age_from_birthday"), _years_since),
    **dict.fromkeys(("age_from_birthdate", "get_age_from_birthdate"), _years_since),
    **dict.fromkeys(("age_from_dob", "get_age_from_dob", "calculate_age_from_dob"), _years_since),
    **dict.fromkeys(("get_utcnow", "get_now"), _now),
    **dict.fromkeys(("nowdate", "now_datetime"), _moment),
}
