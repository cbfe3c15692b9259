"""Models on the same prompts: by how much they differ, and whether that may be chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evenhand.share import Share
from evenhand_studies.measures.bounded_share import BoundedShare, Row, bounded
from evenhand_studies.measures.holm_correction import corrected_p_values
from evenhand_studies.measures.prompt_comparison import PromptComparison
from evenhand_studies.research.answer_flags import Flags
from evenhand_studies.research.tables import INTERVAL, UNDEFINED, Cells, Table, figure, percent

ByPrompt = Mapping[str, Sequence[Flags]]
"""The flags of a model's answers to each prompt."""


@dataclass(frozen=True, slots=True)
class _Flag:
    """One flag of the answers of two models to the same prompts."""

    name: str
    first: BoundedShare
    second: BoundedShare

    @property
    def comparison(self) -> PromptComparison:
        """Over the answers of which it is known, and the prompts where both models have such."""
        pairs = zip(_known(self.first), _known(self.second), strict=True)
        return PromptComparison([pair for pair in pairs if pair[0].whole and pair[1].whole])

    @property
    def unknown(self) -> int:
        return self.first.unknown + self.second.unknown

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The difference if every answer that was not checked were what makes it least, or most."""
        low, high = self.first.lowest.value, self.first.highest.value
        other_low, other_high = self.second.lowest.value, self.second.highest.value
        if low is None or high is None or other_low is None or other_high is None:
            return None
        return other_low - high, other_high - low


def by_prompt(answers: Iterable[tuple[str, Flags]]) -> ByPrompt:
    """The flags of answers that are given with their prompts."""
    flags_by_prompt: dict[str, list[Flags]] = defaultdict(list)
    for prompt, flags in answers:
        flags_by_prompt[prompt].append(flags)
    return flags_by_prompt


def comparison_tables(models: Mapping[str, ByPrompt]) -> list[Table]:
    """A table for each pair of models; p-values are corrected for all rows of all tables."""
    pairs = list(combinations(models, 2))
    flags = {pair: _flags(models[pair[0]], models[pair[1]]) for pair in pairs}

    p_values = [own.comparison.p_value for rows in flags.values() for own in rows]
    corrected = iter(corrected_p_values(p_values))
    return [
        _table(pair, models, [_cells(own, next(corrected)) for own in rows])
        for pair, rows in flags.items()
    ]


def compared(first: ByPrompt, second: ByPrompt, flag: str) -> PromptComparison:
    """Two models by one flag, over the prompts that both answered."""
    shared = [prompt for prompt in first if prompt in second]
    return _flag(first, second, shared, flag).comparison


def _flags(first: ByPrompt, second: ByPrompt) -> list[_Flag]:
    """Each flag that either model has, over the prompts that both answered."""
    shared = [prompt for prompt in first if prompt in second]
    every = (flags for model in (first, second) for prompt in shared for flags in model[prompt])
    names = dict.fromkeys(name for flags in every for name in flags)
    return [_flag(first, second, shared, name) for name in names]


def _flag(first: ByPrompt, second: ByPrompt, shared: Sequence[str], name: str) -> _Flag:
    return _Flag(name, bounded(_rows(first, shared, name)), bounded(_rows(second, shared, name)))


def _rows(model: ByPrompt, prompts: Sequence[str], name: str) -> list[Row]:
    return [[flags.get(name) for flags in model[prompt]] for prompt in prompts]


def _known(share: BoundedShare) -> list[Share]:
    """Of the answers to each prompt of which it is known, those of which it holds."""
    prompts = zip(share.lowest.prompts, share.highest.prompts, strict=True)
    return [Share(low.part, low.whole - (high.part - low.part)) for low, high in prompts]


def _table(pair: tuple[str, str], models: Mapping[str, ByPrompt], rows: Sequence[Cells]) -> Table:
    first, second = (models[name] for name in pair)
    alone = len(first.keys() ^ second.keys())
    title = f"Per cent of answers to the same prompts ({alone} prompts were asked of one alone)"
    columns = (
        "", "prompts", *pair, "difference", INTERVAL, "not checked", "bounds", "p", "p (Holm)",
    )  # fmt: skip
    return Table(title, columns, tuple(rows))


def _cells(own: _Flag, corrected: float | None) -> Cells:
    comparison = own.comparison
    difference = comparison.difference
    return (
        own.name,
        str(len(comparison.prompts)),
        percent(comparison.first),
        percent(comparison.second),
        UNDEFINED if difference is None else f"{100 * difference:+.2f}",
        _signed(comparison.interval()),
        str(own.unknown),
        _signed(own.bounds if own.unknown else None),
        _probability(comparison.p_value),
        _probability(corrected),
    )


def _signed(ends: tuple[float, float] | None) -> str:
    return UNDEFINED if ends is None else f"{100 * ends[0]:+.1f} to {100 * ends[1]:+.1f}"


def _probability(value: float | None) -> str:
    if value is None:
        return UNDEFINED
    return "< 0.0001" if value < 0.0001 else figure(value, 4)
