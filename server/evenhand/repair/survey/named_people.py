"""Names people by their values of an attribute: `'male'`, `age 61 and above`."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.scalars import Scalar, is_number

MOST_NAMED = 3
"""Values, or ranges of them, that are listed."""
YEARS_OF_BIRTH = (1900, 2030)
AGE = "age"
BORN = "somebody born"


@dataclass(frozen=True, slots=True)
class People:
    """Some people, as the subject of a sentence."""

    text: str
    is_plural: bool


def named_people(
    input_text: str, attribute: str, values: Sequence[Scalar], others: Sequence[Scalar] = ()
) -> People:
    """People with one of `values`; ranges of numbers hold none of `others` but those."""
    if all(isinstance(value, bool) for value in values):
        flags = " or ".join(str(value).lower() for value in values)
        return People(f"whoever has `{input_text}` {flags}", is_plural=False)

    names = _names(attribute, values, others)
    more = f" and {len(names) - MOST_NAMED + 1} others" if len(names) > MOST_NAMED else ""
    listed = names[: MOST_NAMED - 1] if more else names
    return People(", ".join(listed) + more, is_plural=len(names) > 1)


def is_year_of_birth(value: object) -> bool:
    """Whether a number can be no age, and is a year in which people were born."""
    return is_number(value) and YEARS_OF_BIRTH[0] <= value <= YEARS_OF_BIRTH[1]


def label(
    input_text: str, attribute: str, values: Sequence[Scalar], others: Sequence[Scalar] = ()
) -> str:
    """People whom everyone is treated as: `'married' or 'widowed'`, `age 30 to 50`.

    Ranges of numbers hold none of `others`: `age 24 or age 51 and above`.
    """
    if all(isinstance(value, bool) for value in values):
        flags = " or ".join(str(value).lower() for value in values)
        return f"somebody with `{input_text}` {flags}"

    names = _names(attribute, values, others)
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:2])} and {len(names) - 2} others"
    return " or ".join(names)


def _names(attribute: str, values: Sequence[Scalar], others: Sequence[Scalar]) -> list[str]:
    places = {value: place for value in values if (place := _place(value)) is not None}
    if len(places) < len(values):
        return [_name(attribute, value) for value in values]

    further = (place for value in others if (place := _place(value)) is not None)
    every = sorted({*places.values(), *further})
    runs: list[list[Scalar]] = []
    for value in sorted(places, key=places.__getitem__):
        before = every.index(places[value]) - 1
        if runs and places[runs[-1][-1]] == every[before]:
            runs[-1].append(value)
        else:
            runs.append([value])
    return [_named_run(attribute, run, every) for run in runs]


def _place(value: Scalar) -> float | None:
    """Where a number or a day stands among others; None if a value has no order."""
    value = with_day_read(value)
    if isinstance(value, datetime.date):
        return float(value.toordinal())
    return float(value) if is_number(value) else None


def with_day_read(value: Scalar) -> Scalar:
    """The day that a text such as `1958-06-15` writes; every other value as it is."""
    if not isinstance(value, str):
        return value
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        return value


def _named_run(attribute: str, run: Sequence[Scalar], every: Sequence[float]) -> str:
    """Neighbours among all that were tried; where no bound is known, one of them as an example."""
    first, last = (every.index(_place(value) or 0.0) for value in (run[0], run[-1]))
    before, after = every[max(first - 1, 0) : first], every[last + 1 : last + 2]
    gaps = [*(every[first] - other for other in before), *(other - every[last] for other in after)]
    if any(gap > 1 for gap in gaps):
        return f"{_name(attribute, run[len(run) // 2])} (for example)"

    name, (low, high) = _scale(attribute, run[0]), (_shown(run[0]), _shown(run[-1]))
    if after and not before:
        return f"{name} {high} {'or before' if name.startswith(BORN) else 'and below'}"
    if before and not after:
        return f"{name} {low} {'or later' if name.startswith(BORN) else 'and above'}"
    return _name(attribute, run[0]) if first == last else f"{name} {low} to {high}"


def _scale(attribute: str, value: Scalar) -> str:
    """What is before a number or a day: `age`, `somebody born in`."""
    if attribute != AGE:
        return attribute.replace("_", " ")
    if is_year_of_birth(value):
        return f"{BORN} in"
    return AGE if is_number(value) else BORN


def _shown(value: Scalar) -> str:
    return f"{value:%Y-%m-%d}" if isinstance(value, datetime.date) else f"{value}"


def _name(attribute: str, value: Scalar) -> str:
    if _place(value) is not None:
        return f"{_scale(attribute, value)} {_shown(value)}"
    if value is None:
        return f"no {attribute.replace('_', ' ')}"
    return repr(value)
