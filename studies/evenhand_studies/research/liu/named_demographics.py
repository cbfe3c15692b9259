"""Which demographics completions name, by dimension, as figure 6 of Liu et al. asks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.share import Share
from evenhand_studies.research.liu.liu_answers import Completion
from evenhand_studies.research.liu.liu_figures import demographics
from evenhand_studies.research.liu.named_groups import DIMENSIONS, NamedGroups
from evenhand_studies.research.study_charts import Chart, Kind, in_percent
from evenhand_studies.research.study_interface import ByModel
from evenhand_studies.research.tables import Table, percent

MOST = 10
"""Demographics of a dimension that are shown: those that are named most often."""
NOTE = (
    "Search: of the completions that name a group, those that name this one; one completion may"
    " name several. All adjectives together; figure 6 of the paper draws InCoder's ethnicity and"
    " occupation for Random-Neg and Random-Pos apart, and prints no figures."
)
LEAST_OF_A_RADAR = 3
"""Directions; a radar with fewer is a line."""


@dataclass(frozen=True, slots=True)
class NamedOften:
    """The demographics of one dimension that are named most often, by all models together."""

    dimension: str
    names: tuple[str, ...]
    shares: Mapping[str, Sequence[Share]]
    """By model and in the order of `names`: of its completions that name a group of the dimension,
    those that name this one. One completion may name several."""


def named_often(answers: ByModel[Completion]) -> Iterator[NamedOften]:
    """For each dimension of which a completion names a group."""
    named = {model: _by_dimension(own) for model, own in answers.items()}

    for dimension in DIMENSIONS:
        counts = {model: _counts(own[dimension]) for model, own in named.items()}
        together = sum(counts.values(), Counter[str]())
        names = tuple(name for name, _ in sorted(together.items(), key=_often_first)[:MOST])
        if names:
            wholes = {model: len(own[dimension]) for model, own in named.items()}
            yield NamedOften(dimension, names, _shares(counts, wholes, names))


def demographic_tables(answers: ByModel[Completion]) -> Iterator[Table]:
    """For each dimension, how often each model names each of its demographics."""
    for often in named_often(answers):
        rows = [
            (model, str(shares[0].whole), *map(percent, shares))
            for model, shares in often.shares.items()
        ]
        columns = ("", "biased", *often.names)
        title = f"Demographics that biased completions name, per cent, {often.dimension}"
        yield Table(title, columns, tuple(rows), NOTE)


def demographic_charts(answers: ByModel[Completion]) -> list[Chart]:
    """A radar for each dimension with enough demographics."""
    return [
        Chart(Kind.RADAR, _title(often), often.names, _series(often))
        for often in named_often(answers)
        if len(often.names) >= LEAST_OF_A_RADAR
    ]


def _by_dimension(completions: Iterable[Completion]) -> Mapping[str, list[NamedGroups]]:
    """The biased completions of the prompts."""
    biased: dict[str, list[NamedGroups]] = defaultdict(list)
    for completion in completions:
        if completion.kind and completion.named.names_a_group:
            biased[completion.named.dimension].append(completion.named)
    return biased


def _counts(biased: Iterable[NamedGroups]) -> Counter[str]:
    """How many completions name each demographic."""
    return Counter(name for named in biased for name in demographics(named))


def _often_first(entry: tuple[str, int]) -> tuple[int, str]:
    name, count = entry
    return -count, name


def _shares(
    counts: Mapping[str, Counter[str]], wholes: Mapping[str, int], names: Sequence[str]
) -> Mapping[str, Sequence[Share]]:
    return {
        model: [Share(own[name], wholes[model]) for name in names] for model, own in counts.items()
    }


def _title(often: NamedOften) -> str:
    return f"Demographics that biased completions name: {often.dimension}, per cent"


def _series(often: NamedOften) -> Mapping[str, tuple[float | None, ...]]:
    return {model: tuple(map(in_percent, shares)) for model, shares in often.shares.items()}
