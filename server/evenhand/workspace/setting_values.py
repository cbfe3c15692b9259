"""Reading the value of a setting: its type, and what to say when it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from difflib import get_close_matches

from evenhand.check.catalogue import PROFILES, default_catalogue
from evenhand.check.rules.registry import all_rules
from evenhand.findings import RuleCode, Severity
from evenhand.isolation import Isolation

ALL_CODES = "EVH"
ExtraAttribute = tuple[str, tuple[str, ...], tuple[str, ...]]
"""An attribute's name, identifier words and values."""


class WrongValueError(Exception):
    """A setting has a value that cannot be used; the message completes `file: key ...`."""


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


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the nearest known one, if any is near."""
    close = get_close_matches(word, list(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValueError(f"must be true or false, not {value!r}")
    return value


def _word(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise WrongValueError(f"must be a text, not {value!r}")
    return value


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise WrongValueError(f"must be a list of texts, not {value!r}")
    return tuple(value)


def _one_of(value: object, known: tuple[str, ...]) -> str:
    if value not in known:
        raise WrongValueError(
            f"must be one of {', '.join(known)}, not {value!r}{did_you_mean(str(value), known)}"
        )
    return str(value)


def _profile(value: object) -> str:
    return _one_of(value, PROFILES)


def _isolation(value: object) -> Isolation:
    return Isolation(_one_of(value, tuple(Isolation)))


def _codes(value: object) -> tuple[str, ...]:
    entries = tuple(ALL_CODES if v.upper() == "ALL" else v.upper() for v in _words(value))
    codes = _known_codes()
    for entry in entries:
        if not entry or not any(code.startswith(entry) for code in codes):
            raise WrongValueError(f"names {entry!r}, which is no rule{did_you_mean(entry, codes)}")
    return entries


def _severity(value: object) -> tuple[tuple[RuleCode, Severity], ...]:
    if not isinstance(value, Mapping):
        raise WrongValueError(f"must be a table of rules and severities, not {value!r}")
    codes, levels = _known_codes(), tuple(severity.value for severity in Severity)
    return tuple(
        (RuleCode(_one_of(code, codes)), Severity(_one_of(level, levels)))
        for code, level in value.items()
    )


def _known_codes() -> tuple[str, ...]:
    return tuple(rule.code for rule in all_rules())


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 3600:
        raise WrongValueError(f"must be a number of seconds from 0 to 3600, not {value!r}")
    return float(value)


def _jobs(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise WrongValueError(f"must be a whole number from 1 up, not {value!r}")
    return value


def _attribute_name(written: str, extra: Set[str]) -> str:
    name, catalogue = _canonical(written), default_catalogue()
    known = {attribute.name for attribute in catalogue.attributes} | extra
    if name in known:
        return name
    match = catalogue.match_name(written)
    hint = f"; did you mean `{match.attribute.name}`?" if match else did_you_mean(name, known)
    raise WrongValueError(
        f"names {written!r}, which is no attribute{hint or ' (see `evenhand attributes`)'}"
    )


def _canonical(name: str) -> str:
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
