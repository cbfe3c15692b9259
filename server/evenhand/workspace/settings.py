"""Settings: what the user chose, from `[tool.evenhand]`, an editor or the command line.

A wrong setting never stops a check. It is left out, and a sentence says where it is and what is
wrong with it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.findings import Purpose, RuleCode, Severity
from evenhand.isolation import Isolation
from evenhand.options import Baseline
from evenhand.workspace.setting_values import (
    ALL_CODES,
    READERS,
    CodesOfFiles,
    ExtraAttribute,
    WrongValueError,
    attribute_names,
    attribute_table,
    did_you_mean,
    held,
    names_of_things,
    shown,
)

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
MOST_KEYS = 200
"""Entries of one origin that are looked at."""
MOST_PROBLEMS = 20
"""Sentences about the entries of one origin."""
USER_ONLY = frozenset({"python", "isolation"})
"""Keys that decide what runs: the user may set them, a workspace's file may not."""
UNTRUSTED = USER_ONLY | {
    "interpreter", "sandbox", "repair", "provider", "model", "endpoint", "base-url", "api-key",
    "second-reader",
}  # fmt: skip
"""Keys that a workspace's file may not set, now or should they ever exist."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user chose for the files of one folder."""

    enable: bool = True
    """Whether the files of this folder are checked."""
    profile: str = "default"
    """Which attributes count, and how loudly: default, legal, paper or strict."""
    attributes: frozenset[str] | None = None
    """The only attributes to check; None: those of the profile."""
    extra_attributes: tuple[ExtraAttribute, ...] = ()
    """Attributes that the user added, or added words and values to."""
    switched: tuple[tuple[str, bool], ...] = ()
    """Attributes that are checked, or not, whatever the profile says."""
    not_people: frozenset[str] = frozenset()
    """Names that mean no attribute of a person, of all origins together: `party_type`."""
    select: tuple[str, ...] = (ALL_CODES,)
    """Codes, or beginnings of codes, whose findings are shown."""
    ignore: tuple[str, ...] = ()
    """Codes, or beginnings of codes, whose findings are hidden; the longer entry wins."""
    per_file_ignores: tuple[CodesOfFiles, ...] = ()
    """Rules that are hidden in some files, whatever is selected, by patterns of files."""
    hidden: tuple[str, ...] = ()
    """Those of them that hold for the file at hand."""
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    """Files and folders to exclude, written as in a .gitignore file."""
    extend_exclude: tuple[str, ...] = ()
    """More files and folders to exclude."""
    severity: tuple[tuple[RuleCode, Severity], ...] = ()
    """How loudly findings of a rule are shown."""
    purposes: tuple[tuple[Purpose, Severity | None], ...] = ()
    """How loudly differences of a purpose are shown at most; None: not at all."""
    repair_baseline: Baseline = Baseline.AUTO
    """As whom a repair treats everyone."""
    seconds_per_function: float = 30.0
    """Seconds of processor time after which one function is given up."""
    python: str | None = None
    """The interpreter that runs checked code; None: find one."""
    isolation: Isolation = Isolation.AUTO
    """How checked code has to be isolated."""
    jobs: int | None = None
    """Processes of a command line run; None: as many as pay off."""
    source: Path | None = None
    """The pyproject.toml that was read; None if there is none."""

    def shows(self, code: RuleCode) -> bool:
        """Whether findings of `code` are selected; the more exact entry decides."""
        if code.startswith(self.hidden):
            return False
        return _reach(code, self.select) > _reach(code, self.ignore)


@dataclass(frozen=True, slots=True)
class Choice:
    """Settings, and a sentence for each entry that could not be used."""

    settings: Settings
    problems: tuple[str, ...] = ()


def override(
    settings: Settings, values: Mapping[str, object], origin: str, *, trusted: bool = False
) -> Choice:
    """Put `values` over `settings`; None leaves a setting as it is.

    Keys are written `seconds-per-function`, `seconds_per_function` or `secondsPerFunction`.
    `origin` names the file, the editor or the command line in messages. Only a `trusted` origin
    (the user's own editor or command line) may choose the interpreter and the isolation.
    """
    changes: dict[str, object] = {}
    problems: list[str] = []
    for written, value in itertools.islice(values.items(), MOST_KEYS):
        if value is None:
            continue
        try:
            change, problem = _setting(settings, kebab(written), value, trusted)
        except WrongValueError as wrong:
            change, problem = {}, str(wrong)
        changes |= change
        if problem:
            problems.append(f"{origin}: `{shown(written)[1:-1]}` {problem}")

    left = len(problems) - MOST_PROBLEMS + max(0, len(values) - MOST_KEYS)
    if left > 0:
        problems[MOST_PROBLEMS:] = [f"{origin}: {left:,} more entries could not be used"]
    return Choice(replace(settings, **changes), tuple(problems))  # type: ignore[arg-type]


def _setting(
    settings: Settings, key: str, value: object, trusted: bool
) -> tuple[dict[str, object], str]:
    """What an entry changes, and what is to be said about it."""
    if key in UNTRUSTED and not (trusted and key in USER_ONLY):
        raise WrongValueError(
            "may not be set there, because a folder must not decide how its own code is run "
            "or where it is sent; set it in your editor or on the command line"
        )

    if key == "attributes" and isinstance(value, Mapping):
        extra, switched = attribute_table(value)
        return {"extra_attributes": extra, "switched": switched}, ""
    if key == "attributes":
        extra_names = {name for name, *_ in settings.extra_attributes}
        return {"attributes": attribute_names(value, extra_names)}, ""

    if key == "not-people":
        return {"not_people": settings.not_people | names_of_things(value)}, ""

    if key not in READERS:
        hint = did_you_mean(key, [*READERS, "attributes", "not-people"])
        raise WrongValueError(f"is not a setting of Evenhand{hint}")
    read = READERS[key](value)
    allowed, problem = (read, "") if trusted else held(key, read)
    return {key.replace("-", "_"): allowed}, problem


def kebab(name: str) -> str:
    """`secondsPerFunction` and `seconds_per_function` as `seconds-per-function`."""
    separated = re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name)
    return separated.replace("_", "-")


def _reach(code: RuleCode, entries: tuple[str, ...]) -> int:
    """The length of the longest entry that `code` begins with; 0 if there is none."""
    return max((len(entry) for entry in entries if code.startswith(entry)), default=0)
