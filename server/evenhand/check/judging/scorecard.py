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

WITHOUT_SIGNAL = (Purpose.DECISION, Purpose.UNCLEAR)
"""What a difference may be for although no signal says so."""
VETO = 100.0
"""What a plain signal counts for: no other points outweigh it."""
PLACES: Mapping[Purpose, tuple[str, ...]] = {
    Purpose.DECISION: (
        "name", "users", "label", "text", "error", "given", "code", "around", "field", "path",
        "file",
    ),
    Purpose.REPRESENTATION: ("name", "users", "label", "text", "error"),
    Purpose.ADDRESS: ("name", "label", "text"),
    Purpose.BODY: ("name", "users", "label", "given", "code", "around", "inputs", "path"),
    Purpose.AGE_LIMIT: (
        "name", "users", "text", "error", "given", "code", "around", "inputs", "path",
    ),
    Purpose.LAW: ("name", "users", "code", "around", "path", "file"),
    Purpose.ASKED_FOR: ("name", "users", "code", "around", "inputs", "field", "path"),
    Purpose.CONCESSION: ("name", "label", "text", "code", "around", "path"),
}  # fmt: skip
"""Where words that speak for a purpose are looked for."""


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Points for signals, by the purpose that they speak for."""

    base: Mapping[Purpose, float]
    """What a purpose has before any signal."""
    points: Mapping[str, float]
    """By the name of a signal; none of them is negative."""
    lead: float
    """By how much a decision has to lead; if it leads by less, nothing is clear."""


@lru_cache(maxsize=1)
def scorecard() -> Scorecard:
    """The points of `scorecard.toml`."""
    data = data_file("scorecard.toml")
    points = {name: value for table in data["points"].values() for name, value in table.items()}
    base = {Purpose(name): value for name, value in data["base"].items()}
    return Scorecard(base, points, data["lead"])


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
        f"{words.name} in {place}", words.towards, lambda case: words.first_in(case.words[place])
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
    found = ((signal, points, signal.holds(case)) for signal, points in counting_signals().items())
    counted = [
        Points(signal.name, signal.towards, points, sign) for signal, points, sign in found if sign
    ]
    return tuple(sorted(counted, key=lambda each: -each.points))


def purpose_of(points: Iterable[tuple[Purpose, float]], allowed: frozenset[Purpose]) -> Purpose:
    """The purpose with the most points, of those that an attribute may have and a signal names.

    It is a decision only if that leads by some points, and unclear if it leads by fewer. If an
    attribute cannot leave it unclear, as race, it is a decision unless another purpose leads so.
    """
    card = scorecard()
    scores = {purpose: card.base[purpose] for purpose in WITHOUT_SIGNAL if purpose in allowed}
    for purpose, of_signal in points:
        if purpose in allowed:
            scores[purpose] = scores.get(purpose, card.base[purpose]) + of_signal
    decision = scores.pop(Purpose.DECISION)
    if not scores:
        return Purpose.DECISION
    best = max(scores, key=lambda each: scores[each])
    lead = decision - scores[best]
    if Purpose.UNCLEAR not in allowed:  # whatever quiets it has to lead
        return best if lead <= -card.lead else Purpose.DECISION
    if lead >= card.lead:
        return Purpose.DECISION
    return Purpose.UNCLEAR if lead > 0 else best
