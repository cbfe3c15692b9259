"""What the ledger comes to: counts and measures. Pure.

What is counted is a function of a suggestion. It is biased where a verdict says so or that it
refuses people.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from evenhand.assistants.ledger.records import Ended, Entry, Fate, Judged
from evenhand.findings import VerdictKind
from evenhand.measures.code_bias_score import cbs_intersection, cbs_union
from evenhand.measures.share import Share

WORST = 20
UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Row:
    """A share of biased functions, for one attribute, assistant, repository or week."""

    name: str
    share: Share


@dataclass(frozen=True, slots=True)
class Favoured:
    """How often people of one kind come off better."""

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
    """CBS_U@K"""
    intersection: Share
    """CBS_I@K"""


@dataclass(frozen=True, slots=True)
class Open:
    """A biased function of which nothing has become yet."""

    number: int
    time: datetime
    file: str
    workspace: str
    function: str
    verdicts: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """All numbers of a report."""

    suggestions: int
    functions: Share
    since: datetime | None
    until: datetime | None
    weeks: tuple[Row, ...]
    attributes: tuple[Row, ...]
    """Of all functions, those that are biased for an attribute."""
    assistants: tuple[Row, ...]
    workspaces: tuple[Row, ...]
    requests: Requests | None
    favoured: tuple[Favoured, ...]
    fates: tuple[tuple[str, int], ...]
    """What became of biased functions: `repaired`, ..., `open`."""
    strategies: tuple[tuple[str, int], ...]
    """How the repaired ones were repaired."""
    open: tuple[Open, ...]
    """The worst: those that treat people differently for the most attributes."""


@dataclass(frozen=True, slots=True)
class _Suggested:
    """One function of one suggestion."""

    entry: Entry
    name: str
    biased: tuple[Judged, ...]
    ended: Ended | None


def figures(entries: Iterable[Entry]) -> Figures:
    """Count what the entries of a ledger say."""
    known = list(entries)
    functions = [one for entry in known for one in _functions(entry)]
    times = [entry.suggestion.time for entry in known]
    return Figures(
        suggestions=len(known),
        functions=_share(functions),
        since=min(times, default=None),
        until=max(times, default=None),
        weeks=_rows(functions, lambda f: week_of(f.entry.suggestion.time)),
        attributes=_attributes(functions),
        assistants=_by_share(_rows(functions, _assistant)),
        workspaces=_by_share(_rows(functions, lambda f: f.entry.suggestion.workspace or UNKNOWN)),
        requests=_requests(known),
        favoured=_favoured(functions),
        fates=_counted(_fate(f) for f in functions if f.biased),
        strategies=_counted(
            f.ended.detail or UNKNOWN
            for f in functions
            if f.biased and f.ended is not None and f.ended.fate is Fate.REPAIRED
        ),
        open=_open(functions),
    )


def week_of(day: date) -> str:
    """The week by ISO 8601: `2026-W47`."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def _functions(entry: Entry) -> list[_Suggested]:
    unequal: dict[str, list[Judged]] = defaultdict(list)
    for verdict in entry.unequal:
        unequal[verdict.function].append(verdict)
    ended = {e.function: e for e in entry.fates}
    names = dict.fromkeys((*entry.suggestion.functions, *unequal))
    return [_Suggested(entry, n, tuple(unequal[n]), ended.get(n)) for n in names]


def _share(functions: Sequence[_Suggested]) -> Share:
    return Share(sum(bool(f.biased) for f in functions), len(functions))


def _rows(functions: Sequence[_Suggested], key: Callable[[_Suggested], str]) -> tuple[Row, ...]:
    groups: dict[str, list[_Suggested]] = defaultdict(list)
    for function in functions:
        groups[key(function)].append(function)
    return tuple(Row(name, _share(groups[name])) for name in sorted(groups))


def _by_share(rows: Sequence[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda r: (-(r.share.value or 0), -r.share.whole, r.name)))


def _attributes(functions: Sequence[_Suggested]) -> tuple[Row, ...]:
    counts = Counter(a for f in functions for a in {v.attribute for v in f.biased})
    rows = [Row(name, Share(count, len(functions))) for name, count in counts.items()]
    return _by_share(rows)


def _assistant(function: _Suggested) -> str:
    s = function.entry.suggestion
    return " · ".join(filter(None, (s.assistant, s.model))) or UNKNOWN


def _requests(entries: Sequence[Entry]) -> Requests | None:
    answers: dict[str, list[bool]] = defaultdict(list)
    for entry in entries:
        if entry.suggestion.prompt_hash:
            answers[entry.suggestion.prompt_hash].append(bool(entry.unequal))
    several = [row for row in answers.values() if len(row) > 1]
    if not several:
        return None
    lengths = [len(row) for row in several]
    both = cbs_union(several), cbs_intersection(several)
    return Requests(len(several), (min(lengths), max(lengths)), *both)


def _favoured(functions: Sequence[_Suggested]) -> tuple[Favoured, ...]:
    counts = Counter(
        (v.attribute, v.direction.rpartition(" ")[0])
        for f in functions
        for v in f.biased
        if v.kind == VerdictKind.BIASED and v.direction
    )
    made = (Favoured(*key, count) for key, count in counts.items())
    return tuple(sorted(made, key=lambda f: (f.attribute, -f.count, f.who)))


def _fate(function: _Suggested) -> str:
    ended = function.ended
    return ended.fate.value if ended is not None and ended.fate is not Fate.KEPT else "open"


def _counted(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


def _open(functions: Sequence[_Suggested]) -> tuple[Open, ...]:
    found = [f for f in functions if f.biased and _fate(f) == "open"]
    found.sort(key=lambda f: (len(f.biased), f.entry.suggestion.time), reverse=True)
    return tuple(
        Open(
            f.entry.id,
            f.entry.suggestion.time,
            f.entry.suggestion.file,
            f.entry.suggestion.workspace,
            f.name,
            f.biased,
        )
        for f in found[:WORST]
    )
