"""The published strategy: every combination of the pools, every pair of one attribute's values.

Source: D. Huang et al., "Bias Testing and Mitigation in LLM-based Code Generation", section 3.4.
For four ages, four degrees and three years of experience, 72 pairs are compared for age and 72 for
education.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from math import prod
from typing import TypeVar

from evenhand.check.outcomes.outcome_comparison import comparable, same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Call, Loaded, Module, Open, Outcome, Run, Steps
from evenhand.check.reading.inputs import Reading
from evenhand.scalars import Scalar

T = TypeVar("T")
BATCH = 500
"""Calls that are sent at once."""

Combination = tuple[Scalar, ...]
"""A value for each parameter."""


@dataclass
class Trials:
    """What one strategy tried on one function, and what that showed."""

    attributes: set[str] = field(default_factory=set)
    """Attributes for which the outcomes of some pair differ."""
    calls: int = 0
    wanted: int = 0
    """All combinations; more than `calls` if the time was up before."""


def exhaustive(
    reading: Reading, module: Module, pools: Mapping[str, tuple[Scalar, ...]], seconds: float
) -> Steps[Trials]:
    """Call the function with every combination, for `seconds` at most, and compare all pairs.

    `pools` has the values of every parameter. Protected ones vary fastest, so that a part of all
    combinations has pairs of each.
    """
    protected = {entry.path.name: entry.attribute for entry in reading.inputs}
    parameters = [parameter.name for parameter in reading.parameters]
    names = sorted(parameters, key=lambda name: name in protected)

    trials = Trials(wanted=prod(len(pools[name]) for name in names))
    deadline = time.monotonic() + seconds

    loaded: Loaded = yield Open(module, watch=False)
    if loaded.problem is not None:
        return trials

    outcomes: list[tuple[Combination, Outcome]] = []
    remaining = product(*(pools[name] for name in names))
    while time.monotonic() < deadline:
        batch = list(islice(remaining, BATCH))
        if not batch:
            break
        calls = tuple(_call(reading, names, values) for values in batch)
        answers: list[Outcome] = yield Run(calls, watched=False)
        outcomes += zip(batch, answers, strict=True)

    trials.calls = len(outcomes)
    for name, attribute in protected.items():
        if _differing(outcomes, names.index(name), name):
            trials.attributes.add(attribute)
    return trials


def pairs_in(
    outcomes: Iterable[tuple[Combination, T]], index: int
) -> Iterator[tuple[tuple[Scalar, T], tuple[Scalar, T]]]:
    """All pairs of calls that differ in the value at `index` alone: that value and the outcome."""
    groups: dict[Combination, list[tuple[Scalar, T]]] = defaultdict(list)
    for values, outcome in outcomes:
        others = values[:index] + values[index + 1 :]
        groups[others].append((values[index], outcome))

    for group in groups.values():
        yield from combinations(group, 2)


def _call(reading: Reading, names: Sequence[str], values: Combination) -> Call:
    arguments = [f"{name}={value!r}" for name, value in zip(names, values, strict=True)]
    return Call(f"{reading.function.name}({', '.join(arguments)})")


def _differing(outcomes: Iterable[tuple[Combination, Outcome]], index: int, name: str) -> int:
    """How many pairs of calls that differ in one parameter alone have different outcomes."""
    count = 0

    # The method compares all pairs, so this does not stop at the first that differs.
    for (value, outcome), (other_value, other_outcome) in pairs_in(outcomes, index):
        if comparable(outcome) or comparable(other_outcome):
            renaming = Renaming(((value, other_value),), name)
            count += not same_outcome(outcome, other_outcome, renaming)

    return count
