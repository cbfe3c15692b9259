"""What came of the files of one `evenhand fix`, function by function and attribute by attribute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from evenhand.check.catalogue.purposes import manners
from evenhand.repair.whole_files import Done, FileRepair, Spared


class Mode(Enum):
    """What becomes of repairs."""

    SHOW = "show"
    """They are printed, or written as a patch."""
    WRITE = "write"
    CHECK = "check"
    """They are only counted."""


@dataclass(frozen=True, slots=True)
class FixedFile:
    """What came of one file."""

    path: Path
    """As the user named it."""
    repair: FileRepair
    unwritten: str = ""
    """Why its repairs were not written; empty if they were, or should not be."""
    earlier: bool = False
    """Whether it was written before a run was stopped, which goes on now."""


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one function and the attributes that share a fate."""

    place: str
    """`loan.py:12`."""
    function: str
    attributes: str
    """`age, gender`"""
    state: str


@dataclass(slots=True)
class FixedFiles:
    """What came of all files so far."""

    mode: Mode
    files: list[FixedFile] = field(default_factory=list)
    problems: int = 0
    """Files that could not be read or written, and settings that could not be used."""

    @property
    def done(self) -> list[tuple[FixedFile, Done]]:
        """The functions that were repaired, or would be."""
        written = (file for file in self.files if not file.unwritten)
        return [(file, done) for file in written for done in file.repair.done]

    @property
    def allowed(self) -> int:
        """How many of them only got a reason, since what they do rests on the attribute."""
        return sum(done.repair.proof is None for _, done in self.done)

    @property
    def left(self) -> int:
        """How many functions could not be repaired."""
        return sum(not left.awaits_word for file in self.files for left in file.repair.left)

    @property
    def waiting(self) -> int:
        """How many functions have something that a person decides."""
        return sum(left.awaits_word for file in self.files for left in file.repair.left)

    @property
    def unchecked(self) -> int:
        """How many functions could not be checked, so that nobody knows."""
        return sum(len(file.repair.unchecked) for file in self.files)

    @property
    def unwritten(self) -> int:
        """How many functions have a repair that could not be written."""
        return sum(len(file.repair.done) for file in self.files if file.unwritten)

    @property
    def by_attribute(self) -> Counter[str]:
        """In how many functions each attribute was repaired."""
        return Counter(attribute for _, done in self.done for attribute in done.attributes)

    def rows(self) -> list[Row]:
        """What came of each function, in the order of the files and their lines."""
        return [row for file in self.files for row in _rows(file, self.mode)]


def why_spared(spared: Spared) -> str:
    """Why a difference was not to be repaired."""
    verdict = spared.verdict
    if spared.stays:
        return spared.stays
    if verdict.allowed is not None:
        return f"allowed ({verdict.allowed})" if verdict.allowed else "allowed"
    if verdict.purpose is not None and not verdict.decides:
        return manners()[verdict.purpose].reason
    return f"{verdict.severity or 'not shown'} only; --attributes {verdict.attribute} repairs it"


def _rows(file: FixedFile, mode: Mode) -> Iterable[Row]:
    states = [*_repaired(file, mode), *_left(file), *_spared(file)]
    for line, function, attributes, state in sorted(states, key=lambda entry: entry[0]):
        yield Row(f"{file.path}:{line}", function, attributes, state)


def _repaired(file: FixedFile, mode: Mode) -> Iterator[tuple[int, str, str, str]]:
    for done in file.repair.done:
        state = _state(file, mode, "allowed" if done.repair.proof is None else "repaired")
        yield done.line, done.function, ", ".join(done.attributes), state
    for along in file.repair.along:
        state = f"{_state(file, mode, 'repaired')} by the repair of another function"
        yield along.line, along.function, ", ".join(along.attributes), state


def _state(file: FixedFile, mode: Mode, deed: str) -> str:
    """What has become of a function that was `repaired` or `allowed`."""
    if file.unwritten:
        return f"not written: {file.unwritten}"
    if file.earlier:
        return f"{deed} before the run was stopped"
    return deed if mode is Mode.WRITE else f"would be {deed}"


def _left(file: FixedFile) -> Iterator[tuple[int, str, str, str]]:
    for left in file.repair.left:
        if left.attributes:
            yield left.line, left.function, ", ".join(left.attributes), f"left: {left.reason}"


def _spared(file: FixedFile) -> Iterator[tuple[int, str, str, str]]:
    for spared in file.repair.spared:
        reason = f"left: {why_spared(spared)}"
        yield spared.line, spared.function, spared.verdict.attribute, reason
