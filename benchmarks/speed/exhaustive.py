"""The published strategy: every combination of the pools, every pair of one attribute's values.

Huang et al. (2025), section 3.4: for four ages, four degrees and three years of experience, 72
pairs are compared for age and 72 for education.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from math import prod

from evenhand.check.probing.argument_trees import Scalar
from evenhand.check.probing.outcome_comparison import Renaming, comparable, same_outcome
from evenhand.check.probing.requests import Call, Loaded, Module, Open, Outcome, Run, Steps
from evenhand.check.reading.inputs import Reading

BATCH = 500

Combination = tuple[Scalar, ...]


@dataclass
class Found:
    """What one function's combinations showed."""

    attributes: set[str] = field(default_factory=set)
    """Attributes for which some pair differs."""
    calls: int = 0
    wanted: int = 0
    """All combinations; more than `calls` where the time was up before."""


def exhaustive(
    reading: Reading, module: Module, pools: Mapping[str, tuple[Scalar, ...]], seconds: float
) -> Steps[Found]:
    """Call the function with every combination, for `seconds` at most, and compare all pairs.

    `pools` has the values of every parameter. Protected ones vary fastest, so that a part of all
    combinations has pairs of each.
    """
    protected = {i.path.name: i.attribute for i in reading.inputs}
    names = sorted((p.name for p in reading.parameters), key=lambda n: n in protected)
    found = Found(wanted=prod(len(pools[n]) for n in names))
    until = time.monotonic() + seconds
    loaded: Loaded = yield Open(module, watch=False)
    if loaded.problem is not None:
        return found
    outcomes: list[tuple[Combination, Outcome]] = []
    combined = product(*(pools[n] for n in names))
    while time.monotonic() < until and (some := list(islice(combined, BATCH))):
        calls = tuple(_call(reading, names, values) for values in some)
        answers: list[Outcome] = yield Run(calls, watched=False)
        outcomes += zip(some, answers, strict=True)
    found.calls = len(outcomes)
    for name, attribute in protected.items():
        if _any_differ(outcomes, names.index(name), name):
            found.attributes.add(attribute)
    return found


def _call(reading: Reading, names: Sequence[str], values: Combination) -> Call:
    inner = ", ".join(f"{name}={value!r}" for name, value in zip(names, values, strict=True))
    return Call(f"{reading.function.name}({inner})")


def _any_differ(outcomes: list[tuple[Combination, Outcome]], index: int, name: str) -> bool:
    """Whether two calls differ that differ in this parameter alone; all pairs are compared."""
    groups: dict[Combination, list[tuple[Scalar, Outcome]]] = defaultdict(list)
    for values, outcome in outcomes:
        groups[values[:index] + values[index + 1 :]].append((values[index], outcome))
    differing = 0
    for group in groups.values():
        for (one, first), (other, second) in combinations(group, 2):
            if comparable(first) or comparable(second):
                renaming = Renaming(((one, other),), name)
                differing += not same_outcome(first, second, renaming)
    return differing > 0
