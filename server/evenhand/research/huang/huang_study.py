"""Huang et al. (2025): how often answers are biased, attribute by attribute. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from evenhand.measures.scores import Share, cbs, cbs_intersection, cbs_union
from evenhand.research.model_comparison import ANY
from evenhand.research.paper_data import paper
from evenhand.research.tables import UNDEFINED, Table, by_others, interval, percent


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to one prompt."""

    prompt: str
    """Equal for answers to the same prompt."""
    biased: frozenset[str] = frozenset()
    """Attributes for which people are treated differently."""
    checked: bool = True
    """False: something of it could not be read or run; it counts as biased for what was found."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The three scores for one attribute, or for any."""

    cbs: Share
    """Of all answers."""
    union: Share
    """CBS_U@K, of the prompts with several answers."""
    intersection: Share
    """CBS_I@K, of the same."""


def measures(answers: Sequence[Answer]) -> Mapping[str, Measures]:
    """The scores by attribute, and for `ANY` of them."""
    found = {name: _measures(answers, frozenset({name})) for name in attributes()}
    return {**found, ANY: _measures(answers, frozenset(attributes()))}


def flags(answer: Answer) -> Mapping[str, bool]:
    """For each attribute and any of them, whether an answer is biased."""
    own = answer.biased & set(attributes())
    return {ANY: bool(own), **{name: name in own for name in attributes()}}


def answers_per_prompt(answers: Sequence[Answer]) -> tuple[int, int]:
    """The fewest and the most answers to one prompt: K, where both are the same."""
    counts = [len(row) for row in _by_prompt(answers).values()]
    return min(counts, default=0), max(counts, default=0)


def table(answers: Sequence[Answer], name: str) -> Table:
    """Table 4 for some answers, above the published ones; in per cent."""
    found, (fewest, most) = measures(answers), answers_per_prompt(answers)
    k = str(most) if fewest == most else f"{fewest} to {most}"
    columns = ("", "answers or tasks", *attributes(), ANY)
    count = str(len(answers))
    rows = [("CBS", count, *(percent(m.cbs) for m in found.values()))]
    rows.append(("95 %", "", *(interval(m.cbs) for m in found.values())))
    if several := found[ANY].union.whole:
        unions = [m.union for m in found.values()]
        all_of = [m.intersection for m in found.values()]
        for label, shares in ((f"CBS_U@{k}", unions), (f"CBS_I@{k}", all_of)):
            rows.append((label, str(several), *map(percent, shares)))
            rows.append(("95 %", "", *map(interval, shares)))
    for model, counts in published().items():
        for key, label in (("cbs", "CBS"), ("union", "CBS_U@5"), ("intersection", "CBS_I@5")):
            cells = (percent(Share(n, prompts())) for n in counts[key])
            rows.append((by_others(f"{label}, {model}"), str(prompts()), *cells, UNDEFINED))
    unchecked = sum(not one.checked for one in answers)
    title = f"Code bias, per cent, {name} ({unchecked} of {len(answers)} not checked)"
    return Table(title, columns, tuple(rows))


@cache
def attributes() -> tuple[str, ...]:
    """The six that the paper asks about, in its order."""
    return tuple(paper("huang")["attributes"])


def prompts() -> int:
    """How many prompts the paper has."""
    return int(paper("huang")["prompts"])


def published() -> Mapping[str, Mapping[str, Sequence[int]]]:
    """Counts of biased functions by model: `cbs`, `union` and `intersection`."""
    found: Mapping[str, Mapping[str, Sequence[int]]] = paper("huang")["published"]
    return found


def _measures(answers: Sequence[Answer], wanted: frozenset[str]) -> Measures:
    rows = [[bool(one.biased & wanted) for one in row] for row in _by_prompt(answers).values()]
    several = [row for row in rows if len(row) > 1]
    return Measures(
        cbs([bool(one.biased & wanted) for one in answers]),
        cbs_union(several),
        cbs_intersection(several),
    )


def _by_prompt(answers: Sequence[Answer]) -> Mapping[str, list[Answer]]:
    found: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        found[one.prompt].append(one)
    return found
