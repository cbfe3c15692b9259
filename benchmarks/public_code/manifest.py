"""The files of the benchmark, and what readers say of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FILES, LABELS = HERE / "files.jsonl", HERE / "labels.jsonl"
FIRST_READINGS, SECOND_READINGS = HERE / "first_readings.jsonl", HERE / "second_readings.jsonl"
SEALED_SHARE = 5
"""One repository in five is sealed."""
Place = tuple[str, str, str]
"""File, function and attribute."""


class Act(StrEnum):
    """Would a reasonable developer of the code want to be told, since somebody may lose by it?"""

    YES = "yes"
    DOUBT = "doubt"
    NO = "no"


@dataclass(frozen=True, slots=True)
class PublicFile:
    """One file of a public repository, as it is at a commit."""

    id: str
    repository: str
    """`owner/name`."""
    path: str
    commit: str
    lines: int
    domain: str
    language: str
    """The natural language of its names and texts, such as `pt`."""
    is_seen: bool = False
    """Whether rules were changed with a look at it: it can never be sealed."""

    @property
    def is_sealed(self) -> bool:
        """Whether nobody who changes a rule may open it; the same for all files of a repository."""
        digest = hashlib.sha256(self.repository.encode()).digest()
        return not self.is_seen and digest[0] % SEALED_SHARE == 0

    @property
    def name(self) -> str:
        """Its name in the cache."""
        return f"{self.id}.py"

    @property
    def place(self) -> str:
        """Where it is in a clone of its repository, whose folder says what it is about, too."""
        return f"{self.repository.rpartition('/')[2]}/{self.path}"


@dataclass(frozen=True, slots=True)
class Label:
    """That an outcome of a function depends on an attribute, and what a reader thinks of it."""

    file: str
    function: str
    """`Class.method`, `outer.inner`; `<module>` for a script."""
    line: int
    """Where the dependence stands."""
    def_line: int
    attribute: str
    act: Act
    purpose: str
    channel: str
    """What decides: branch, table, query, model, prompt, other."""
    labeller: str
    why: str

    @property
    def place(self) -> Place:
        return self.file, self.function, self.attribute


def public_files() -> list[PublicFile]:
    return [PublicFile(**record) for record in _records(FILES)]


def labels() -> list[Label]:
    return [_label(record) for record in _records(LABELS)]


def readings(path: Path) -> list[Label]:
    """What one reader says of the files that were read twice, before differences were settled."""
    return [_label(record) for record in _records(path) if "function" in record]


def read_twice() -> set[str]:
    """The ids of the files that two readers have read."""
    return {record["file"] for record in _records(SECOND_READINGS)}


def by_file(labels: Iterable[Label]) -> Mapping[str, list[Label]]:
    of_file: dict[str, list[Label]] = {}
    for label in labels:
        of_file.setdefault(label.file, []).append(label)
    return of_file


def _label(record: dict[str, Any]) -> Label:
    return Label(**{**record, "act": Act(record["act"])})


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
