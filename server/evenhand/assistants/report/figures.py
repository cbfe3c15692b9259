"""Counts what the ledger holds, for the audit report. Pure.

The unit that is counted is one function of one suggestion. It counts as biased if a verdict says
that it is biased or that it refuses people. What an assistant may not have written is counted
apart: among guesses are functions of the user's own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from evenhand.assistants.ledger.records import Entry, Fate, RecordedVerdict
from evenhand.assistants.report.audited_functions import (
    OPEN,
    UNKNOWN,
    AuditedFunction,
    audited_functions,
)
from evenhand.findings import VerdictKind
from evenhand.share import Share

WORST = 20
"""Open findings that the report shows."""


@dataclass(frozen=True, slots=True)
class Row:
    """A share of biased functions, for one attribute, assistant, repository or week."""

    name: str
    share: Share


@dataclass(frozen=True, slots=True)
class Favoured:
    """How often people with one value of an attribute come off better."""

    attribute: str
    who: str
    count: int


@dataclass(frozen=True, slots=True)
class Requests:
    """Requests that were answered several times."""

    count: int
    answers: tuple[int, int]
    """Fewest and most answers to one of them."""
    union: Share
    """CBS_U@K: requests with a biased answer."""
    intersection: Share
    """CBS_I@K: requests whose answers are all biased."""


@dataclass(frozen=True, slots=True)
class OpenFinding:
    """A biased function that is still there as it was suggested."""

    number: int
    """The suggestion's number in the ledger."""
    time: datetime
    file: str
    workspace: str
    function: str
    verdicts: tuple[RecordedVerdict, ...]
    confidence: float = 1.0
    """That an assistant wrote it, in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Figures:
    """All numbers of a report: but for `guessed` and `open`, of what an assistant surely wrote."""

    suggestions: int
    functions: Share
    """Biased functions among all."""
    guessed: Share
    """The same of what an assistant probably wrote."""
    sure: tuple[float, float]
    """The least and the highest confidence of these, in [0, 1]."""
    since: datetime | None
    until: datetime | None
    weeks: tuple[Row, ...]
    attributes: tuple[Row, ...]
    """Functions that are biased for an attribute, among all."""
    assistants: tuple[Row, ...]
    workspaces: tuple[Row, ...]
    requests: Requests | None
    """None if no request was answered more than once."""
    favoured: tuple[Favoured, ...]
    fates: tuple[tuple[str, int], ...]
    """What became of biased functions: `repaired`, ..., `open`."""
    strategies: tuple[tuple[str, int], ...]
    """How the repaired ones were repaired."""
    open: tuple[OpenFinding, ...]
    """The worst: those that treat people differently for the most attributes."""


def figures(entries: Iterable[Entry]) -> Figures:
    """Count what the entries of a ledger say; what no assistant wrote does not count."""
    every = [entry for entry in entries if not entry.is_disowned]
    times = [entry.suggestion.time for entry in every]
    certain = [entry for entry in every if entry.suggestion.confidence >= 1]
    guesses = [entry for entry in every if entry.suggestion.confidence < 1]
    functions, guessed = _functions(certain), _functions(guesses)
    biased = [function for function in functions if function.is_biased]
    confidences = [entry.suggestion.confidence for entry in guesses]

    return Figures(
        suggestions=len(certain),
        functions=_share(functions),
        guessed=_share(guessed),
        sure=(min(confidences, default=0.0), max(confidences, default=0.0)),
        since=min(times, default=None),
        until=max(times, default=None),
        weeks=_rows(functions, lambda function: function.week),
        attributes=_attributes(functions),
        assistants=_by_share(_rows(functions, lambda function: function.assistant)),
        workspaces=_by_share(_rows(functions, lambda function: function.workspace)),
        requests=_requests(certain),
        favoured=_favoured(functions),
        fates=_counted(function.state for function in biased),
        strategies=_strategies(biased),
        open=_open([*biased, *(function for function in guessed if function.is_biased)]),
    )


def _functions(entries: Iterable[Entry]) -> list[AuditedFunction]:
    return [function for entry in entries for function in audited_functions(entry)]


def _share(functions: Sequence[AuditedFunction]) -> Share:
    return Share(sum(function.is_biased for function in functions), len(functions))


def _rows(
    functions: Sequence[AuditedFunction], key: Callable[[AuditedFunction], str]
) -> tuple[Row, ...]:
    groups: dict[str, list[AuditedFunction]] = defaultdict(list)
    for function in functions:
        groups[key(function)].append(function)

    return tuple(Row(name, _share(groups[name])) for name in sorted(groups))


def _by_share(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The highest share first."""
    return tuple(
        sorted(rows, key=lambda row: (-(row.share.value or 0), -row.share.whole, row.name))
    )


def _attributes(functions: Sequence[AuditedFunction]) -> tuple[Row, ...]:
    counts = Counter[str]()
    for function in functions:
        counts.update({verdict.attribute for verdict in function.unequal})

    rows = [Row(name, Share(count, len(functions))) for name, count in counts.items()]
    return _by_share(rows)


def _requests(entries: Sequence[Entry]) -> Requests | None:
    answers: dict[str, list[bool]] = defaultdict(list)
    for entry in entries:
        if entry.suggestion.prompt_hash:
            answers[entry.suggestion.prompt_hash].append(bool(entry.unequal))

    several = [row for row in answers.values() if len(row) > 1]
    if not several:
        return None

    lengths = [len(row) for row in several]
    return Requests(
        len(several),
        (min(lengths), max(lengths)),
        union=Share(sum(map(any, several)), len(several)),
        intersection=Share(sum(map(all, several)), len(several)),
    )


def _favoured(functions: Sequence[AuditedFunction]) -> tuple[Favoured, ...]:
    verdicts = [verdict for function in functions for verdict in function.unequal]
    counts = Counter(
        (verdict.attribute, verdict.direction.rpartition(" ")[0])
        for verdict in verdicts
        if verdict.kind == VerdictKind.BIASED and verdict.direction
    )
    favoured = [Favoured(attribute, who, count) for (attribute, who), count in counts.items()]
    return tuple(sorted(favoured, key=lambda row: (row.attribute, -row.count, row.who)))


def _strategies(biased: Sequence[AuditedFunction]) -> tuple[tuple[str, int], ...]:
    fates = [function.fate for function in biased if function.fate is not None]
    return _counted(fate.detail or UNKNOWN for fate in fates if fate.fate is Fate.REPAIRED)


def _counted(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How often each name occurs, the most frequent first."""
    return tuple(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


def _open(biased: Sequence[AuditedFunction]) -> tuple[OpenFinding, ...]:
    """The open findings with the most attributes, the newest first among equals."""
    functions = [function for function in biased if function.state == OPEN]
    functions.sort(key=lambda f: (len(f.unequal), f.entry.suggestion.time), reverse=True)
    return tuple(_open_finding(function) for function in functions[:WORST])


def _open_finding(function: AuditedFunction) -> OpenFinding:
    suggestion = function.entry.suggestion
    return OpenFinding(
        function.entry.id,
        suggestion.time,
        suggestion.file,
        suggestion.workspace,
        function.name,
        function.unequal,
        suggestion.confidence,
    )
