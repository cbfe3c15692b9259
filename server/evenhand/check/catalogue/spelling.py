"""How values are written: capitals and separators, and values spelled as the code does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.catalogue.attributes import Family, Value
from evenhand.scalars import is_number, is_same

FEWEST_SPREAD = 7
"""Numbers of a family from which others are thought to belong to it."""
LONGEST_CODE, LONGEST_UNIT = 3, 2
"""Letters of a code in capitals, and of a unit in small letters, that may mean anything."""
_SEPARATORS = re.compile(r"[\s_\-]+")
_MARKS = re.compile("[.'\u2019]")


def plain(value: object) -> str:
    """A value without its spelling: `Never-married` and `NEVER_MARRIED` are one."""
    return _plain_text(str(value))


@lru_cache(maxsize=20_000)
def _plain_text(text: str) -> str:
    return _SEPARATORS.sub(" ", _MARKS.sub("", text)).strip().casefold()


def plain_texts(values: Iterable[object]) -> frozenset[str]:
    """The texts among some values, without their spelling."""
    return frozenset(plain(value) for value in values if isinstance(value, str))


def in_case_of(model: str, word: str) -> str:
    """`word` in capitals if `model` is, or with a capital."""
    if model.isupper():
        return word.upper()
    return word.title() if model.istitle() else word


def in_style_of(texts: list[str], word: str) -> str:
    """`word` with the capitals and separators of some texts."""
    return _Style(_casing(texts), _separator(texts)).apply(word)


def may_be_code(value: object) -> bool:
    """Whether a value may be short for anything, if no other is beside it: `MR`, `ms`."""
    if not isinstance(value, str):
        return False
    longest = LONGEST_CODE if value.isupper() else LONGEST_UNIT if value.islower() else 0
    return len(value) <= longest


def spelled_like(families: Iterable[Family], constants: list[object]) -> tuple[Family, ...]:
    """The families that hold some of the constants, spelled as these are, best fit first."""
    scored: list[tuple[tuple[int, int, int], Family]] = []
    for order, family in enumerate(families):
        hits = _hits(family, constants)
        if not hits:
            continue

        exact = [hit for hit in hits if _has_value(family, hit)]
        score = (-len(hits), -len(exact), order)
        scored.append((score, _respelled(family, hits)))

    scored.sort(key=lambda entry: entry[0])
    return _distinct(family for _, family in scored)


def _hits(family: Family, constants: list[object]) -> list[Value]:
    """The constants that are values of the family, each once.

    Numbers fit a family of numbers whatever they are, where it lists more than a few.
    """
    hits: list[Value] = []
    for constant in constants:
        if not isinstance(constant, str | int | float):
            continue

        is_new = not any(is_same(constant, hit) for hit in hits)
        if is_new and _belongs(family, constant):
            hits.append(constant)
    return hits


def _belongs(family: Family, constant: Value) -> bool:
    if isinstance(constant, str):
        word = plain(constant)
        return word in family.also or word in _texts_of(family.values)
    return _has_value(family, constant) or _is_spread(family, constant)


@lru_cache(maxsize=2_000)
def _texts_of(values: tuple[Value, ...]) -> frozenset[str]:
    return plain_texts(values)


def _has_value(family: Family, constant: Value) -> bool:
    """Whether the family lists the constant exactly as the code writes it."""
    return any(is_same(value, constant) for value in family.values)


def _is_spread(family: Family, constant: Value) -> bool:
    """Whether a number is like those of a family that lists at least seven of a wide range."""
    numbers = [float(value) for value in family.values if is_number(value)]
    if len(numbers) < FEWEST_SPREAD or not is_number(constant):
        return False

    least, most = min(numbers), max(numbers)
    reach = most - least
    return least - reach <= float(constant) <= most + reach


def _respelled(family: Family, hits: list[Value]) -> Family:
    """The family with the constants as the code writes them, and the rest in their style."""
    texts = [hit for hit in hits if isinstance(hit, str)]
    if not texts:
        return family

    as_written = {plain(text): text for text in reversed(texts)}
    respell = _style_of(family, texts)
    values: dict[Value, None] = {}
    for value in family.values:
        if isinstance(value, str):
            value = as_written.get(plain(value)) or respell(value)
        values[value] = None
    values |= dict.fromkeys(text for text in texts if plain(text) in family.also)

    is_unchanged = tuple(values) == family.values
    name = family.name if is_unchanged else f"{family.name} as {texts[0]}"
    return Family(name, tuple(values), family.also)


def _style_of(family: Family, texts: list[str]) -> Callable[[str], str]:
    """What turns a value of the family into one in the style of `texts`."""
    is_as_listed = all(text in family.values for text in texts)
    if is_as_listed:
        return lambda value: value

    style = _Style(_casing(texts), _separator(texts))
    return style.apply


@dataclass(frozen=True, slots=True)
class _Style:
    """How the code writes capitals, and what it puts between words."""

    casing: str
    separator: str | None
    """None: as the catalogue has it."""

    def apply(self, value: str) -> str:
        """The value in this style."""
        text = value
        if self.separator is not None:
            text = _SEPARATORS.sub(self.separator, text)

        match self.casing:
            case "lower":
                return text.lower()
            case "upper":
                return text.upper()
            case "title":
                return re.sub(r"(?:^|(?<=[\s_]))[a-z]", lambda m: m.group().upper(), text)
            case "first":
                return _with_capital(text)
        return text


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _casing(texts: list[str]) -> str:
    if all(text == text.lower() for text in texts):
        return "lower"
    if all(text == text.upper() for text in texts):
        return "upper"

    several = [text for text in texts if _SEPARATORS.search(text)]
    if several and all(text == _with_capital(text.lower()) for text in several):
        return "first"
    if all(text == _with_capital(text) for text in texts):
        return "title"
    return "mixed"


def _separator(texts: list[str]) -> str | None:
    for text in texts:
        separator = _SEPARATORS.search(text)
        if separator is not None:
            return separator.group()

    return None


def _distinct(families: Iterable[Family]) -> tuple[Family, ...]:
    """Without those that have the same values as an earlier one."""
    by_values: dict[tuple[object, ...], Family] = {}
    for family in families:
        typed_values = tuple((type(value), value) for value in family.values)
        by_values.setdefault(typed_values, family)

    return tuple(by_values.values())
