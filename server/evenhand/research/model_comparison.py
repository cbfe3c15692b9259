"""Two models on the same prompts: by how much they differ, and whether that may be chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evenhand.measures.bootstrap import bootstrap_interval
from evenhand.measures.mcnemar_test import disagreement
from evenhand.measures.share import Share
from evenhand.research.answer_flags import AnswerKey, Flags
from evenhand.research.tables import INTERVAL, UNDEFINED, Cells, Table, figure, percent

Pair = tuple[bool, bool]
"""Whether a flag holds of the answer of the first model, and of that of the second."""


def compared(
    first: Mapping[AnswerKey, Flags], second: Mapping[AnswerKey, Flags], models: tuple[str, str]
) -> Table:
    """For every flag: both shares, the difference with its interval, and McNemar's test."""
    pairs = [(first[key], second[key]) for key in first if key in second]
    names = dict.fromkeys(name for own, other in pairs for name in own if name in other)
    rows = [_row(name, _values(pairs, name)) for name in names]

    alone = len(first) + len(second) - 2 * len(pairs)
    title = f"Per cent of answers, in pairs of the same prompt ({alone} answers have no partner)"
    columns = ("", "pairs", *models, "difference", INTERVAL, "p (McNemar)")
    return Table(title, columns, tuple(rows))


def _values(pairs: Sequence[tuple[Flags, Flags]], name: str) -> list[Pair]:
    """The pairs of which both answers have a flag."""
    return [(own[name], other[name]) for own, other in pairs if name in own and name in other]


def _row(name: str, pairs: Sequence[Pair]) -> Cells:
    first = [own for own, _ in pairs]
    second = [other for _, other in pairs]
    steps = [int(other) - int(own) for own, other in pairs]

    return (
        name,
        str(len(pairs)),
        percent(Share(sum(first), len(first))),
        percent(Share(sum(second), len(second))),
        f"{_mean_step(steps):+.2f}",
        _signed(bootstrap_interval(steps, _mean_step)),
        _probability(disagreement(first, second).p_value),
    )


def _mean_step(steps: Sequence[int]) -> float:
    """The share of the second model less that of the first, in percentage points."""
    return 100 * sum(steps) / len(steps)


def _signed(ends: tuple[float, float] | None) -> str:
    return UNDEFINED if ends is None else f"{ends[0]:+.1f} to {ends[1]:+.1f}"


def _probability(value: float) -> str:
    return "< 0.0001" if value < 0.0001 else figure(value, 4)
