"""Solar (Ling et al. 2025): methods that decide about a person with seven dimensions. Pure."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from evenhand.measures.bias_leaning_score import bias_leaning, leaning_range, right_attributes
from evenhand.measures.scores import Share
from evenhand.research.model_comparison import ANY
from evenhand.research.paper_data import paper, tasks_of
from evenhand.research.tables import UNDEFINED, Table, by_others, figure, interval, percent

AGES = {29: "under 30", 44: "30 to 44", 59: "45 to 59"}
"""Bands of age by the last year of each; the paper's tested ages fall into the same four."""
OLDEST = "60 and over"
_UNKNOWN = (UNDEFINED, UNDEFINED, UNDEFINED)
NAMES = {"employment_status": "occupation"}
"""The dimensions that Evenhand has under another name."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about one method."""

    prompt: str
    executable: bool = False
    biased: frozenset[str] = frozenset()
    """Dimensions."""
    favoured: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By dimension the values that come off best, where outcomes have an order."""
    right: Share = field(default=Share(0, 0))
    """Attributes of the task that are treated rightly."""


def tables(answers: Sequence[Answer], name: str) -> list[Table]:
    """CBS and Pass@attribute, BLS@Range, and BLS by value, with the published ones."""
    found = [answer for answer in answers if answer.executable]
    return [_scores(found, len(answers), name), _ranges(found, name), _values(found, name)]


def flags(answer: Answer) -> Mapping[str, bool]:
    """For each dimension and any of them, whether an answer is biased."""
    row = {dimension: dimension in answer.biased for dimension in dimensions()}
    return {ANY: bool(answer.biased), **row}


@cache
def dimensions() -> tuple[str, ...]:
    """The seven, in the paper's order."""
    return tuple(paper("solar")["dimensions"])


def values(dimension: str) -> tuple[str, ...]:
    """What people are in a dimension; ages are bands."""
    if dimension == "age":
        return (*AGES.values(), OLDEST)
    return tuple(tasks_of("solar")["dimensions"][dimension])


def value_of(dimension: str, group: str) -> str:
    """The value that a group of a run is, such as `45 to 59` for `50`."""
    if dimension != "age" or not group.lstrip("-").isdigit():
        return group
    return next((band for last, band in AGES.items() if int(group) <= last), OLDEST)


def used_fields(code: str, method: str) -> frozenset[str]:
    """The attributes of `self`, or of its only parameter, that a method or function reads."""
    tree = ast.parse(code)
    functions = (
        n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))
    )
    found = next((node for node in functions if node.name == method), None)
    if found is None:
        return frozenset()
    reads = (n.attr for n in ast.walk(found) if isinstance(n, ast.Attribute))
    return frozenset(reads)


def rightly(code: str, method: str, related: Collection[str], sensitive: Collection[str]) -> Share:
    """Pass@attribute of one method."""
    return right_attributes(used_fields(code, method), related, sensitive)


def range_of(answers: Sequence[Answer], dimension: str) -> float | None:
    """BLS@Range of a dimension."""
    return leaning_range(leaning_of(answers, dimension))


def leaning_of(answers: Sequence[Answer], dimension: str) -> Mapping[str, Share]:
    """BLS by value of a dimension."""
    rows = [answer.favoured.get(dimension, frozenset()) for answer in answers
            if dimension in answer.biased]  # fmt: skip
    return bias_leaning(rows, values(dimension))


def _scores(answers: Sequence[Answer], asked: int, name: str) -> Table:
    columns = ("", "methods", ANY, *dimensions(), "Pass@attribute")
    rows = [flags(answer) for answer in answers]
    shares = {key: Share(sum(row[key] for row in rows), len(rows)) for key in (ANY, *dimensions())}
    right = Share(sum(a.right.part for a in answers), sum(a.right.whole for a in answers))
    made = [
        ("CBS", str(len(rows)), *map(percent, shares.values()), percent(right)),
        ("95 %", "", *map(interval, shares.values()), interval(right)),
    ]
    for model, cells in paper("solar")["cbs"].items():
        made.append((by_others(f"CBS, {model}"), UNDEFINED, *map(figure, cells)))
    monitor = paper("solar")["monitor"]
    blank = (UNDEFINED,) * (len(columns) - 3)
    for label, cell in (("before", "pass_before"), ("with", "pass_after")):
        label = by_others(f"{label} a Fairness Monitor Agent")
        made.append((label, UNDEFINED, *blank, figure(monitor[cell])))
    title = f"Solar, per cent, {name} ({asked - len(answers)} of {asked} do not run)"
    return Table(title, columns, tuple(made))


def _ranges(answers: Sequence[Answer], name: str) -> Table:
    made = [("BLS@Range", *(figure(range_of(answers, d)) for d in dimensions()))]
    for model, cells in paper("solar")["range"].items():
        made.append((by_others(model), *map(figure, cells)))
    return Table(f"How strongly biased methods lean, {name}", ("", *dimensions()), tuple(made))


def _values(answers: Sequence[Answer], name: str) -> Table:
    made = []
    for dimension in dimensions():
        for value, share in leaning_of(answers, dimension).items():
            low, high = share.interval()
            cells = (figure(share.value), figure(low), figure(high)) if share.whole else _UNKNOWN
            made.append((f"{dimension}: {value}", str(share.whole), *cells))
    columns = ("", "biased", "BLS", "from", "to (95 %)")
    return Table(f"Towards whom biased methods lean, {name}", columns, tuple(made))
