"""What each signal counts for: reads `scorecard.toml`, which `benchmarks.judging.fit` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from evenhand.check.catalogue.data_files import data_file
from evenhand.check.catalogue.word_lists import WordList, lexicon
from evenhand.check.judging.case import Case
from evenhand.check.judging.signals import SIGNALS, Signal
from evenhand.findings import Points, Purpose

CERTAIN = 1.2
"""By how many points a quiet purpose has to lead for an attribute that leaves nothing unclear."""
SHARE_OF_COMMON = 0.05
"""What points of signals that hold of much code count for where quiet purposes are compared: that
a file is long speaks against a decision, and hardly says what a difference is for instead."""
FEWEST_POINTS = 0.2
"""From which a quiet purpose is named: on labelled real code 163 wrong ones instead of 168, and 578
right ones instead of 584."""
VETO = 100.0
"""What a plain signal counts for: no other points outweigh it."""
PLACES: Mapping[Purpose, tuple[str, ...]] = {
    Purpose.DECISION: (
        "name", "users", "label", "text", "error", "given", "rule", "code", "around", "field",
        "path", "file",
    ),
    Purpose.REPRESENTATION: ("name", "users", "label", "text", "error"),
    Purpose.ADDRESS: ("name", "label", "text"),
    Purpose.BODY: ("name", "users", "label", "given", "rule", "code", "around", "inputs", "path"),
    Purpose.AGE_LIMIT: (
        "name", "users", "text", "error", "given", "rule", "code", "around", "inputs", "path",
    ),
    Purpose.LAW: ("name", "users", "rule", "code", "around", "path", "file"),
    Purpose.ASKED_FOR: ("name", "users", "rule", "code", "around", "inputs", "field", "path"),
    Purpose.CONCESSION: ("name", "label", "text", "rule", "code", "around", "path"),
}  # fmt: skip
"""Where words that speak for a purpose are looked for."""
NEAR, FAR = frozenset({"name", "label"}), frozenset({"users", "around", "path", "file"})
"""Places in what differs, and around it."""


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Points for signals, by the purpose that they speak for."""

    base: float
    """The score before any signal; from 0 on a difference is a decision."""
    points: Mapping[str, float]
    """By the name of a signal; none of them is negative."""


@lru_cache(maxsize=1)
def scorecard() -> Scorecard:
    """The points of `scorecard.toml`."""
    data = data_file("scorecard.toml")
    points = {name: value for table in data["points"].values() for name, value in table.items()}
    return Scorecard(data["base"], points)


@lru_cache(maxsize=1)
def all_signals() -> tuple[Signal, ...]:
    """The structural signals, and one for each list of words and each place for them."""
    return (*SIGNALS, *_lexical())


def _lexical() -> Iterator[Signal]:
    for words in lexicon().lists:
        for place in PLACES[words.towards]:
            yield _in_place(words, place)


def _in_place(words: WordList, place: str) -> Signal:
    return Signal(
        f"{words.name} in {place}",
        words.towards,
        lambda case: words.first_in(case.words[place]),
        "speaks of {}",
    )


@lru_cache(maxsize=1)
def counting_signals() -> Mapping[Signal, float]:
    """Those that count for anything, each with its points."""
    points = scorecard().points
    return {
        signal: VETO if signal.is_plain else points[signal.name]
        for signal in all_signals()
        if signal.is_plain or signal.name in points
    }


def points_of(case: Case) -> tuple[Points, ...]:
    """All signals that hold and count, the weightiest first."""
    signs = ((signal, points, signal.holds(case)) for signal, points in counting_signals().items())
    held = [Points(s.name, s.towards, points, sign, s.phrase) for s, points, sign in signs if sign]
    names = that_count(((each.signal, each.towards) for each in held), case.purposes)
    counted = [each for each in held if each.signal in names]
    return tuple(sorted(counted, key=lambda each: -each.points))


def that_count(held: Iterable[tuple[str, Purpose]], allowed: frozenset[Purpose]) -> frozenset[str]:
    """The names of the signals that count, of the names and purposes of those that hold.

    None counts for a purpose that the attribute may not have. And what is near overrules what is
    far: if the name of a function, or of what it gives, has words for a quiet purpose alone, words
    for a decision elsewhere in its file do not count.
    """
    signals = [(name, towards, place_of(name)) for name, towards in held if towards in allowed]
    near = {towards for _, towards, place in signals if place in NEAR}
    is_quiet = bool(near) and Purpose.DECISION not in near
    return frozenset(
        name
        for name, towards, place in signals
        if not (is_quiet and place in FAR and towards is Purpose.DECISION)
    )


def place_of(signal: str) -> str:
    """Where the words of a signal stand; empty if it is made of none: `path` of `money in path`."""
    name, _, place = signal.rpartition(" in ")
    return place if name in _names_of_lists() else ""


@lru_cache(maxsize=1)
def _names_of_lists() -> frozenset[str]:
    return frozenset(words.name for words in lexicon().lists)


def purpose_of(points: Iterable[Points], allowed: frozenset[Purpose]) -> Purpose:
    """A decision if more speaks for it than against it; else a quiet purpose.

    `points` are those of the signals that count, by an attribute that may have some purposes.
    """
    counted = list(points)
    is_decision = lead_of(counted, allowed) >= 0
    return Purpose.DECISION if is_decision else quiet_purpose(counted, allowed)


def lead_of(points: Iterable[Points], allowed: frozenset[Purpose]) -> float:
    """How far the score is above the line of a decision; negative below it."""
    signed = (e.points if e.towards is Purpose.DECISION else -e.points for e in points)
    return scorecard().base + sum(signed) - least_for(allowed)


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    return frozenset(signal.name for signal in SIGNALS if signal.is_common)


def least_for(allowed: frozenset[Purpose]) -> float:
    """The score from which it is a decision by an attribute that may have some purposes."""
    return 0.0 if Purpose.UNCLEAR in allowed else -CERTAIN


def quiet_purpose(points: Iterable[Points], allowed: frozenset[Purpose]) -> Purpose:
    """The quiet purpose with the most points.

    Where none has many it is unclear: a wrong reason is worse than none. A decision, if nothing
    speaks for any purpose and the attribute cannot leave it unclear, as race.
    """
    sums: dict[Purpose, float] = {}
    for each in points:
        if each.towards is not Purpose.DECISION:
            share = SHARE_OF_COMMON if each.signal in _common() else 1.0
            sums[each.towards] = sums.get(each.towards, 0) + share * each.points
    likeliest = max(sums, key=lambda each: sums[each], default=None)
    is_plain = likeliest is not None and sums[likeliest] >= FEWEST_POINTS
    if likeliest is not None and (is_plain or Purpose.UNCLEAR not in allowed):
        return likeliest
    return Purpose.UNCLEAR if Purpose.UNCLEAR in allowed else Purpose.DECISION
