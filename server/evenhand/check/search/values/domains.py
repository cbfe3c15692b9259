"""Values to try for one access path: from constants, types, defaults and the catalogue."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Iterable, Sequence

from evenhand.check.catalogue import Catalogue, Family, NameMatch, ValueKind
from evenhand.check.catalogue.spelling import in_case_of
from evenhand.check.catalogue.unlisted_values import unlisted_values
from evenhand.check.outcomes.date_forms import (
    DateForm,
    date_forms,
    days_around,
    read_date,
    written,
)
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.values.lexicon import (
    NAME_WORDS,
    NUMBER_WORDS,
    ScalarKind,
    telling_words,
)
from evenhand.check.search.values.pattern_members import pattern_members
from evenhand.check.search.values.scalar_kinds import (
    BLANK,
    has_numbers,
    is_absent,
    plain_values,
    scalar_kind,
)
from evenhand.scalars import Scalar, is_number

DAYS = (
    datetime.datetime(2018, 3, 1, 9, 30),
    datetime.datetime(2024, 6, 15, 14, 45),
    datetime.datetime(2001, 1, 31, 23, 5),
)
"""Dates that are no birthdays."""
TIMES_OF_DAY = ("09:30", "22:30", "03:15")
SPANS = (5, 400, 0)
"""Days."""
ANY_TEXTS = ("other", "another")
"""Where any text will do, also as the name of a file."""
GROWN_UP = (datetime.datetime(1985, 6, 15), datetime.datetime(1972, 3, 1))
"""Birthdays of people who are in the way of no condition on their age."""
BIRTH_WORDS = frozenset({"birth", "birthday", "birthdate", "born", "dob"})
NOW = {"current", "this", "today", "now", "present"}
PRESENT = (2025, 2026, 2024)
"""What a year may be that means now: every person who is tried has been born by then."""
PAST, FUTURE = 1950, 2035
"""The years of our time."""
BEYOND_BELIEF = 10**7
"""A number that no reader believes of a person, whatever it counts."""
MOST_USUAL = 10
"""Values of the catalogue that are tried for one input."""
MOST_UNLISTED = 3
"""Of the catalogue's values, those outside of the code's list that come first."""
MOST_LISTED = 8
"""Of the code's own values, those that are tried before the catalogue's."""
MOST_NUMBERS = 8
NO_ANSWERS = {"", "-", "?", "n/a", "nan", "no data", "not available", "missing", "undefined"}
ANYBODY = {"*", "any", "anyone", "anybody", "all", "both", "either", "everyone", "no preference"}
"""What a wish says that is for everybody: nobody is that."""
DIGIT_TESTS = frozenset({"isdigit", "isnumeric", "isdecimal", "zfill"})
DIGITS = "12345"
"""What a text is like that has to consist of digits."""
CODES: tuple[Scalar, ...] = (1, 0, 2)
"""Groups of people in code that takes them as numbers: `5 * gender`, `int(form["sex"])`."""
NO_VALUES = (None, "")
OPPOSITES = {"yes": "no", "no": "yes", "y": "n", "n": "y", "true": "false", "false": "true"}


def context_domain(path: AccessPath, form: DateForm | None = None) -> tuple[Scalar, ...]:
    """Values for a path that is no protected attribute, the most usual first.

    `form` is that of its dates, if they have been found to have another than the likeliest.
    """
    asked = [None] if None in path.facts.constants else []
    if is_dated(path):
        days = GROWN_UP if BIRTH_WORDS & set(telling_words(path.name)) else DAYS
        return unique([*_dates(path, days, form), *asked])

    if path.shows(Evidence.TIME_OF_DAY, Evidence.SPAN, Evidence.PATH):
        return unique([*_of_standard_library(path), *asked])

    values: list[Scalar] = [member.text for member in pattern_members(path.facts.pattern)]
    default = default_of(path)
    if default is not None:
        values.append(default)
    if isinstance(path.default, ast.Constant) and path.default.value is None:
        values.append(None)
    return unique([*values, *_usual_values(path), *asked])


def _of_standard_library(path: AccessPath) -> tuple[Scalar, ...]:
    """What a time of the day, a span or the path of a file is made of."""
    if path.shows(Evidence.TIME_OF_DAY):
        return TIMES_OF_DAY
    return SPANS if path.shows(Evidence.SPAN) else ANY_TEXTS


def protected_domain(
    path: AccessPath, match: NameMatch, catalogue: Catalogue, form: DateForm | None = None
) -> tuple[Scalar, ...]:
    """People's values for a protected input: the code's own first, then the catalogue's.

    `form` is that of its dates, if they have been found to have another than the likeliest.
    """
    if is_dated(path, match):
        return _dates(path, catalogue.birthdays, form)

    constants = [c for c in plain_values(path.facts.constants) if not is_no_answer(c)]
    if path.facts.lists_its_values and constants:
        return unique(constants)

    words = [c for c in constants if isinstance(c, str)]
    if match.kind is ValueKind.NUMBER and has_numbers(path):
        words = []
    if None in path.facts.constants and match.attribute.may_be_absent:
        return unique([*_words_like(words, match, catalogue), None, *words])
    if words:
        like = _words_like(words, match, catalogue)
        return unique([*words[:MOST_LISTED], *like, *words[MOST_LISTED:]])

    default = default_of(path)
    if default not in NO_VALUES:
        constants = [default, *constants]
    return _wordless_domain(path, match, catalogue, constants)


def _wordless_domain(
    path: AccessPath, match: NameMatch, catalogue: Catalogue, constants: list[Scalar]
) -> tuple[Scalar, ...]:
    """People's values for an input that the code compares with no word."""
    is_other_kind = path.shows(Evidence.TEXT, Evidence.BOOLEAN)
    if match.kind is ValueKind.NUMBER and not is_other_kind:
        return _numbers_of_people(constants, match)

    usual = _most_usual(match)
    is_truth = path.shows(Evidence.TESTED) and not path.shows(Evidence.TEXT) and not constants
    if is_truth and match.may_be_flag:
        return unique([True, False, *usual])
    if match.kind is ValueKind.FLAG or path.shows(Evidence.BOOLEAN):
        return _flags(constants)

    numbers = [c for c in constants if _is_believable_number(c, match)]
    if numbers:
        return unique([*numbers, *_neighbours(numbers)])
    is_number_only = path.facts.is_numeric and not path.shows(Evidence.TEXT)
    return CODES if is_number_only and not any(map(is_number, usual)) else unique(usual)


def is_no_answer(constant: Scalar) -> bool:
    """Whether it says that a value is not known, or does not matter: no group of people."""
    return isinstance(constant, str) and constant.strip().lower() in NO_ANSWERS | ANYBODY


def _flags(constants: list[Scalar]) -> tuple[Scalar, ...]:
    """Yes and no, as 1 and 0 if the code compares the input with numbers."""
    is_coded = any(type(constant) is int for constant in constants)
    return (1, 0) if is_coded else (True, False)


def _is_believable_number(value: Scalar, match: NameMatch) -> bool:
    return isinstance(value, (int, float)) and believable(value, match)


def is_dated(path: AccessPath, match: NameMatch | None = None) -> bool:
    """Whether the values of a path are dates; `match` is the attribute that it means."""
    if path.facts.date_formats or path.facts.is_moment:
        return True
    if match is None:
        return scalar_kind(path) is ScalarKind.DATE

    return match.kind is ValueKind.DATE and not path.shows(Evidence.BOOLEAN)


def _dates(
    path: AccessPath, days: Iterable[datetime.date], form: DateForm | None
) -> tuple[Scalar, ...]:
    """Dates in one form: the code's own, and those around them, behind the usual ones."""
    if form is None:
        form = date_forms(path)[0]

    own: list[datetime.date] = []
    for constant in plain_values(path.facts.constants):
        reading = read_date(constant, path.facts.date_formats)
        if reading is not None:
            own += (reading[1], *days_around(reading[1]))
    return unique(written([*days, *own], [form]))


def default_of(path: AccessPath) -> Scalar:
    """The parameter's default; None unless it is a plain constant."""
    node = path.default
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        positive = _constant(node.operand)
        return -positive if isinstance(positive, (int, float)) else None
    return _constant(node)


def _constant(node: ast.expr | None) -> str | int | float | None:
    """The value of a plain constant; None if the node is no such."""
    if not isinstance(node, ast.Constant):
        return None
    return node.value if isinstance(node.value, (str, int, float)) else None


def unique(values: Iterable[Scalar]) -> tuple[Scalar, ...]:
    """Without repetition; 1, 1.0 and True stay apart."""
    seen: dict[tuple[type, object], Scalar] = {}
    for value in values:
        seen.setdefault((type(value), value), value)
    return tuple(seen.values())


def neighbours(value: object) -> tuple[Scalar, ...]:
    """The values just beside a constant: 65 -> 64, 65, 66."""
    if isinstance(value, bool):
        return (True, False)
    if isinstance(value, int):
        return (value, value + 1, value - 1)
    if isinstance(value, float):
        step = 1.0 if abs(value) >= 10 else 0.1
        return (value, round(value + step, 6), round(value - step, 6))
    return (value,) if isinstance(value, str) else ()


def believable(value: object, match: NameMatch) -> bool:
    """Whether a reader would believe a person with this value."""
    if match.kind is ValueKind.DATE:
        reading = read_date(value) if isinstance(value, (str, int, float, datetime.date)) else None
        value = reading[1].year if reading is not None else value
    if isinstance(value, str) and not any(map(str.isalnum, value)):
        return False
    if not is_number(value):
        return value not in NO_VALUES and not is_absent(value)

    ranges = match.attribute.believable
    if ranges:
        return any(low <= value <= high for low, high in ranges)
    return abs(value) < BEYOND_BELIEF


def plausible(path: AccessPath | None, old: object, new: object) -> bool:
    """Whether a context may hold a value that was worked out: a year stays one of our time."""
    words = telling_words(path.name) if path is not None else ()
    was_year = isinstance(old, (int, float)) and 1900 <= old <= 2100
    if "year" not in words or not was_year:
        return True

    first = PAST if NOW.isdisjoint(words) else PRESENT[-1]
    return isinstance(new, (int, float)) and first <= new <= FUTURE


def _usual_values(path: AccessPath) -> list[Scalar]:
    """What values of the path's kind are like, and what the code compares it with."""
    kind = scalar_kind(path)
    if kind is ScalarKind.BOOLEAN:
        return [True, False]
    constants = plain_values(path.facts.constants)
    if path.facts.lists_its_values and constants:
        return constants
    words = [c for c in constants if isinstance(c, str)]
    if kind is ScalarKind.NUMBER:
        numbers = [c for c in constants if is_number(c)]
        texts = words if numbers else [word for word in words if word == BLANK]
        return [*_numbers(path, numbers), *texts]

    if path.facts.methods & DIGIT_TESTS:
        words.append(DIGITS)
    others = _opposites(words) or _unknown_words(path)
    return [*words, *others]


def _unknown_words(path: AccessPath) -> list[Scalar]:
    """Words that no code knows, and that do not stand out in a call."""
    if path.shows(Evidence.LITERAL):
        return []
    last = telling_words(path.name)[-1:]
    return ["Kim", "Lee"] if NAME_WORDS.intersection(last) else list(ANY_TEXTS)


def _opposites(words: list[str]) -> list[Scalar]:
    """`"yes"` calls for `"no"`, in the same spelling; nothing if a word has no opposite."""
    opposites = [OPPOSITES.get(word.lower()) for word in words]
    if None in opposites:
        return []
    pairs = zip(words, filter(None, opposites), strict=True)
    return [in_case_of(word, opposite) for word, opposite in pairs]


def _numbers(path: AccessPath, numbers: list[int | float]) -> list[Scalar]:
    """Usual numbers for a name, fitted to those that the code compares it with."""
    words = telling_words(path.name)
    if "year" in words and not NOW.isdisjoint(words):
        return [*PRESENT, *(n for n in numbers if n >= PRESENT[-1])]

    usual = next((NUMBER_WORDS[w] for w in reversed(words) if w in NUMBER_WORDS), ())
    if not numbers:
        return [*(usual or (5, 1, 100)), 0, 1000, 20000, -1]

    largest = max(numbers)
    if not usual:
        usual = (largest, 0, largest * 2 or 5)
    elif min(usual) > largest * 10:
        usual = (largest,)

    beside = _neighbours(sorted(numbers, reverse=True)[:MOST_NUMBERS])
    return [*usual, *beside]


def _neighbours(values: Iterable[Scalar]) -> tuple[Scalar, ...]:
    return unique(n for value in values for n in neighbours(value))


def _numbers_of_people(constants: list[Scalar], match: NameMatch) -> tuple[Scalar, ...]:
    """The catalogue's numbers and those around the code's own, as far as they are believable."""
    usual = [v for family in match.families for v in family.values if is_number(v)]
    around = _neighbours([c for c in constants if is_number(c)])
    return unique(v for v in (*usual[:MOST_NUMBERS], *around) if believable(v, match))


def _most_usual(match: NameMatch) -> Sequence[Scalar]:
    return [v for family in match.families[:1] for v in family.values][:MOST_USUAL]


def _words_like(words: list[str], match: NameMatch, catalogue: Catalogue) -> Sequence[Scalar]:
    """The catalogue's values beside the code's own words, and in their spelling.

    Some of them are none of these words, as far as the catalogue has any.
    """
    if not words:
        return _most_usual(match)

    known = catalogue.families_of(match.attribute, words)
    families = _spoken(known, words)
    if not families:
        every_family = (*match.families, *match.attribute.families)
        families = tuple(filter(_is_text, every_family))[:1]

    values = [value for family in families for value in family.values if isinstance(value, str)]
    others = unlisted_values(match.attribute, known, words)
    return unique([*others[:MOST_UNLISTED], *values[:MOST_USUAL]])


def _spoken(families: Sequence[Family], words: list[str]) -> tuple[Family, ...]:
    """The best family, and the next one if that has more of the code's words in it."""
    if len(families) < 2:
        return tuple(families)
    first, second = families[:2]
    is_needed = any(word in second.values and word not in first.values for word in words)
    return (first, second) if is_needed else (first,)


def _is_text(family: Family) -> bool:
    return any(isinstance(value, str) for value in family.values)
