"""Settings: what the user chose, from `[tool.evenhand]`, an editor or the command line.

A wrong setting never stops a check. It is left out, and a sentence says where it stands
and what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from evenhand.findings import Code, Severity

PROFILES = ("default", "legal", "paper")
ALL_CODES = "EVH"
DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
USER_ONLY = frozenset({"python"})
"""Keys that decide what runs: the user may set them, a workspace's file may not."""
UNTRUSTED = USER_ONLY | {"interpreter", "isolation", "sandbox", "endpoint", "base-url", "api-key"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user chose for the files of one folder."""

    enable: bool = True
    profile: str = "default"
    attributes: frozenset[str] | None = None
    """Attributes to check; None: those of the profile."""
    extra_attributes: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    """Attributes that the user added: name, identifier words, values."""
    select: tuple[str, ...] = (ALL_CODES,)
    """Codes, or beginnings of codes, whose findings are shown."""
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    """Files and folders to pass over, as in a .gitignore file."""
    extend_exclude: tuple[str, ...] = ()
    severity: tuple[tuple[Code, Severity], ...] = ()
    seconds_per_function: float = 10.0
    python: str | None = None
    """The interpreter in which checked code runs; None: to be found."""
    jobs: int | None = None
    """Processes of a command line run; None: as many as pay off."""
    source: Path | None = None
    """The pyproject.toml that was read; None where there is none."""

    def shows(self, code: Code) -> bool:
        """Whether findings of `code` are selected; the more exact entry decides."""
        return _reach(code, self.select) > _reach(code, self.ignore)


@dataclass(frozen=True, slots=True)
class Choice:
    """Settings, and a sentence for each entry that could not be used."""

    settings: Settings
    problems: tuple[str, ...] = ()


class WrongValueError(Exception):
    """A setting has a value that cannot be used; the message completes `file: key ...`."""


def override(
    settings: Settings, values: Mapping[str, object], origin: str, *, trusted: bool = False
) -> Choice:
    """Put `values` over `settings`; None leaves a setting as it is.

    Keys are written `seconds-per-function`, `seconds_per_function` or `secondsPerFunction`.
    `origin` names the file or the place in messages. Only a `trusted` origin (the user's
    own editor or command line) may choose the interpreter.
    """
    changes: dict[str, object] = {}
    problems: list[str] = []
    for written, value in values.items():
        if value is None:
            continue
        try:
            changes |= _setting(_kebab(written), value, trusted)
        except WrongValueError as wrong:
            problems.append(f"{origin}: `{written}` {wrong}")
    return Choice(replace(settings, **changes), tuple(problems))  # type: ignore[arg-type]


def _setting(key: str, value: object, trusted: bool) -> dict[str, object]:
    if key in UNTRUSTED and not (trusted and key in USER_ONLY):
        raise WrongValueError(
            "may not be set there, because a folder must not decide how its own code is run; "
            "set it in your editor or on the command line"
        )
    if key == "attributes" and isinstance(value, Mapping):
        return {"extra_attributes": _extra_attributes(value)}
    if key not in _READERS:
        raise WrongValueError(f"is no setting of Evenhand{_did_you_mean(key, _READERS)}")
    return {key.replace("-", "_"): _READERS[key](value)}


def _kebab(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).replace("_", "-")


def _did_you_mean(word: str, known: object) -> str:
    close = get_close_matches(word, list(known), n=1)  # type: ignore[call-overload]
    return f"; did you mean `{close[0]}`?" if close else ""


def _reach(code: Code, entries: tuple[str, ...]) -> int:
    return max((len(entry) for entry in entries if code.startswith(entry)), default=0)


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
            f"must be one of {', '.join(known)}, not {value!r}{_did_you_mean(str(value), known)}"
        )
    return str(value)


def _profile(value: object) -> str:
    return _one_of(value, PROFILES)


def _codes(value: object) -> tuple[str, ...]:
    entries = tuple(ALL_CODES if v.upper() == "ALL" else v.upper() for v in _words(value))
    for entry in entries:
        if not entry or not any(code.startswith(entry) for code in Code):
            raise WrongValueError(f"names {entry!r}, which is no rule{_did_you_mean(entry, Code)}")
    return entries


def _severity(value: object) -> tuple[tuple[Code, Severity], ...]:
    if not isinstance(value, Mapping):
        raise WrongValueError(f"must be a table of rules and severities, not {value!r}")
    known = tuple(s.value for s in Severity)
    return tuple(
        (Code(_one_of(code, tuple(Code))), Severity(_one_of(level, known)))
        for code, level in value.items()
    )


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 3600:
        raise WrongValueError(f"must be a number of seconds from 0 to 3600, not {value!r}")
    return float(value)


def _jobs(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise WrongValueError(f"must be a whole number from 1 up, not {value!r}")
    return value


def _extra_attributes(
    table: Mapping[str, object],
) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    return tuple(_extra_attribute(name, entry) for name, entry in table.items())


def _extra_attribute(name: str, entry: object) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if not isinstance(entry, Mapping) or not entry.keys() <= {"words", "values"}:
        raise WrongValueError(f"needs `words` and `values` for {name!r}, and nothing else")
    words = _words(entry.get("words", [name]))
    values = _words(entry.get("values", []))
    if len(values) < 2:
        raise WrongValueError(f"needs two `values` or more for {name!r}, to compare them")
    return name, words, values


_READERS: Mapping[str, Callable[[object], object]] = {
    "enable": _flag,
    "profile": _profile,
    "attributes": lambda value: frozenset(_words(value)),
    "select": _codes,
    "ignore": _codes,
    "exclude": _words,
    "extend-exclude": _words,
    "severity": _severity,
    "seconds-per-function": _seconds,
    "python": _word,
    "jobs": _jobs,
}
