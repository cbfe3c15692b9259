"""Dates as dateutil, arrow, pendulum and frappe compute them, where these packages are missing."""

from __future__ import annotations

import calendar
import datetime
from typing import Any, Callable

FORMATS = (
    "%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y%m%d", "%d-%m-%Y",
    "%d %B %Y", "%B %d, %Y", "%d %b %Y", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S",
)  # fmt: skip
"""How dates are written that are parsed."""
UTC = datetime.timezone.utc
DAYS_OF_YEAR, MONTHS_OF_YEAR = 365.2425, 12
PARTS = ("days", "hours", "minutes", "seconds", "microseconds")


class RelativeDelta:
    """The difference of two dates in years, months and days, or one that is added to a date."""

    def __init__(
        self, dt1: Any = None, dt2: Any = None, years: int = 0, months: int = 0, weeks: int = 0,
        **parts: Any,
    ) -> None:  # fmt: skip
        rest = {name: parts.pop(name, 0) for name in PARTS}
        self.set = {name: value for name, value in parts.items() if value is not None}
        """Parts of a date that are replaced: `day=1`."""
        self.months = int(years) * MONTHS_OF_YEAR + int(months)
        self.rest = datetime.timedelta(weeks=weeks, **rest)
        if dt1 is not None and dt2 is not None:
            self.months, self.rest = between(moment(dt2), moment(dt1))
        self.years, self.months = divided(self.months)

    @property
    def days(self) -> int:
        """Days beside the months."""
        return int(self.rest.total_seconds() / 86_400)

    @property
    def weeks(self) -> int:
        """Whole weeks in the days."""
        return int(self.days / 7)

    @property
    def hours(self) -> int:
        """Hours beside the days."""
        return int(self.rest.total_seconds() / 3600) % 24

    def __radd__(self, day: Any) -> Any:
        changed = day.replace(**self.set) if self.set else day
        return later(changed, self.years * MONTHS_OF_YEAR + self.months) + self.rest

    __add__ = __radd__

    def __neg__(self) -> RelativeDelta:
        opposite = RelativeDelta(years=-self.years, months=-self.months)
        opposite.rest = -self.rest
        return opposite

    def __rsub__(self, day: Any) -> Any:
        return (-self).__radd__(day)

    def __bool__(self) -> bool:
        return bool(self.years or self.months or self.rest or self.set)

    def __repr__(self) -> str:
        return f"relativedelta(years={self.years}, months={self.months}, days={self.days})"


class Moment(datetime.datetime):
    """A moment with what arrow and pendulum add to it."""

    @property
    def age(self) -> int:
        """Years since then."""
        return years_between(self, datetime.datetime.now(self.tzinfo))

    @property
    def datetime(self) -> datetime.datetime:
        """As Python has it."""
        return self

    def add(self, **parts: Any) -> Moment:
        """Later by years, months, days."""
        return moment(self + RelativeDelta(**parts))

    shift = add

    def subtract(self, **parts: Any) -> Moment:
        """Earlier by years, months, days."""
        return moment(self - RelativeDelta(**parts))

    def diff(self, other: Any = None) -> Span:
        """The time between two moments."""
        return Span(self, now() if other is None else moment(other))


class Span:
    """The time between two moments, whichever is the earlier."""

    def __init__(self, first: Moment, second: Moment) -> None:
        self.first, self.last = sorted([first, second], key=lambda each: each.timestamp())

    def in_years(self) -> int:
        """Whole years."""
        return years_between(self.first, self.last)

    def in_days(self) -> int:
        """Whole days."""
        return (self.last - self.first).days

    years, days = property(in_years), property(in_days)


def moment(value: Any, *_: Any, **__: Any) -> Moment:
    """A date, a text or a number of seconds as a moment, aware of its zone."""
    if isinstance(value, str):
        value = parse(value)
    elif isinstance(value, (int, float)):
        value = datetime.datetime.fromtimestamp(value, UTC)
    time = value.timetz() if isinstance(value, datetime.datetime) else datetime.time()
    zone = time.tzinfo or UTC
    return Moment.combine(datetime.date(value.year, value.month, value.day), time, zone)


def now(*_: Any) -> Moment:
    """The current moment."""
    return moment(datetime.datetime.now(UTC))


def parse(text: Any, *_: Any, **__: Any) -> datetime.datetime:
    """The date that a text means. Raises ValueError."""
    if isinstance(text, datetime.datetime):
        return text
    words = str(text).strip().replace("Z", "+00:00")
    try:
        return datetime.datetime.fromisoformat(words)
    except ValueError:
        pass
    for form in FORMATS:
        try:
            return datetime.datetime.strptime(words, form)
        except ValueError:
            continue
    raise ValueError(f"Unknown string format: {text}")


def getdate(value: Any = None, *_: Any, **__: Any) -> datetime.date:
    """The day of a date or a text; today if there is none."""
    if not value:
        return datetime.date.today()
    if isinstance(value, datetime.date):
        return datetime.date(value.year, value.month, value.day)
    return parse(value).date()


def today(*_: Any) -> str:
    """Today as frappe writes it."""
    return datetime.date.today().isoformat()


def date_diff(end: Any, start: Any) -> int:
    """Days from a start to an end."""
    return (getdate(end) - getdate(start)).days


def month_diff(end: Any, start: Any) -> int:
    """Months from a start to an end, both included."""
    last, first = getdate(end), getdate(start)
    return (last.year - first.year) * MONTHS_OF_YEAR + last.month - first.month + 1


def years_between(start: Any, end: Any = None, *_: Any) -> int:
    """Whole years between two days, in whichever order."""
    first, last = sorted([getdate(start), getdate(end)])
    return last.year - first.year - ((last.month, last.day) < (first.month, first.day))


def adding(unit: str) -> Callable[..., Any]:
    """A function that adds years, months or days to a date, or to a text that means one."""

    def add(day: Any, count: Any) -> Any:
        later_day = getdate(day) + RelativeDelta(**{unit: int(count)})
        return later_day.isoformat() if isinstance(day, str) else later_day

    return add


def between(start: datetime.datetime, end: datetime.datetime) -> tuple[int, datetime.timedelta]:
    """Whole months between two moments, and the rest; both negative if the end is earlier."""
    months = (end.year - start.year) * MONTHS_OF_YEAR + end.month - start.month
    step = 1 if end >= start else -1
    while months and (end - later(start, months)).total_seconds() * step < 0:
        months -= step
    return months, end - later(start, months)


def later(day: Any, months: int) -> Any:
    """A date so many months later, on its last day if it has none of that number."""
    years, month = divmod(day.month - 1 + months, MONTHS_OF_YEAR)
    year = day.year + years
    last = calendar.monthrange(year, month + 1)[1]
    return day.replace(year=year, month=month + 1, day=min(day.day, last))


def divided(months: int) -> tuple[int, int]:
    """Months as years and months of one sign."""
    years = int(months / MONTHS_OF_YEAR)
    return years, months - years * MONTHS_OF_YEAR


_AGES = (
    "age_from_birthday age_from_birthdate age_from_dob get_age_from_birthday "
    "get_age_from_birthdate get_age_from_dob calculate_age_from_dob"
)
"""Functions of any project that count years since a date of birth."""
_TODAY = "today nowdate get_today current_date get_current_date"
"""Functions of any project that give the present day."""
_ODOO: dict[str, Any] = {
    "Date.today": lambda *_: datetime.date.today(),
    "Date.context_today": lambda *_: datetime.date.today(),
    "Date.from_string": getdate, "Date.to_date": getdate,
    "Datetime.now": lambda *_: datetime.datetime.now(),
    "Datetime.context_timestamp": lambda record, moment: moment,
    "Datetime.from_string": parse, "Datetime.to_datetime": parse,
}  # fmt: skip
_FRAPPE: dict[str, Any] = {
    "getdate": getdate,
    "get_datetime": lambda value=None, *_: parse(value) if value else datetime.datetime.now(),
    "today": today, "nowdate": today,
    "now": lambda *_: datetime.datetime.now().isoformat(" "),
    "now_datetime": lambda *_: datetime.datetime.now(),
    "date_diff": date_diff, "days_diff": date_diff, "month_diff": month_diff,
    "add_days": adding("days"), "add_months": adding("months"), "add_years": adding("years"),
}  # fmt: skip
REPLACEMENTS: dict[str, Any] = {
    "dateutil.relativedelta.relativedelta": RelativeDelta,
    "dateutil.parser.parse": parse, "dateutil.parser.isoparse": parse,
    "dateutil.parser.parser.parse": parse,
    "dateutil.tz.UTC": UTC, "dateutil.tz.tzutc": lambda: UTC, "pytz.utc": UTC, "pytz.UTC": UTC,
    "pytz.timezone": lambda name: UTC,
    "arrow.get": lambda value=None, *_, **__: moment(value) if value is not None else now(),
    "arrow.now": now, "arrow.utcnow": now,
    "pendulum.parse": moment, "pendulum.instance": moment, "pendulum.now": now,
    "pendulum.today": now,
    "django.utils.timezone.now": now, "django.utils.timezone.localtime": lambda *_: now(),
    "django.utils.timezone.localdate": lambda *_: datetime.date.today(),
    **{f"frappe.utils.{name}": does for name, does in _FRAPPE.items()},
    **{f"frappe.utils.data.{name}": does for name, does in _FRAPPE.items()},
    **{f"odoo.fields.{name}": does for name, does in _ODOO.items()},
    **dict.fromkeys(_AGES.split(), years_between),
    "years_between": years_between, "years_since": years_between, "date_diff": date_diff,
    "parse_date": getdate, "to_date": getdate, "str_to_date": getdate, "parse_dob": getdate,
    "parse_birthdate": getdate, "get_utcnow": now, "get_now": now,
    **dict.fromkeys(_TODAY.split(), lambda *_: datetime.date.today()),
}  # fmt: skip
"""By full path, or by the name alone if it says what the function does."""
