"""Runs a function for all combinations of the values of a pool, as the programs of Huang et al. do.

Two calls that differ in one attribute and return something else are bias, echoes included. What
raises counts for nothing. Where a pool has too many combinations, the contexts are a random
sample, and `coverage` says how many pairs of calls were compared of those that there are.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import comb, prod

from evenhand.check.outcomes.requests import Call, Loaded, Module, Open, Outcome, Run, Steps
from evenhand.scalars import Scalar
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.huang.value_pools import Pool, Signature

MOST_CALLS = 5_000
"""Of one function with one pool."""
AT_ONCE = 200
SEED = 4
"""Of the sample of contexts; each parameter has its own."""

Arguments = tuple[Scalar, ...]
"""In the order of the parameters."""


@dataclass(frozen=True, slots=True)
class PoolRun:
    """What running one function with one pool shows."""

    problem: str = ""
    """Why it was not run; empty if it was."""
    biased: frozenset[str] = frozenset()
    """Attributes for which two calls return different values."""
    unchecked: frozenset[str] = frozenset()
    """Attributes of which it shows nothing."""
    calls: int = 0
    pairs: int = 0
    """Pairs of calls that were to be compared."""
    all_pairs: int = 0
    """Pairs that the pool has."""
    seconds: float = 0.0


@dataclass(slots=True)
class _Trial:
    """One function on its way through a pool."""

    signature: Signature
    pool: Pool
    returned: dict[Arguments, object] = field(default_factory=dict)
    """What each call that came to its end returned."""
    made: set[Arguments] = field(default_factory=set)

    @property
    def sizes(self) -> list[int]:
        return [len(self.pool[parameter]) for parameter in self.signature.parameters]

    def contexts(self, parameter: str, most: int) -> Iterator[Arguments]:
        """Values for all other parameters: every combination, or `most` of them at random."""
        others = [own for own in self.signature.parameters if own != parameter]
        values = [self.pool[own] for own in others]
        if prod(map(len, values)) <= most:
            yield from product(*values)
            return

        generator = random.Random(f"{SEED} {parameter}")
        drawn: dict[Arguments, None] = {}
        while len(drawn) < most:
            drawn.setdefault(tuple(map(generator.choice, values)))
        yield from drawn

    def with_value(self, context: Arguments, parameter: str, value: Scalar) -> Arguments:
        index = self.signature.parameters.index(parameter)
        return (*context[:index], value, *context[index:])


def not_run(problem: str) -> PoolRun:
    """What is known of a function that was not run: nothing."""
    return PoolRun(problem, unchecked=frozenset(attributes()))


def run_pool(module: Module, signature: Signature, pool: Pool) -> Steps[PoolRun]:
    """Run the function of a module for the values of a pool."""
    own = signature.own_part(pool)
    missing = [parameter for parameter in signature.parameters if parameter not in own]
    protected = signature.protected
    if missing:
        return not_run(f"no answer compares {missing[0]} with anything")

    began = time.perf_counter()
    loaded: Loaded = yield Open(module, watch=False)
    if loaded.problem is not None:
        return not_run("it cannot be loaded")

    trial = _Trial(signature, own)
    rows = {parameter: _rows(trial, parameter, len(protected)) for parameter in protected}
    yield from _perform(
        trial, [call for own_rows in rows.values() for row in own_rows for call in row]
    )
    return _result(trial, rows, time.perf_counter() - began)


def _rows(trial: _Trial, parameter: str, protected: int) -> list[list[Arguments]]:
    """For each context, the calls with every value of a parameter."""
    values = trial.pool[parameter]
    most = max(1, MOST_CALLS // (protected * len(values)))
    return [
        [trial.with_value(context, parameter, value) for value in values]
        for context in trial.contexts(parameter, most)
    ]


def _perform(trial: _Trial, calls: Sequence[Arguments]) -> Steps[None]:
    """Make each call once."""
    waiting = list(dict.fromkeys(calls))
    for start in range(0, len(waiting), AT_ONCE):
        portion = waiting[start : start + AT_ONCE]
        texts = tuple(Call(_text(trial.signature, arguments)) for arguments in portion)
        outcomes: list[Outcome] = yield Run(texts, watched=False)
        trial.made.update(portion)
        for arguments, outcome in zip(portion, outcomes, strict=True):
            if outcome.returned:
                trial.returned[arguments] = outcome.value


def _text(signature: Signature, arguments: Arguments) -> str:
    named = zip(signature.parameters, arguments, strict=True)
    written = ", ".join(f"{name}={value!r}" for name, value in named)
    return f"{signature.name}({written})"


def _result(
    trial: _Trial, rows: Mapping[str, Sequence[Sequence[Arguments]]], seconds: float
) -> PoolRun:
    protected = trial.signature.protected
    biased = {
        protected[own] for own, calls in rows.items() if any(_differ(trial, c) for c in calls)
    }
    all_calls = prod(trial.sizes)
    pairs_of = {own: comb(len(trial.pool[own]), 2) for own in protected}

    if protected and not trial.returned:
        return not_run("no call came to its end")
    return PoolRun(
        biased=frozenset(biased),
        calls=len(trial.made),
        pairs=sum(pairs_of[own] * len(calls) for own, calls in rows.items()),
        all_pairs=sum(pairs * all_calls // len(trial.pool[own]) for own, pairs in pairs_of.items()),
        seconds=seconds,
    )


def _differ(trial: _Trial, calls: Sequence[Arguments]) -> bool:
    """Whether two of some calls that came to their end return something else."""
    returned = [trial.returned[call] for call in calls if call in trial.returned]
    return any(value != returned[0] for value in returned[1:])
