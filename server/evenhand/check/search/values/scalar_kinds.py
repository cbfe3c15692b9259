"""Tells what kind of scalar an access path holds, by its annotation, its use and its name."""

from __future__ import annotations

from collections.abc import Iterable

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.values.lexicon import ScalarKind, kind_of_name
from evenhand.scalars import Scalar, is_number

ABSENT = frozenset(
    {"no data", "n/a", "nan", "null", "missing", "not available", "not provided", "no answer"}
)
"""Texts that say that there is no value; they are of no kind, and no group of people."""
BLANK = ""
"""What is in a field that nobody has filled in."""


def scalar_kind(path: AccessPath) -> ScalarKind:
    """The kind of value that all evidence about a path together makes the likeliest."""
    if path.facts.is_moment or path.facts.date_formats:
        return ScalarKind.DATE
    return _annotated_kind(path) or _kind_by_use(path) or _kind_by_name(path)


def _annotated_kind(path: AccessPath) -> ScalarKind | None:
    """The kind that an annotation says; None if there is none, or it says another."""
    if not path.shows(Evidence.ANNOTATED):
        return None
    if path.shows(Evidence.BOOLEAN):
        return ScalarKind.BOOLEAN
    if path.shows(Evidence.NUMBER):
        return ScalarKind.NUMBER
    return ScalarKind.TEXT if path.shows(Evidence.TEXT) else None


def _kind_by_use(path: AccessPath) -> ScalarKind | None:
    """The kind by what the code does with the value and compares it with; None if by nothing."""
    constants = plain_values(path.facts.constants)
    if path.facts.is_numeric:  # `if income == "": ...` before `float(income)`
        constants = [constant for constant in constants if constant != BLANK]
    has_text = any(isinstance(c, str) for c in constants)
    if path.facts.is_written_number and not has_text:
        return ScalarKind.NUMBER
    if path.shows(Evidence.TEXT) or (has_text and not has_numbers(path)):
        return ScalarKind.TEXT
    if path.shows(Evidence.BOOLEAN) or any(isinstance(c, bool) for c in constants):
        return ScalarKind.BOOLEAN
    return ScalarKind.NUMBER if path.facts.is_numeric or constants else None


def _kind_by_name(path: AccessPath) -> ScalarKind:
    guess = ScalarKind.BOOLEAN if path.shows(Evidence.TESTED) else ScalarKind.NUMBER
    kind = kind_of_name(path.name)
    return ScalarKind.TEXT if path.shows(Evidence.SIZED) else kind or guess


def has_numbers(path: AccessPath) -> bool:
    """Whether the code orders it beside numbers, whatever words it also compares it with."""
    numbers = any(is_number(constant) for constant in path.facts.constants)
    return path.shows(Evidence.NUMBER) and numbers and not path.shows(Evidence.TEXT)


def plain_values(constants: Iterable[object]) -> list[Scalar]:
    """The texts, numbers and flags among constants, without what stands for no value."""
    plain = [c for c in constants if isinstance(c, (str, int, float, bool))]
    return [constant for constant in plain if not is_absent(constant)]


def is_absent(value: object) -> bool:
    """Whether a text says that there is no value."""
    return isinstance(value, str) and value.strip().lower() in ABSENT
