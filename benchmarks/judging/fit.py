"""Fit the points of `scorecard.toml` to labelled differences, and say how well they do on others.

    python -m benchmarks.judging.fit [--penalty N] [--lead N] [--write]

A multinomial logistic regression in which each signal gives points to one purpose only, and never
takes any: naming a price cannot make a difference harmless. The penalty on the sum of all points
keeps the card short. Figures are for folds by repository: no point is fitted to what it judges.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.optimize import minimize

from benchmarks.judging.cases import QUIET, JudgedCase, read_cases
from evenhand.check import catalogue
from evenhand.check.judging.scorecard import WITHOUT_SIGNAL, all_signals
from evenhand.check.judging.signals import SIGNALS, VETOES
from evenhand.findings import Purpose

SCORECARD = Path(catalogue.__file__).parent / "scorecard.toml"
PURPOSES = tuple(Purpose)
DECISION = PURPOSES.index(Purpose.DECISION)
WEIGHTS = {"public": 5.0, "corpus": 4.0, "fixture": 2.0}
"""Of a case by its source: real code counts most, twins that were written to be hard least."""
DOUBTFUL = 0.5
VAGUE = 0.3
"""Weights of cases whose label leaves it open whether, or by which purpose, they are harmless."""
FEWEST_CASES, FEWEST_GROUPS = 4, 3
"""In which a signal has to hold to be given any points."""
STRUCTURAL = 0.4
"""The penalty of signals that need no word of any language, as a share of the others'."""
MOST_POINTS = 4.0
SMALLEST = 0.05
"""Points below this are left out."""
FORBIDDEN = -30.0
RIDGE = 1.0
"""Of the squares of points: many small ones rather than few large ones."""
FOLDS = 8
Matrix = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Data:
    """Cases as arrays."""

    holds: Matrix
    """1 where a signal holds: cases x signals."""
    allowed: Matrix
    """Purposes that the attribute may have and some signal speaks for: cases x purposes."""
    meant: Matrix
    """Purposes that the label leaves open: cases x purposes."""
    weights: Matrix
    """Of the cases."""


@dataclass(frozen=True)
class Card:
    """Fitted points."""

    names: tuple[str, ...]
    points: Matrix
    base: Matrix

    def scores(self, cases: Sequence[JudgedCase]) -> Matrix:
        """The points of each purpose: cases x purposes."""
        data = arrays(cases, self.names)
        scores = data.holds @ (_towards(self.names) * self.points[:, None]) + self.base
        return np.where(data.allowed > 0, scores, FORBIDDEN)


def fit(cases: Sequence[JudgedCase], penalty: float) -> Card:
    """The points that make what the labels say most likely, where no plain signal decides."""
    cases = [case for case in cases if not vetoed(case)]
    names = _frequent(cases)
    data, towards = arrays(cases, names), _towards(names)
    structural = {signal.name for signal in SIGNALS}
    penalties = np.array([penalty * (STRUCTURAL if n in structural else 1) for n in names])
    count = len(names)

    def loss(values: Matrix) -> tuple[float, Matrix]:
        points, base = values[:count], values[count:]
        scores = data.holds @ (towards * points[:, None]) + base
        scores = np.where(data.allowed > 0, scores, FORBIDDEN)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares = odds / odds.sum(axis=1, keepdims=True)
        likely = (shares * data.meant).sum(axis=1) + 1e-12
        slope = (shares - shares * data.meant / likely[:, None]) * data.weights[:, None]
        slope = np.where(data.allowed > 0, slope, 0)
        by_point = ((data.holds.T @ slope) * towards).sum(axis=1)
        value = -(data.weights * np.log(likely)).sum() + (penalties * points).sum()
        value += RIDGE * (points**2).sum() + 0.01 * (base**2).sum()
        gradient = [by_point + penalties + 2 * RIDGE * points, slope.sum(axis=0) + 0.02 * base]
        return float(value), np.concatenate(gradient)

    start = np.concatenate([np.full(count, SMALLEST), np.zeros(len(PURPOSES))])
    bounds = [(0.0, MOST_POINTS)] * count + [(-6.0, 6.0)] * len(PURPOSES)
    optimum = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500}
    )
    return Card(names, np.round(optimum.x[:count], 2), np.round(optimum.x[count:], 2))


def across_folds(cases: Sequence[JudgedCase], penalty: float) -> Matrix:
    """The scores of each case by a card that was fitted to other repositories."""
    scores = np.zeros((len(cases), len(PURPOSES)))
    folds = [_fold(case.group) for case in cases]
    for fold in range(FOLDS):
        others = [case for case, of_case in zip(cases, folds, strict=True) if of_case != fold]
        places = [place for place, of_case in enumerate(folds) if of_case == fold]
        if places:
            scores[places] = fit(others, penalty).scores([cases[place] for place in places])
    return scores


def warned(cases: Sequence[JudgedCase], scores: Matrix, lead: float) -> list[bool]:
    """Whether a decision leads, and the attribute is one of those that are warned of.

    If the attribute cannot leave it unclear, the decision only must not be led by another.
    """
    leads = scores[:, DECISION] - np.delete(scores, DECISION, axis=1).max(axis=1)
    enough = [lead if Purpose.UNCLEAR in case.allowed else -lead for case in cases]
    return [
        bool(of_case >= least) and case.is_loud and not vetoed(case)
        for of_case, least, case in zip(leads, enough, cases, strict=True)
    ]


def vetoed(case: JudgedCase) -> bool:
    """Whether a plain signal decides, whatever the points are."""
    return any(signal.name in case.signals and signal.towards in case.allowed for signal in VETOES)


def arrays(cases: Sequence[JudgedCase], names: Sequence[str]) -> Data:
    numbers = {name: number for number, name in enumerate(names)}
    holds = np.zeros((len(cases), len(names)))
    for row, case in enumerate(cases):
        holds[row, [numbers[name] for name in case.signals if name in numbers]] = 1
    allowed = np.array([[purpose in case.allowed for purpose in PURPOSES] for case in cases])
    has_signal = holds @ _towards(names) > 0
    has_signal[:, [PURPOSES.index(purpose) for purpose in WITHOUT_SIGNAL]] = True
    allowed = allowed & has_signal
    meant = np.array([[purpose in case.purposes for purpose in PURPOSES] for case in cases])
    meant = meant & allowed
    meant[~meant.any(axis=1), PURPOSES.index(Purpose.UNCLEAR)] = True
    weights = np.array([_weight(case) for case in cases])
    return Data(holds, allowed.astype(float), meant.astype(float), weights)


def _weight(case: JudgedCase) -> float:
    share = DOUBTFUL if case.is_doubtful else VAGUE if case.purposes == QUIET else 1
    return WEIGHTS[case.source] * share


def _frequent(cases: Iterable[JudgedCase]) -> tuple[str, ...]:
    """The signals that hold in enough cases, of enough repositories."""
    groups: dict[str, list[str]] = defaultdict(list)
    for case in cases:
        for name in case.signals:
            groups[name].append(case.group)
    weighed = (signal.name for signal in all_signals() if not signal.is_plain)
    return tuple(
        name
        for name in weighed
        if len(groups[name]) >= FEWEST_CASES and len({*groups[name]}) >= FEWEST_GROUPS
    )


def _towards(names: Sequence[str]) -> Matrix:
    """1 at the purpose that a signal speaks for: signals x purposes."""
    purpose_of = {signal.name: signal.towards for signal in all_signals()}
    towards = np.zeros((len(names), len(PURPOSES)))
    towards[np.arange(len(names)), [PURPOSES.index(purpose_of[name]) for name in names]] = 1
    return towards


def _fold(group: str) -> int:
    return hashlib.sha256(f"fold {group}".encode()).digest()[0] % FOLDS


def written(card: Card, lead: float) -> str:
    """The card as `scorecard.toml` has it."""
    purpose_of = {signal.name: signal.towards for signal in all_signals()}
    lines = [
        "# What signals count for, written by `python -m benchmarks.judging.fit --write`.",
        "# Each gives points to one purpose. The purpose with the most points is what a difference",
        "# is for; a decision has to lead by `lead`, or else nothing is clear.",
        f"lead = {lead}",
        "",
        "[base]",
        *(f"{p} = {value:.2f}" for p, value in zip(PURPOSES, card.base, strict=True)),
    ]
    for purpose in PURPOSES:
        of_purpose = [
            (float(points), name)
            for name, points in zip(card.names, card.points, strict=True)
            if purpose_of[name] is purpose and points >= SMALLEST
        ]
        lines += ["", f"[points.{purpose}]"]
        lines += [f'"{name}" = {points:.2f}' for points, name in sorted(of_purpose, reverse=True)]
    return "\n".join(lines) + "\n"


def print_report(cases: Sequence[JudgedCase], scores: Matrix, lead: float, title: str) -> None:
    """By source, how many are warned of, of those that are worth it, doubtful, and useless."""
    table = Table(title, "worth a warning", "doubtful", "useless", "purpose as labelled")
    are_warned = warned(cases, scores, lead)
    for source in WEIGHTS:
        rows = [
            (case, is_warned, PURPOSES[int(best)] in case.purposes)
            for case, is_warned, best in zip(cases, are_warned, scores.argmax(axis=1), strict=True)
            if case.source == source and case.is_loud
        ]
        kinds = [
            [bool(w) for c, w, _ in rows if c.is_decision],
            [w for c, w, _ in rows if c.is_doubtful],
            [w for c, w, _ in rows if not c.is_decision and not c.is_doubtful],
        ]
        cells = [f"{sum(kind)} of {len(kind)}" for kind in kinds]
        table.add_row(source, *cells, f"{np.mean([right for *_, right in rows] or [False]):.2f}")
    Console(width=110).print(table)


@click.command(help=__doc__)
@click.option("--penalty", default=0.3, show_default=True)
@click.option("--lead", default=0.6, show_default=True)
@click.option("--write", is_flag=True, help="Write the card.")
def main(penalty: float, lead: float, write: bool) -> None:
    cases = read_cases()
    print_report(cases, across_folds(cases, penalty), lead, "other repositories")
    card = fit(cases, penalty)
    print_report(cases, card.scores(cases), lead, "the same cases")
    kept = int((card.points >= SMALLEST).sum())
    click.echo(f"{len(cases)} cases, {len(card.names)} signals, {kept} with points")
    if write:
        SCORECARD.write_text(written(card, lead), encoding="utf-8")


if __name__ == "__main__":
    main()
