"""What the caller's process asks of the hub, and what it is answered. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.check.search.counterfactual_calls import CounterfactualCalls
from evenhand.findings import FileReport
from evenhand.isolation import Standing

SettingValues = Mapping[str, object]
"""Settings by name, as the caller chose them; None leaves what the folder has."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something to check or to repair."""

    path: Path
    """A file or a folder, or where the text is taken to be."""
    text: str | None
    """The code; None: what is at the path."""
    settings: SettingValues


@dataclass(frozen=True, slots=True)
class CheckQuestion(Question):
    """Check it."""


@dataclass(frozen=True, slots=True)
class FixQuestion(Question):
    """Repair it."""

    function: str = ""
    """The only function to repair; empty: all."""


@dataclass(frozen=True, slots=True)
class CallsQuestion(Question):
    """Calls of one function that differ in one person's attribute."""

    function: str


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """What was found."""

    reports: tuple[FileReport, ...]
    problems: tuple[str, ...]
    """What could not be read, and settings of files that could not be used."""
    python: str
    standing: Standing = field(default_factory=Standing)


@dataclass(frozen=True, slots=True)
class RepairedFunction:
    """One function that was repaired."""

    function: str
    attributes: tuple[str, ...]
    title: str
    """What the repair does, as an order."""
    effect: str
    """What changes for whom."""
    evidence: str


@dataclass(frozen=True, slots=True)
class FileFix:
    """One file before and after."""

    path: str
    before: str
    after: str
    repaired: tuple[RepairedFunction, ...] = ()
    left: tuple[tuple[str, str], ...] = ()
    """Functions that were not repaired, each with the reason."""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FixAnswer:
    """What came of the repairs."""

    files: tuple[FileFix, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallsAnswer:
    """Calls that a function accepts, in groups that are alike but for one attribute."""

    groups: tuple[CounterfactualCalls, ...]
    problem: str = ""
    """Why there are no more."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a question cannot be answered: a setting that does not exist, no such Python."""

    sentence: str
