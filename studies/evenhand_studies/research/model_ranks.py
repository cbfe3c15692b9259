"""Many models on the same prompts in one table, from the least to the most of one flag.

A rank is a range: a model may stand above all from which it cannot be told apart. Models are told
apart by prompt, with Holm's correction over all pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from evenhand.share import CONFIDENCE
from evenhand_studies.measures.bounded_share import BoundedShare
from evenhand_studies.measures.holm_correction import corrected_p_values
from evenhand_studies.measures.prompt_comparison import PromptComparison
from evenhand_studies.research.answer_flags import shares_of
from evenhand_studies.research.model_comparison import ByPrompt, compared
from evenhand_studies.research.tables import INTERVAL, Cells, Table, bounds, interval, percent

NOTE = (
    "From the least to the most. A rank is a range: models whose ranges overlap may differ by"
    " chance (t test by prompt, Holm's correction over all pairs). Figures are of all answers of a"
    " model; differences are over the prompts that both models answered."
)

Pair = tuple[str, str]


def leaderboard(models: Mapping[str, ByPrompt], flag: str) -> Table:
    """A row for each model; None of them may be without prompts."""
    shares = {name: _share(by_prompt, flag) for name, by_prompt in models.items()}
    order = sorted(models, key=lambda name: (shares[name].value or 0.0, name))
    ranks = ranges_of(order, _told_apart(models, flag))

    rows = tuple(_cells(name, ranks[name], models[name], shares[name]) for name in order)
    columns = ("", "rank", "prompts", "answers", flag, INTERVAL, "bounds")
    return Table(f"Leaderboard: {flag}, per cent", columns, rows, NOTE)


def ranges_of(order: Sequence[str], apart: Mapping[Pair, float]) -> Mapping[str, range]:
    """The ranks that each model may have.

    `apart` has, for the pairs that are told apart, the second's share less the first's.
    """
    less: dict[str, int] = dict.fromkeys(order, 0)
    more: dict[str, int] = dict.fromkeys(order, 0)
    for (first, second), difference in apart.items():
        low, high = (first, second) if difference > 0 else (second, first)
        less[high] += 1
        more[low] += 1

    return {name: range(1 + less[name], len(order) - more[name] + 1) for name in order}


def _told_apart(models: Mapping[str, ByPrompt], flag: str) -> Mapping[Pair, float]:
    """The difference of the pairs of which it is more than chance."""
    comparisons = {
        pair: compared(models[pair[0]], models[pair[1]], flag) for pair in combinations(models, 2)
    }
    corrected = corrected_p_values([own.p_value for own in comparisons.values()])
    pairs = zip(comparisons.items(), corrected, strict=True)
    return {
        pair: comparison.difference
        for (pair, comparison), p_value in pairs
        if _is_apart(comparison, p_value) and comparison.difference is not None
    }


def _is_apart(comparison: PromptComparison, p_value: float | None) -> bool:
    return p_value is not None and p_value < 1 - CONFIDENCE and bool(comparison.difference)


def _share(by_prompt: ByPrompt, flag: str) -> BoundedShare:
    answers = ((prompt, flags) for prompt, own in by_prompt.items() for flags in own)
    return shares_of(answers, [flag])[flag]


def _cells(name: str, ranks: range, by_prompt: ByPrompt, share: BoundedShare) -> Cells:
    first, last = ranks[0], ranks[-1]
    return (
        name,
        str(first) if first == last else f"{first} to {last}",
        str(len(by_prompt)),
        str(sum(map(len, by_prompt.values()))),
        percent(share),
        interval(share),
        bounds(share),
    )
