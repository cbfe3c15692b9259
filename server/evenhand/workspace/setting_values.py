"""Read the value of each setting, and say what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from difflib import get_close_matches

from evenhand.check.catalogue import PROFILES, default_catalogue
from evenhand.check.rules.registry import all_rules
from evenhand.findings import RuleCode, Severity
from evenhand.isolation import Isolation

ALL_CODES = "EVH"
MOST_SECONDS = 3600
ExtraAttribute = tuple[str, tuple[str, ...], tuple[str, ...]]
"""An attribute's name, identifier words and values."""


class WrongValueError(Exception):
    """The value of a setting cannot be used; the message completes `file: key ...`."""


def attribute_names(value: object, extra: Set[str] = frozenset()) -> frozenset[str]:
    """Names of attributes: those of the catalogue, or of `extra`."""
    return frozenset(_attribute_name(name, extra) for name in _words(value))


def attribute_table(
    table: Mapping[str, object],
) -> tuple[tuple[ExtraAttribute, ...], tuple[tuple[str, bool], ...]]:
    """What a table of attributes adds, and what it switches on (true) and off (false)."""
    extra, switched = [], []

    for name, entry in table.items():
        if isinstance(entry, bool):
            switched.append((_attribute_name(name, set()), entry))
        else:
            extra.append(_extra_attribute(_canonical(name), entry))

    return tuple(extra), tuple(switched)


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the most similar of `words`, if any is."""
    similar = get_close_matches(word, list(words), n=1)
    return f"; did you mean `{similar[0]}`?" if similar else ""


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValueError(f"must be true or false, not {value!r}")
    return value


def _word(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise WrongValueError(f"must be a text, not {value!r}")
    return value


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        return tuple(value)
    raise WrongValueError(f"must be a list of texts, not {value!r}")


def _one_of(value: object, choices: tuple[str, ...]) -> str:
    if value in choices:
        return str(value)
    hint = did_you_mean(str(value), choices)
    raise WrongValueError(f"must be one of {', '.join(choices)}, not {value!r}{hint}")


def _profile(value: object) -> str:
    return _one_of(value, PROFILES)


def _isolation(value: object) -> Isolation:
    return Isolation(_one_of(value, tuple(Isolation)))


def _codes(value: object) -> tuple[str, ...]:
    return tuple(map(_code, _words(value)))


def _code(written: str) -> str:
    """A code, or the beginning of codes."""
    entry = ALL_CODES if written.upper() == "ALL" else written.upper()
    codes = _rule_codes()
    if entry and any(code.startswith(entry) for code in codes):
        return entry
    hint = did_you_mean(entry, codes)
    raise WrongValueError(f"names {entry!r}, which is no rule{hint}")


def _severity(value: object) -> tuple[tuple[RuleCode, Severity], ...]:
    if not isinstance(value, Mapping):
        raise WrongValueError(f"must be a table of rules and severities, not {value!r}")

    codes, levels = _rule_codes(), tuple(Severity)
    return tuple(
        (RuleCode(_one_of(code, codes)), Severity(_one_of(level, levels)))
        for code, level in value.items()
    )


def _rule_codes() -> tuple[str, ...]:
    return tuple(rule.code for rule in all_rules())


def _seconds(value: object) -> float:
    number = _number(value)
    if number is not None and 0 < number <= MOST_SECONDS:
        return float(number)
    raise WrongValueError(f"must be a number of seconds from 0 to {MOST_SECONDS}, not {value!r}")


def _jobs(value: object) -> int:
    number = _number(value)
    if isinstance(number, int) and number >= 1:
        return number
    raise WrongValueError(f"must be a whole number from 1 up, not {value!r}")


def _number(value: object) -> int | float | None:
    """A number as it is; None for anything else, also for True and False."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return None


def _attribute_name(written: str, extra: Set[str]) -> str:
    name, catalogue = _canonical(written), default_catalogue()
    names = {attribute.name for attribute in catalogue.attributes} | extra
    if name in names:
        return name

    match = catalogue.match_name(written)
    hint = f"; did you mean `{match.attribute.name}`?" if match else did_you_mean(name, names)
    hint = hint or " (see `evenhand attributes`)"
    raise WrongValueError(f"names {written!r}, which is no attribute{hint}")


def _canonical(name: str) -> str:
    """`Sexual-Orientation` as `sexual_orientation`."""
    return "_".join(name.lower().replace("-", " ").split())


def _extra_attribute(name: str, entry: object) -> ExtraAttribute:
    if not isinstance(entry, Mapping) or not entry.keys() <= {"words", "values"}:
        raise WrongValueError(
            f"needs true, false, or a table of `words` and `values` for {name!r}, not {entry!r}"
        )

    words, values = _words(entry.get("words", [name])), _words(entry.get("values", []))
    is_new = all(name != attribute.name for attribute in default_catalogue().attributes)
    if is_new and len(values) < 2:
        raise WrongValueError(f"needs two `values` or more for {name!r}, to compare them")
    return name, words, values


READERS: Mapping[str, Callable[[object], object]] = {
    "enable": _flag,
    "profile": _profile,
    "select": _codes,
    "ignore": _codes,
    "exclude": _words,
    "extend-exclude": _words,
    "severity": _severity,
    "seconds-per-function": _seconds,
    "python": _word,
    "isolation": _isolation,
    "jobs": _jobs,
}
"""How to read the value of each setting but `attributes`, which depends on others."""
