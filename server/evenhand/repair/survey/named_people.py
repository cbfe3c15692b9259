"""Names people by their values of an attribute: `'male'`, `age 61 to 70`."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.scalars import Scalar, is_number

MOST_NAMED = 3
"""Values, or ranges of them, that are listed."""
YEARS_OF_BIRTH = (1900, 2030)
AGE = "age"


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

    Ranges of numbers hold none of `others`: `age 24 or age 51 to 70`.
    """
    if all(isinstance(value, bool) for value in values):
        flags = " or ".join(str(value).lower() for value in values)
        return f"somebody with `{input_text}` {flags}"

    if all(isinstance(value, datetime.date) for value in values):
        return _born(values)
    names = _names(attribute, values, others)
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:2])} and {len(names) - 2} others"
    return " or ".join(names)


def _born(values: Sequence[Scalar]) -> str:
    """`somebody born from 1958 to 1995`; days, if it is one day or they are of one year."""
    days = sorted(value for value in values if isinstance(value, datetime.date))
    first, last = days[0], days[-1]
    if first == last:
        return f"somebody born {first:%Y-%m-%d}"
    form = "%Y-%m-%d" if first.year == last.year else "%Y"
    return f"somebody born from {first:{form}} to {last:{form}}"


def _names(attribute: str, values: Sequence[Scalar], others: Sequence[Scalar]) -> list[str]:
    numbers = sorted(value for value in values if is_number(value))
    if values and all(isinstance(value, datetime.date) for value in values):
        return [_born(values)]
    if len(numbers) < len(values):
        return [_name(attribute, value) for value in values]

    every = sorted({*numbers, *(value for value in others if is_number(value))})
    runs: list[list[int | float]] = []
    for value in numbers:
        follows = runs and every.index(value) == every.index(runs[-1][-1]) + 1
        if follows:
            runs[-1].append(value)
        else:
            runs.append([value])
    return [_range(attribute, run) for run in runs]


def _range(attribute: str, numbers: Sequence[int | float]) -> str:
    first, last = numbers[0], numbers[-1]
    if attribute == AGE and is_year_of_birth(first) and is_year_of_birth(last):
        years = f"{first:g}" if first == last else f"{first:g} to {last:g}"
        return f"somebody born in {years}"
    title = attribute.replace("_", " ")
    return f"{title} {first}" if first == last else f"{title} {first} to {last}"


def _name(attribute: str, value: Scalar) -> str:
    if isinstance(value, datetime.date):
        born = f"{value:%Y-%m-%d}"
        return f"somebody born {born}" if attribute == AGE else born
    if is_number(value):
        return _range(attribute, [value])
    if value is None:
        return f"no {attribute.replace('_', ' ')}"
    return repr(value)
