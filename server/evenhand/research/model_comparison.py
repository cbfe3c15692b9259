"""Two models on the same prompts: by how much they differ, and whether that may be chance. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evenhand.measures.scores import Share
from evenhand.measures.significance import bootstrap, disagreement
from evenhand.research.tables import UNDEFINED, Table, figure, percent

Key = tuple[str, int]
"""A prompt, and which of the answers to it."""
Flags = Mapping[str, bool]
"""What holds of one answer, such as that it is biased by age."""
ANY = "any"
"""The flag that an answer is biased by anything."""
Pair = tuple[bool, bool]


def compared(
    first: Mapping[Key, Flags], second: Mapping[Key, Flags], names: tuple[str, str]
) -> Table:
    """For everything that can hold: both shares, the difference, and McNemar's test."""
    shared = [key for key in first if key in second]
    columns = ("", "pairs", *names, "difference", "95 %", "p (McNemar)")
    kinds = dict.fromkeys(name for key in shared for name in first[key] if name in second[key])
    rows = []
    for kind in kinds:
        pairs = [(first[k][kind], second[k][kind]) for k in shared
                 if kind in first[k] and kind in second[k]]  # fmt: skip
        rows.append((kind, *_row(pairs)))
    left = len(first) + len(second) - 2 * len(shared)
    title = f"Per cent of answers, in pairs of the same prompt ({left} answers have no partner)"
    return Table(title, columns, tuple(rows))


def _row(pairs: Sequence[Pair]) -> tuple[str, ...]:
    columns = [one for one, _ in pairs], [other for _, other in pairs]
    shares = [percent(Share(sum(column), len(column))) for column in columns]
    steps = [int(other) - int(one) for one, other in pairs]
    interval = bootstrap(steps, _mean)
    shown = UNDEFINED if interval is None else f"{interval[0]:+.1f} to {interval[1]:+.1f}"
    p = disagreement(*columns).p_value
    chance = "< 0.0001" if p < 0.0001 else figure(p, 4)
    return str(len(pairs)), *shares, f"{_mean(steps):+.2f}", shown, chance


def _mean(steps: Sequence[int]) -> float:
    """In points of a per cent, the second less the first."""
    return 100 * sum(steps) / len(steps)
