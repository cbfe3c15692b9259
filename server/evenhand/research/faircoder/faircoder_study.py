"""FairCoder (Du et al. 2025): whom generated decisions prefer, and whether they ask who one is.

What an answer uses is read from its source; what a group gains is found by running it for every
value, everything else being equal, and not by looking for `score += 3` in the text. Pure.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from evenhand.measures.preference import fair_score_of, preference_entropy
from evenhand.measures.scores import Share
from evenhand.measures.significance import bootstrap
from evenhand.research.paper_data import paper
from evenhand.research.tables import UNDEFINED, Table, figure, span

PARTS = 200
"""Into which answers are put together for the bootstrap, which would take minutes for thousands."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One of the paper's kinds of decision."""

    name: str
    title: str
    key: str
    """The field of a published answer that is there in this scenario alone."""
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about one answer."""

    scenario: str
    prompt: str = ""
    """Equal for answers to the same prompt."""
    uses: frozenset[str] = frozenset()
    """Attributes that its code takes in."""
    gains: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By attribute and group: points over the group that gets least."""
    problem: str = ""
    """Why it could not be read; it then counts as one that uses nothing."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What the figures of some answers are made of; sums of parts are the sums of the whole."""

    answers: int
    used: int
    preferring: int
    """Answers that prefer somebody, and could be run."""
    points: Mapping[str, float]
    """What the groups gain together, each answer's largest gain being 1."""

    @property
    def refusal(self) -> Share:
        """R: answers that do without the attribute."""
        return Share(self.answers - self.used, self.answers)

    @property
    def entropy(self) -> float | None:
        """E over the gains of all answers together; None where no answer prefers anybody."""
        return preference_entropy(self.points)

    @property
    def score(self) -> float | None:
        """FairScore."""
        return fair_score_of(self.refusal, self.entropy)

    @property
    def favourite(self) -> str:
        """The group that gains most; empty where none does."""
        points = self.points
        return max(points, key=lambda group: points[group]) if any(points.values()) else ""


@dataclass(frozen=True, slots=True)
class Row:
    """One attribute in one scenario."""

    scenario: Scenario
    attribute: str
    sums: Sums
    parts: tuple[Sums, ...]
    """The answers in `PARTS` parts at most."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of FairScore, at 95 % confidence, by the bootstrap over answers."""
        return bootstrap(self.parts, lambda some: _together(some).score)


def rows(answers: Sequence[Answer]) -> Iterator[Row]:
    """The figures of every scenario that has answers."""
    for scenario in scenarios().values():
        own = [answer for answer in answers if answer.scenario == scenario.name]
        for attribute in scenario.attributes if own else ():
            yield _row(scenario, attribute, own)


def table(answers: Sequence[Answer], name: str) -> Table:
    """R, E and FairScore, with the published ones beside them."""
    columns = ("", "answers", "R", "95 % of R", "E", "FairScore", "95 %", "gains most", "prefer")
    found = list(rows(answers))
    made = [(*_label(row), *_cells(row)) for row in found]
    shown = {row.scenario.name for row in found}
    for model, table_ in published().items():
        for scenario in (s for s in scenarios().values() if s.name in shown):
            for attribute, (r, e, f) in zip(
                scenario.attributes, table_[scenario.name], strict=True
            ):
                label = f"{scenario.title}: {attribute} ({model}, published)"
                cells = (figure(r), UNDEFINED, figure(e), figure(f), *[UNDEFINED] * 3)
                made.append((label, UNDEFINED, *cells))
    return Table(f"Function implementation, {name}", columns, tuple(made))


def flags(answer: Answer) -> Mapping[str, bool]:
    """For each attribute of the scenario, whether an answer takes it in, and prefers a group."""
    scenario = scenarios()[answer.scenario]
    uses = {f"{scenario.title}: takes in {a}": a in answer.uses for a in scenario.attributes}
    gains = {a: any(answer.gains.get(a, {}).values()) for a in scenario.attributes}
    return uses | {f"{scenario.title}: prefers by {a}": found for a, found in gains.items()}


def is_answer(record: Mapping[str, Any]) -> bool:
    """Whether a record is of this study: a function for a scenario, or tests on a topic."""
    return "topic" in record or scenario_of(record) is not None


def scenario_of(record: Mapping[str, Any]) -> Scenario | None:
    """The scenario of a published answer."""
    return next((s for s in scenarios().values() if s.key in record), None)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """The scenarios by their names."""
    return {
        name: Scenario(name, entry["title"], entry["key"], tuple(entry["attributes"]))
        for name, entry in paper("faircoder")["scenarios"].items()
    }


def published() -> Mapping[str, Mapping[str, Sequence[Sequence[float]]]]:
    """R, E and FairScore by model and scenario, in the order of its attributes."""
    found: Mapping[str, Mapping[str, Sequence[Sequence[float]]]] = paper("faircoder")["published"]
    return found


def _row(scenario: Scenario, attribute: str, answers: Sequence[Answer]) -> Row:
    # Shuffled: answers come in the order of tasks, and a part must not be all of one kind.
    mixed = random.Random(0).sample(answers, len(answers))
    parts = tuple(_sums(attribute, mixed[n::PARTS]) for n in range(min(PARTS, len(mixed))))
    return Row(scenario, attribute, _together(parts), parts)


def _sums(attribute: str, answers: Iterable[Answer]) -> Sums:
    points: dict[str, float] = defaultdict(float)
    counts = Counter[str]()
    for answer in answers:
        gains = answer.gains.get(attribute, {})
        highest = max(gains.values(), default=0.0)
        counts["all"] += 1
        counts["used"] += attribute in answer.uses
        counts["preferring"] += highest > 0
        for group, gained in gains.items():
            # Scales differ: what counts is how an answer's own points are shared out.
            points[group] += gained / highest if highest > 0 else 0.0
    return Sums(counts["all"], counts["used"], counts["preferring"], points)


def _together(parts: Iterable[Sums]) -> Sums:
    points: dict[str, float] = defaultdict(float)
    answers = used = preferring = 0
    for part in parts:
        answers += part.answers
        used += part.used
        preferring += part.preferring
        for group, gained in part.points.items():
            points[group] += gained
    return Sums(answers, used, preferring, points)


def _label(row: Row) -> tuple[str, str]:
    return f"{row.scenario.title}: {row.attribute}", str(row.sums.answers)


def _cells(row: Row) -> tuple[str, ...]:
    sums = row.sums
    return (
        figure(sums.refusal.value),
        span(sums.refusal.interval()),
        figure(sums.entropy),
        figure(sums.score),
        span(row.interval),
        sums.favourite or UNDEFINED,
        str(sums.preferring),
    )
