"""Read the value of each setting, and say what is wrong with it."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Callable, Iterable, Mapping, Set
from difflib import get_close_matches

from evenhand.check.catalogue import PROFILES, default_catalogue
from evenhand.check.catalogue.purposes import OFF
from evenhand.check.catalogue.splitting import words_of
from evenhand.check.rules.registry import all_rules
from evenhand.findings import Purpose, RuleCode, Severity
from evenhand.isolation import Isolation
from evenhand.options import Baseline

ALL_CODES = "EVH"
MOST_SECONDS = 3600
MOST_SECONDS_OF_FOLDER = 60.0
"""What a folder may ask for; the user may ask for more."""
MOST_ENTRIES = 10_000
"""Of a list, such as that of excluded files."""
MOST_ATTRIBUTES = 200
MOST_WORDS = 1_000
"""Words, or values, that an attribute may be given."""
ExtraAttribute = tuple[str, tuple[str, ...], tuple[str, ...]]
"""An attribute's name, identifier words and values."""
CodesOfFiles = tuple[str, tuple[str, ...]]
"""A pattern of files, and the rules that are not shown there."""


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 100


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
    if len(table) > MOST_ATTRIBUTES:
        raise WrongValueError(f"has more than {MOST_ATTRIBUTES} attributes")

    for name, entry in table.items():
        if isinstance(entry, bool):
            switched.append((_attribute_name(name, set()), entry))
        else:
            extra.append(_extra_attribute(_canonical(name), entry))

    return tuple(extra), tuple(switched)


def names_of_things(value: object) -> frozenset[str]:
    """Names that are not about people, each by its words: `party_type` for `partyType`."""
    names = _words(value)
    for name in names:
        if not words_of(name):
            raise WrongValueError(f"names {shown(name)}, which has no letters")
    return frozenset(map(name_of_thing, names))


def name_of_thing(name: str) -> str:
    """How settings keep a name that is not about people, however the code writes it."""
    return "_".join(words_of(name))


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the most similar of `words`, if any is."""
    similar = get_close_matches(word, list(words), n=1)
    return f"; did you mean `{similar[0]}`?" if similar else ""


def shown(value: object) -> str:
    """A value as it is written, shortened if it is long."""
    try:
        return _SHORT.repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, tables in tables
        return "what is written there"


def held(key: str, value: object) -> tuple[object, str]:
    """The value of a setting as far as a folder may set it, and a sentence about what is less.

    Nothing is said about `jobs`: machines differ, and a file cannot know them all.
    """
    if key == "jobs" and isinstance(value, int):
        return min(value, os.cpu_count() or 1), ""
    if (
        key == "seconds-per-function"
        and isinstance(value, float)
        and value > MOST_SECONDS_OF_FOLDER
    ):
        why = "because a folder must not decide how busy your machine is"
        most = MOST_SECONDS_OF_FOLDER
        return most, f"may be at most {most:.0f} there, {why}; {most:.0f} is used"
    return value, ""


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValueError(f"must be true or false, not {shown(value)}")
    return value


def _word(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise WrongValueError(f"must be a text, not {shown(value)}")
    return value


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
        if len(value) > MOST_ENTRIES:
            raise WrongValueError(f"has more than {MOST_ENTRIES:,} entries")
        return tuple(value)
    raise WrongValueError(f"must be a list of texts, not {shown(value)}")


def _one_of(value: object, choices: tuple[str, ...]) -> str:
    if value in choices:
        return str(value)
    hint = did_you_mean(value, choices) if isinstance(value, str) else ""
    raise WrongValueError(f"must be one of {', '.join(choices)}, not {shown(value)}{hint}")


def _profile(value: object) -> str:
    return _one_of(value, PROFILES)


def _baseline(value: object) -> Baseline:
    return Baseline(_one_of(value, tuple(Baseline)))


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
    raise WrongValueError(f"names {shown(entry)}, which is no rule{hint}")


def _codes_by_pattern(value: object) -> tuple[CodesOfFiles, ...]:
    if not isinstance(value, Mapping):
        raise WrongValueError(f"must be a table of patterns and rules, not {shown(value)}")
    if len(value) > MOST_ATTRIBUTES:
        raise WrongValueError(f"has more than {MOST_ATTRIBUTES} patterns")

    for pattern in value:
        if not pattern.strip() or pattern.startswith("!"):
            raise WrongValueError(f"names {shown(pattern)}, which is no pattern of files here")
    return tuple((pattern, _codes(codes)) for pattern, codes in value.items())


def _severity(value: object) -> tuple[tuple[RuleCode, Severity], ...]:
    if not isinstance(value, Mapping):
        raise WrongValueError(f"must be a table of rules and severities, not {shown(value)}")

    codes, levels = _rule_codes(), tuple(Severity)
    return tuple(
        (RuleCode(_one_of(code, codes)), Severity(_one_of(level, levels)))
        for code, level in value.items()
    )


def _purposes(value: object) -> tuple[tuple[Purpose, Severity | None], ...]:
    """How loudly each purpose is shown; None for `off`."""
    if not isinstance(value, Mapping):
        raise WrongValueError(f"must be a table of purposes and severities, not {shown(value)}")

    purposes, levels = tuple(Purpose), (*Severity, OFF)
    chosen: list[tuple[Purpose, Severity | None]] = []
    for name, level in value.items():
        purpose = Purpose(_one_of(_canonical(str(name)), purposes))
        severity = _one_of(level, levels)
        chosen.append((purpose, None if severity == OFF else Severity(severity)))
    return tuple(chosen)


def _rule_codes() -> tuple[str, ...]:
    return tuple(rule.code for rule in all_rules())


def _seconds(value: object) -> float:
    number = _number(value)
    if number is not None and 0 < number <= MOST_SECONDS:
        return float(number)
    wanted = f"a number of seconds from 0 to {MOST_SECONDS}"
    raise WrongValueError(f"must be {wanted}, not {shown(value)}")


def _jobs(value: object) -> int:
    number = _number(value)
    if isinstance(number, int) and number >= 1:
        return number
    raise WrongValueError(f"must be a whole number from 1 up, not {shown(value)}")


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
    raise WrongValueError(f"names {shown(written)}, which is no attribute{hint}")


def _canonical(name: str) -> str:
    """`Sexual-Orientation` as `sexual_orientation`."""
    return "_".join(name.lower().replace("-", " ").split())


def _extra_attribute(name: str, entry: object) -> ExtraAttribute:
    if not isinstance(entry, Mapping) or not entry.keys() <= {"words", "values"}:
        wanted = "true, false, or a table of `words` and `values`"
        raise WrongValueError(f"needs {wanted} for {shown(name)}, not {shown(entry)}")

    words, values = _words(entry.get("words", [name])), _words(entry.get("values", []))
    if max(len(words), len(values)) > MOST_WORDS:
        raise WrongValueError(f"has more than {MOST_WORDS:,} `words` or `values` for {shown(name)}")
    is_new = all(name != attribute.name for attribute in default_catalogue().attributes)
    if is_new and len(values) < 2:
        raise WrongValueError(f"needs two `values` or more for {shown(name)}, to compare them")
    return name, words, values


READERS: Mapping[str, Callable[[object], object]] = {
    "enable": _flag,
    "profile": _profile,
    "select": _codes,
    "ignore": _codes,
    "per-file-ignores": _codes_by_pattern,
    "exclude": _words,
    "extend-exclude": _words,
    "severity": _severity,
    "purposes": _purposes,
    "repair-baseline": _baseline,
    "seconds-per-function": _seconds,
    "python": _word,
    "isolation": _isolation,
    "jobs": _jobs,
}
"""How to read the value of each setting but those that depend on what is already set."""
