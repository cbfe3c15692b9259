"""What came of repairing many functions, as tables."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rich.table import Table

from benchmarks.rubric import Review


@dataclass
class Score:
    """All repairs of one way to make them."""

    functions: int = 0
    repaired: int = 0
    unchanged: list[float] = field(default_factory=list)
    """For each repair, the share of calls with the very outcome that they had."""
    asked: int = 0
    """Functions for which nothing is taken unless a person chooses it."""
    warned: list[str] = field(default_factory=list)
    """A line for each function that is warned of after its repair."""
    damaged: list[str] = field(default_factory=list)
    """A line for each file that cannot be read after a repair."""
    allowed: int = 0
    """Functions for which an allowance was offered first."""
    reviews: list[Review] = field(default_factory=list)
    """For each repair that changes the code."""
    texts: list[dict[str, object]] = field(default_factory=list)
    """All that were offered first, to be written."""
    seconds: list[float] = field(default_factory=list)
    """For each function."""

    rounds: list[int] = field(default_factory=list)
    """For each function that a model was asked about."""
    sent: int = 0
    """Tokens."""
    received: int = 0
    """Tokens."""

    failures: list[str] = field(default_factory=list)
    """A line for each function without a repair."""
    reasons: Counter[str] = field(default_factory=Counter)


def table(scores: Mapping[str, Score]) -> Table:
    """A row for each way."""
    body = Table(title="biased functions with a repair that is proved")
    for column in ("", "functions", "repaired", "%", "still biased %", "calls unchanged %"):
        body.add_column(column, justify="right" if column else "left", no_wrap=True)
    for column in ("for a person", "warned after", "damaged"):
        body.add_column(column, justify="right")
    for column in ("s median", "s 95th", "rounds", "tokens"):
        body.add_column(column, justify="right")

    for name, score in scores.items():
        body.add_row(name, *cells(score))
    return body


def cells(score: Score) -> tuple[str, ...]:
    share = 100 * score.repaired / max(score.functions, 1)
    seconds = sorted(score.seconds) or [0.0]
    at_95_percent = seconds[int(0.95 * (len(seconds) - 1))]

    return (
        str(score.functions),
        str(score.repaired),
        f"{share:.1f}",
        f"{100 - share:.1f}",
        f"{100 * statistics.fmean(score.unchanged or [0]):.1f}",
        str(score.asked),
        str(len(score.warned)),
        str(len(score.damaged)),
        f"{statistics.median(seconds):.2f}",
        f"{at_95_percent:.2f}",
        f"{statistics.fmean(score.rounds):.2f}" if score.rounds else "",
        f"{score.sent:,} + {score.received:,}" if score.sent else "",
    )


def rubric(scores: Mapping[str, Score]) -> Table:
    """What a reviewer looks at: a row for each way; shares of the repairs in percent."""
    body = Table(title="what a reviewer looks at (% of the repairs, but for lines and allowed)")
    for column in ("", "repairs", "allowed", "lines", "odd", "constants left", "unused names"):
        body.add_column(column, justify="right" if column else "left")
    for column in ("comments lost", "formulas flattened", "somebody loses", "of known"):
        body.add_column(column, justify="right")

    for name, score in scores.items():
        body.add_row(name, *rubric_cells(score))
    return body


def rubric_cells(score: Score) -> Iterator[str]:
    made = score.reviews
    yield str(len(made))
    yield str(score.allowed)
    yield f"{statistics.median([each.lines for each in made] or [0]):.0f}"
    for flags in (
        [each.odd > 0 for each in made],
        [each.left_over > 0 for each in made],
        [each.unused > 0 for each in made],
        [each.comments_lost > 0 for each in made],
        [each.flattened for each in made],
        known := [each.loses for each in made if each.loses is not None],
    ):
        yield f"{100 * sum(flags) / max(len(flags), 1):.1f}"
    yield str(len(known))
