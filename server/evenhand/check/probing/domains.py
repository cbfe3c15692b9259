"""Values to try for one place: from the code's constants, types, defaults and catalogue."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Iterable, Sequence

from evenhand.check.catalogue import Catalogue, Family, NameMatch, ValueKind
from evenhand.check.probing.argument_trees import Scalar
from evenhand.check.probing.lexicon import (
    NAME_WORDS,
    NUMBER_WORDS,
    ScalarKind,
    kind_of_name,
    words_of,
)
from evenhand.check.reading.access_paths import AccessPath

MAY_BE_ABSENT = {"disability", "pregnancy", "veteran_status", "genetic_information"}
"""Where None says that a person has none; everybody has an age, and None says it is not known."""
NOW = {"current", "this", "today", "now", "present"}
PRESENT = (2025, 2026, 2024)
"""What a year may be that stands for now: everybody who is tried has been born."""
BIRTHS = ((1995, 6, 15), (1958, 6, 15), (1980, 6, 15), (2008, 6, 15), (2000, 6, 15), (2019, 6, 15))
YOUNGEST, OLDEST = 1, 100
"""Ages of people that a reader believes."""


def context_domain(path: AccessPath) -> tuple[Scalar, ...]:
    """Values for a place that is no protected attribute, the most usual first."""
    if path.date_format:
        return _written_dates(path, ((2018, 3, 1), (2024, 6, 15), (2001, 1, 31)))
    kind = scalar_kind(path)
    constants = _clean(path.constants)
    default = default_of(path)
    found: list[Scalar] = [] if default is None else [default]
    if isinstance(path.default, ast.Constant) and path.default.value is None:
        found.append(None)
    if kind is ScalarKind.BOOLEAN:
        found += [True, False]
    elif kind is ScalarKind.TEXT:
        found += [c for c in constants if isinstance(c, str)]
        found += _flags(constants) or _unknown_words(path)
    elif kind in {ScalarKind.DATE, ScalarKind.DATETIME}:
        build = datetime.date if kind is ScalarKind.DATE else datetime.datetime
        found += [build(2018, 3, 1), build(2024, 6, 15), build(2001, 1, 31)]
    else:
        found += _numbers(path, constants)
    return unique(found)


def _unknown_words(path: AccessPath) -> list[Scalar]:
    """Words that no code knows, and that do not stand out in a call."""
    if path.is_literal:
        return []
    return ["Kim", "Lee"] if set(words_of(path.name)[-1:]) & NAME_WORDS else ["other", "another"]


def protected_domain(
    path: AccessPath, match: NameMatch, catalogue: Catalogue
) -> tuple[Scalar, ...]:
    """People's values for a protected place: the code's own first, then the catalogue's."""
    if path.date_format:
        return _written_dates(path, BIRTHS)
    constants = [c for c in _clean(path.constants) if c != ""]
    if path.lists_its_values and constants:
        return unique(constants)
    words = [c for c in constants if isinstance(c, str)]
    default = default_of(path)
    if default is not None and not isinstance(default, datetime.date) and default != "":
        constants = [default, *constants]
    if None in path.constants and _may_be_absent(match):
        return unique([*_catalogue_words(match, words, catalogue), None, *words])
    if words:
        return unique([*words, *_catalogue_words(match, words, catalogue)])
    if match.kind is ValueKind.NUMBER and not (path.is_text or path.is_boolean):
        return _ages(constants, match)
    flags = any(isinstance(v, bool) for f in match.families for v in f.values)
    if flags and path.is_tested and not constants and not path.is_text:
        return unique([True, False, *_catalogue_words(match, words, catalogue)])
    if match.kind is ValueKind.FLAG or path.is_boolean:
        numbers = [c for c in constants if isinstance(c, int) and not isinstance(c, bool)]
        return (1, 0) if numbers else (True, False)
    numbers_only = [c for c in constants if isinstance(c, (int, float)) and believable(c, match)]
    if numbers_only and not words:
        return unique([*numbers_only, *_neighbours(numbers_only)])
    if match.kind is ValueKind.DATE:
        build = datetime.datetime if path.is_datetime else datetime.date
        return tuple(build(*day) for day in BIRTHS)
    return unique(_catalogue_words(match, words, catalogue))


def _written_dates(path: AccessPath, days: Iterable[tuple[int, int, int]]) -> tuple[Scalar, ...]:
    return unique(datetime.datetime(*day).strftime(path.date_format) for day in days)


def _may_be_absent(match: NameMatch) -> bool:
    """Whether None says of a person that there is none: a disability, a pregnancy."""
    return match.attribute.name in MAY_BE_ABSENT


def scalar_kind(path: AccessPath) -> ScalarKind:
    """The kind of value that all evidence about a path together makes the likeliest."""
    if path.is_date:
        return ScalarKind.DATE
    if path.is_datetime:
        return ScalarKind.DATETIME
    if path.is_annotated:
        if path.is_boolean:
            return ScalarKind.BOOLEAN
        if path.is_number:
            return ScalarKind.NUMBER
        if path.is_text:
            return ScalarKind.TEXT

    constants = _clean(path.constants)
    if path.is_text or any(isinstance(c, str) for c in constants):
        return ScalarKind.TEXT
    if path.is_boolean or any(isinstance(c, bool) for c in constants):
        return ScalarKind.BOOLEAN
    if path.is_numeric or constants:
        return ScalarKind.NUMBER

    guess = ScalarKind.BOOLEAN if path.is_tested else ScalarKind.NUMBER
    return kind_of_name(path.name) or guess


def default_of(path: AccessPath) -> Scalar:
    """The parameter's default, where it is a plain constant other than None."""
    node = path.default
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = node.operand
        if isinstance(inner, ast.Constant) and isinstance(inner.value, (int, float)):
            return -inner.value
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float, bool)):
        return node.value
    return None


def unique(values: Iterable[Scalar]) -> tuple[Scalar, ...]:
    """Without repetition; 1, 1.0 and True stay apart."""
    seen: dict[tuple[type, object], Scalar] = {}
    for value in values:
        seen.setdefault((type(value), value), value)
    return tuple(seen.values())


def neighbours(value: object) -> tuple[Scalar, ...]:
    """The values just beside a constant: 65 -> 64, 65, 66."""
    if isinstance(value, bool) or value is None:
        return (True, False) if isinstance(value, bool) else ()
    if isinstance(value, int):
        return (value, value + 1, value - 1)
    if isinstance(value, float):
        step = 1.0 if abs(value) >= 10 else 0.1
        return (value, round(value + step, 6), round(value - step, 6))
    return (value,) if isinstance(value, str) else ()


def believable(value: object, match: NameMatch) -> bool:
    """Whether a reader would believe a person with this value."""
    if match.attribute.name == "age" and isinstance(value, (int, float)):
        if isinstance(value, bool):
            return True
        return YOUNGEST <= value <= OLDEST or 1910 <= value <= 2020
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return abs(value) < 10**7
    return value not in (None, "")


def plausible(path: AccessPath | None, old: object, new: object) -> bool:
    """Whether a context may hold a value that was worked out: a year stays one of our time."""
    words = words_of(path.name) if path is not None else ()
    if "year" not in words or not isinstance(old, (int, float)) or not 1900 <= old <= 2100:
        return True
    first = PRESENT[-1] if NOW & set(words) else 1950
    return isinstance(new, (int, float)) and first <= new <= 2035


def _numbers(path: AccessPath, constants: list[Scalar]) -> list[Scalar]:
    numbers = [c for c in constants if isinstance(c, (int, float)) and not isinstance(c, bool)]
    spread = list(_neighbours(sorted(numbers, reverse=True)[:8]))
    lexicon: list[Scalar] = []
    if NOW & set(words_of(path.name)) and "year" in words_of(path.name):
        return [*PRESENT, *(n for n in numbers if n >= PRESENT[-1])]
    for word in reversed(words_of(path.name)):
        if word in NUMBER_WORDS:
            lexicon = list(NUMBER_WORDS[word])
            break
    if numbers and not lexicon:
        top = max(numbers)
        lexicon = [top, 0, top * 2 if top else 5]
    elif numbers and not min(lexicon_numbers(lexicon)) <= max(numbers) * 10:
        lexicon = [max(numbers)]
    return [*(lexicon or [5, 1, 100]), *spread, *([] if numbers else [0, 1000, 20000, -1])]


def lexicon_numbers(values: list[Scalar]) -> list[float]:
    return [float(v) for v in values if isinstance(v, (int, float))]


def _neighbours(values: Iterable[Scalar]) -> tuple[Scalar, ...]:
    return unique(n for v in values for n in neighbours(v))


def _ages(constants: list[Scalar], match: NameMatch) -> tuple[Scalar, ...]:
    numbers = [c for c in constants if isinstance(c, (int, float)) and not isinstance(c, bool)]
    found = [*_catalogue_numbers(match), *_neighbours(numbers)]
    return unique(v for v in found if believable(v, match))


def _catalogue_numbers(match: NameMatch) -> Sequence[Scalar]:
    return [
        v
        for family in match.families
        for v in family.values
        if isinstance(v, (int, float)) and not isinstance(v, bool)
    ][:8]


def _catalogue_words(match: NameMatch, words: list[str], catalogue: Catalogue) -> Sequence[Scalar]:
    if not words:
        return [v for family in match.families[:1] for v in family.values][:10]
    known = [f for f in (*match.families, *match.attribute.families) if _is_text(f)]
    families = catalogue.families_of(match.attribute, words)[:2] or tuple(known[:1])
    return [v for family in families for v in family.values if isinstance(v, str)][:10]


def _is_text(family: Family) -> bool:
    return any(isinstance(v, str) for v in family.values)


def _flags(constants: list[Scalar]) -> list[Scalar]:
    """`"yes"` calls for `"no"`, in the same spelling."""
    pairs = {"yes": "no", "no": "yes", "y": "n", "n": "y", "true": "false", "false": "true"}
    texts = [c for c in constants if isinstance(c, str)]
    found: list[Scalar] = []
    for text in texts:
        other = pairs.get(text.lower())
        if other is not None:
            found.append(
                other.upper() if text.isupper() else other.title() if text.istitle() else other
            )
    return found if found and len(found) == len(texts) else []


def _clean(constants: Iterable[object]) -> list[Scalar]:
    return [c for c in constants if isinstance(c, (str, int, float, bool))]
