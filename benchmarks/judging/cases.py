"""Labelled differences as vectors: which signals hold for each, and what it is for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evenhand.check.catalogue import default_catalogue
from evenhand.check.catalogue.purposes import purposes_open_to
from evenhand.check.judging.scorecard import all_signals
from evenhand.check.outcomes.deciders import MODEL
from evenhand.findings import Purpose, Severity

CASES = Path(__file__).parent / "cases.jsonl"
ASKS_MODEL = "asks a model"
QUIET = frozenset(Purpose) - {Purpose.DECISION}


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """One difference that was seen, and what a reader says of it."""

    source: str
    """The labelled set that it comes from: `public`, `corpus`, `fixture`."""
    group: str
    """What lies in one fold: a repository, or a file."""
    function: str
    attribute: str
    purposes: frozenset[Purpose]
    """What it may be for: several, if the label leaves that open."""
    is_doubtful: bool
    """Readers may differ on whether it is worth a warning."""
    signals: frozenset[str]

    @property
    def is_decision(self) -> bool:
        return self.purposes == {Purpose.DECISION}

    @property
    def is_loud(self) -> bool:
        """Whether a decision by the attribute is a warning by default."""
        profile = default_catalogue().profile("default")
        return profile.get(self.attribute) is Severity.WARNING

    @property
    def allowed(self) -> frozenset[Purpose]:
        """The purposes that the attribute may have."""
        return purposes_open_to(self.attribute, MODEL if ASKS_MODEL in self.signals else "")


def read_cases(path: Path = CASES) -> list[JudgedCase]:
    """The cases of a file, whose first line has the names of the signals."""
    with path.open(encoding="utf-8") as lines:
        names: list[str] = json.loads(next(lines))
        return [_case(json.loads(line), names) for line in lines]


def write_cases(cases: Iterable[JudgedCase], path: Path = CASES) -> None:
    """Write cases, with numbers for the names of signals."""
    names = [signal.name for signal in all_signals()]
    numbers = {name: number for number, name in enumerate(names)}
    with path.open("w", encoding="utf-8") as file:
        print(json.dumps(names), file=file)
        for case in cases:
            print(json.dumps(_record(case, numbers), ensure_ascii=False), file=file)


def _case(record: Sequence[object], names: Sequence[str]) -> JudgedCase:
    source, group, function, attribute, purposes, is_doubtful, numbers = record
    return JudgedCase(
        str(source),
        str(group),
        str(function),
        str(attribute),
        frozenset(map(Purpose, purposes)),  # type: ignore[call-overload]
        bool(is_doubtful),
        frozenset(names[number] for number in numbers),  # type: ignore[attr-defined]
    )


def _record(case: JudgedCase, numbers: dict[str, int]) -> list[object]:
    return [
        case.source,
        case.group,
        case.function,
        case.attribute,
        sorted(case.purposes),
        case.is_doubtful,
        sorted(numbers[name] for name in case.signals),
    ]
