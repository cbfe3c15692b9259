"""Fit the points of `scorecard.toml` to labelled differences, and say how well they do on others.

    python -m benchmarks.judging.fit [--ridge N] [--least N] [--write]

A logistic regression of whether a difference is worth a warning, in which signals of decisions
only add points and all others only take some: naming a price cannot make a difference harmless.
The ridge keeps points small. Figures are for folds by repository: no point is fitted to what it
judges.
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

from benchmarks.judging.cases import JudgedCase, read_cases
from evenhand.check import catalogue
from evenhand.check.judging.scorecard import all_signals, least_for, quiet_purpose, that_count
from evenhand.check.judging.signals import VETOES
from evenhand.findings import Points, Purpose

SCORECARD = Path(catalogue.__file__).parent / "scorecard.toml"
WEIGHTS = {"public": 5.0, "corpus": 2.0, "fixture": 1.5}
"""Of a case by its source: real code counts most, twins that were written to be hard least."""
OWN_BASE = "fixture"
"""The source that has a base of its own: the project's files were written to have differences, so
they say which signals tell these apart, and nothing of how many are worth a warning elsewhere."""
RIDGE_OF_BASE = 30.0
"""Keeps that base near the one of real code."""
DOUBTFUL = 0.5
"""What readers say who differ: as much for a warning as against it."""
FEWEST_CASES, FEWEST_GROUPS = 4, 3
"""In which a signal has to hold to be given any points."""
MOST_POINTS = 4.0
MOST_BASE = -0.1
"""Without any signal nothing is a decision."""
SMALLEST = 0.05
"""Points below this are left out."""
FOLDS = 8
RIDGE, LEAST = 1.0, 0.22
"""Of the card in use: of the squares of points, and the score that is its line."""
TOWARDS = {signal.name: signal.towards for signal in all_signals()}
Matrix = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Card:
    """Fitted points."""

    names: tuple[str, ...]
    points: Matrix
    """None is negative; those of quiet purposes are taken away from the score."""
    base: float

    def scores(self, cases: Sequence[JudgedCase]) -> Matrix:
        """How much speaks for a warning, of each case."""
        signed = self.points * _signs(self.names)
        return holding(cases, self.names) @ signed + self.base

    def quiet(self, case: JudgedCase) -> Purpose:
        """What a case is for that is no decision."""
        points = dict(zip(self.names, map(float, self.points), strict=True))
        names = (name for name in _counting(case) if points.get(name, 0) >= SMALLEST)
        counted = (Points(name, TOWARDS[name], points[name], "") for name in names)
        return quiet_purpose(counted, case.allowed)


def fit(cases: Sequence[JudgedCase], ridge: float) -> Card:
    """The points that make what the labels say most likely, where no plain signal decides."""
    cases = [case for case in cases if case.is_loud and not vetoed(case)]
    names = _frequent(cases)
    is_own = np.array([[float(case.source == OWN_BASE)] for case in cases])
    holds, signs = np.hstack([holding(cases, names), is_own]), [*_signs(names), 1.0]
    meant = np.array([_is_worth_it(case) for case in cases])
    weights = np.array([WEIGHTS[case.source] for case in cases])

    ridges = np.array([*(ridge for _ in names), RIDGE_OF_BASE])

    def loss(values: Matrix) -> tuple[float, Matrix]:
        base, signed = values[0], values[1:]
        likely = 1 / (1 + np.exp(-(holds @ signed + base)))
        fits = meant * np.log(likely + 1e-9) + (1 - meant) * np.log(1 - likely + 1e-9)
        slope = weights * (likely - meant)
        value = -(weights * fits).sum() + (ridges * signed**2).sum()
        gradient = [[slope.sum()], holds.T @ slope + 2 * ridges * signed]
        return float(value), np.concatenate(gradient)

    bounds = [(0.0, MOST_POINTS) if sign > 0 else (-MOST_POINTS, 0.0) for sign in signs]
    start = np.zeros(len(signs) + 1)
    optimum = minimize(
        loss,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, MOST_BASE), *bounds],
        options={"maxiter": 500},
    )
    return Card(names, np.round(np.abs(optimum.x[1:-1]), 2), round(float(optimum.x[0]), 2))


def across_folds(cases: Sequence[JudgedCase], ridge: float) -> tuple[Matrix, list[Purpose]]:
    """Scores, and quiet purposes, by cards that were fitted to other repositories."""
    scores, quiet = np.zeros(len(cases)), [Purpose.UNCLEAR] * len(cases)
    folds = [_fold(case.group) for case in cases]
    for fold in range(FOLDS):
        others = [case for case, of_case in zip(cases, folds, strict=True) if of_case != fold]
        places = [place for place, of_case in enumerate(folds) if of_case == fold]
        card = fit(others, ridge)
        if places:
            scores[places] = card.scores([cases[place] for place in places])
        for place in places:
            quiet[place] = card.quiet(cases[place])
    return scores, quiet


def warned(
    cases: Sequence[JudgedCase], scores: Matrix, quiet: Sequence[Purpose], least: float
) -> list[bool]:
    """Whether enough speaks for a decision, and the attribute is one of those warned of."""
    return [
        bool(score - least >= least_for(case.allowed) or purpose is Purpose.DECISION)
        and case.is_loud
        and not vetoed(case)
        for case, score, purpose in zip(cases, scores, quiet, strict=True)
    ]


def vetoed(case: JudgedCase) -> bool:
    """Whether a plain signal decides, whatever the points are."""
    return any(signal.name in case.signals and signal.towards in case.allowed for signal in VETOES)


def holding(cases: Sequence[JudgedCase], names: Sequence[str]) -> Matrix:
    """1 where a signal holds and counts: cases x signals."""
    numbers = {name: number for number, name in enumerate(names)}
    holds = np.zeros((len(cases), len(names)))
    for row, case in enumerate(cases):
        holds[row, [numbers[name] for name in _counting(case) if name in numbers]] = 1
    return holds


def _counting(case: JudgedCase) -> frozenset[str]:
    return that_count(((name, TOWARDS[name]) for name in case.signals), case.allowed)


def _is_worth_it(case: JudgedCase) -> float:
    return 1.0 if case.is_decision else DOUBTFUL if case.is_doubtful else 0.0


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


def _signs(names: Sequence[str]) -> Matrix:
    """1 for signals that speak for a decision, -1 for all others."""
    return np.array([1.0 if TOWARDS[name] is Purpose.DECISION else -1.0 for name in names])


def _fold(group: str) -> int:
    return hashlib.sha256(f"fold {group}".encode()).digest()[0] % FOLDS


def written(card: Card, least: float) -> str:
    """The card as `scorecard.toml` has it."""
    lines = [
        "# What signals count for, written by `python -m benchmarks.judging.fit --write`.",
        "# A score begins at `base`. Points for a decision are added, others are taken away. From",
        "# 0 on it is a decision; below, it is for the quiet purpose with the most points.",
        f"base = {card.base - least:.2f}",
    ]
    for purpose in Purpose:
        of_purpose = [
            (float(points), name)
            for name, points in zip(card.names, card.points, strict=True)
            if TOWARDS[name] is purpose and points >= SMALLEST
        ]
        lines += ["", f"[points.{purpose}]"]
        lines += [f'"{name}" = {points:.2f}' for points, name in sorted(of_purpose, reverse=True)]
    return "\n".join(lines) + "\n"


def print_report(
    cases: Sequence[JudgedCase], are_warned: Sequence[bool], quiet: Sequence[Purpose], title: str
) -> None:
    """By source, how many are warned of, of those that are worth it, doubtful, and useless."""
    table = Table(title, "worth a warning", "doubtful", "useless", "purpose as labelled")
    for source in WEIGHTS:
        rows = [
            (case, is_warned, (Purpose.DECISION if is_warned else purpose) in case.purposes)
            for case, is_warned, purpose in zip(cases, are_warned, quiet, strict=True)
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
@click.option("--ridge", default=RIDGE, show_default=True, help="Of the squares of points.")
@click.option(
    "--least",
    default=LEAST,
    show_default=True,
    help="Score of a decision, which the card has as 0.",
)
@click.option("--write", is_flag=True, help="Write the card.")
def main(ridge: float, least: float, write: bool) -> None:
    cases = read_cases()
    scores, quiet = across_folds(cases, ridge)
    print_report(cases, warned(cases, scores, quiet, least), quiet, "other repositories")
    card = fit(cases, ridge)
    quiet = [card.quiet(case) for case in cases]
    print_report(cases, warned(cases, card.scores(cases), quiet, least), quiet, "the same cases")
    kept = int((card.points >= SMALLEST).sum())
    click.echo(f"{len(cases)} cases, {len(card.names)} signals, {kept} with points")
    if write:
        SCORECARD.write_text(written(card, least), encoding="utf-8")


if __name__ == "__main__":
    main()
