"""Says how many people a difference touches: of many made-up ones, whose outcome changes.

This is the causal discrimination score: the share of inputs for which some other value of the
attribute, and nothing else, gives another outcome. Here what changes is a difference as the search
counts them, echoes masked. It runs behind the search, and only if it is asked for.

Source: S. Galhotra, Y. Brun, A. Meliou, "Fairness Testing: Testing Software for Discrimination",
ESEC/FSE 2017.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from statistics import median

from evenhand.check.outcomes.outcome_comparison import stopped
from evenhand.check.outcomes.requests import Call, Open, Outcome, Steps
from evenhand.check.outcomes.who_gains import leaning
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search.arguments.argument_trees import leaves
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judgements import Judgement
from evenhand.check.search.pairing import (
    Tried,
    Variation,
    are_apart,
    ask_otherwise,
    is_quiet,
    is_spelled,
    is_usable,
    of_possible_person,
    unexplained,
)
from evenhand.check.search.probes import Probe
from evenhand.check.search.random_contexts import drawn_context
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.domains import unique
from evenhand.findings import Rate, VerdictKind
from evenhand.scalars import Scalar
from evenhand.share import Share

PEOPLE = 1_000
"""People whose outcomes are compared for one finding."""
MOST_DRAWN = 3_000
"""People who are drawn until there are so many whom the code serves or refuses."""
SPARSE = 0.5
"""Of them, those who lack what the code has a default for."""
PORTION = 100
"""People whose calls are made at once."""
MOST_CALLS, MOST_STEPS = 100_000, 10_000_000
"""What one finding may take; with less, fewer people are compared."""

Person = tuple[Call, Context]
"""Somebody as the function is called for; many who are drawn are alike."""
Differences = dict[Call, list[Probe]]
"""What other values of the attribute change, for people who could be compared."""


def rated(search: SearchState, judgements: Sequence[Judgement]) -> Steps[tuple[Judgement, ...]]:
    """The judgements, those with a witness with the rate of their difference."""
    with_witness = [entry for entry in judgements if entry.probe is not None]
    if not with_witness:
        return tuple(judgements)
    loaded = yield from search.open(Open(search.module, endless=search.observed.loaded.endless))
    search.note_loaded(loaded)
    if loaded.problem is not None:
        return tuple(judgements)

    people = People(search, [entry.probe for entry in with_witness if entry.probe is not None])
    results: list[Judgement] = []
    for entry in judgements:
        state = search.values.state_of(entry.input.path)
        if state is not None and entry.probe is not None:
            search.spending.grant(MOST_CALLS, MOST_STEPS)
            entry = replace(entry, rate=(yield from _rate(people, state, entry)))
        results.append(entry)
    return tuple(results)


@dataclass(slots=True)
class People:
    """The made-up people: all that the search tries, and what the witnesses have, at random."""

    search: SearchState
    witnesses: list[Probe]
    values: dict[int, tuple[Scalar, ...]] = field(default_factory=dict)
    """Those that are drawn for a path, by its identity; all alike."""
    people: dict[int, Person] = field(default_factory=dict)
    """Those who were drawn, by their numbers."""

    def values_of(self, path: AccessPath) -> tuple[Scalar, ...]:
        """The values that people may have at a path; none in a spelling that the code lacks."""
        if id(path) not in self.values:
            state = self.search.values.state_of(path)
            usual = self.search.values.of(path)
            if state is not None:
                usual = tuple(value for value in usual if not state.is_misspelt(value))
            self.values[id(path)] = unique([*usual, *self._in_witnesses(path)])
        return self.values[id(path)]

    def _in_witnesses(self, path: AccessPath) -> Iterator[Scalar]:
        for witness in self.witnesses:
            for context in witness.contexts:
                placed = leaves(context.as_tree())
                yield from (leaf.value for _, leaf in placed if leaf.path is path)

    def drawn(self, numbers: range) -> list[Person]:
        """The people of these numbers, each with those who are in a list with them."""
        return [self._person(number) for number in numbers]

    def _person(self, number: int) -> Person:
        if number not in self.people:
            is_sparse = random.Random(f"{self.search.seed} {number}").random() < SPARSE
            context = drawn_context(self.search, number, self.values_of, sparse=is_sparse)
            self.people[number] = context.call(self.search.writer), context
        return self.people[number]


@dataclass(slots=True)
class Tally:
    """Those who were compared so far."""

    people: int = 0
    changed: int = 0
    sizes: list[float] = field(default_factory=list)
    """The largest change of each for whom it is a number."""

    def add(self, differences: list[Probe]) -> None:
        """Count a person with the differences that other values of the attribute make."""
        self.people += 1
        if not differences:
            return
        self.changed += 1
        leanings = [leaning(pair.values, pair.outcomes) for pair in differences]
        amounts = [lean.amount for lean in leanings if lean is not None and lean.amount is not None]
        if amounts:
            self.sizes.append(max(amounts))

    @property
    def rate(self) -> Rate | None:
        """What it comes to, with the Wilson score interval; None if nobody was compared."""
        if not self.people:
            return None
        are_numbers = self.changed and len(self.sizes) == self.changed
        size = median(self.sizes) if are_numbers else None
        interval = Share(self.changed, self.people).interval()
        return Rate(self.people, self.changed, interval, size)


def _rate(people: People, state: InputState, found: Judgement) -> Steps[Rate | None]:
    tally, known = Tally(), dict[Call, list[Probe] | None]()
    for start in range(0, MOST_DRAWN, PORTION):
        drawn = people.drawn(range(start, start + PORTION))
        new = {call: context for call, context in drawn if call not in known}
        compared = yield from _compared(people, state, found, new)
        known |= {call: compared.get(call) for call in new}
        for call, _ in drawn:
            differences = known[call]
            if differences is not None and tally.people < PEOPLE:
                tally.add(differences)
        if tally.people >= PEOPLE or people.search.spending.exhausted:
            break
    return tally.rate


def _compared(
    people: People, state: InputState, found: Judgement, contexts: dict[Call, Context]
) -> Steps[Differences]:
    """What other values of the attribute change for people, without those who cannot be compared.

    As far as it is of the kind that was found.
    """
    search = people.search
    variations = yield from _variations(people, state, contexts)
    every = yield from _tried(search, variations)
    pairs = {call: list(_pairs(search, tried)) for call, tried in every.items()}
    if found.kind is VerdictKind.DELEGATES:
        return _those_that(pairs, lambda pair: ask_otherwise(*pair.outcomes))

    assert found.probe is not None
    apart = _those_that(pairs, lambda pair: _is_met(search, state, pair))
    personal = yield from _personal(search, state, apart)
    if is_quiet(search, state, found.probe):
        return personal
    return _those_that(personal, lambda pair: not is_quiet(search, state, pair))


def _variations(
    people: People, state: InputState, contexts: dict[Call, Context]
) -> Steps[dict[Call, Variation]]:
    """For each context the attribute of its first person, if the code serves or refuses that."""
    outcomes = yield from people.search.perform(list(contexts.values()))
    others = people.values_of(state.input.path)

    variations: dict[Call, Variation] = {}
    for (call, context), outcome in zip(contexts.items(), outcomes, strict=True):
        placed = leaves(context.as_tree())
        first = next(((p, leaf) for p, leaf in placed if leaf.path is state.input.path), None)
        if first is None:
            continue
        position, leaf = first
        values = list(unique([leaf.value, *others]))
        variation = Variation(state, context, outcome, position, values)
        if _has_ended(outcome) and is_usable(people.search, variation, leaf.value, outcome):
            variations[call] = variation
    return variations


def _tried(search: SearchState, variations: dict[Call, Variation]) -> Steps[dict[Call, Tried]]:
    """The variations of which every call came to its end."""
    contexts = [context for each in variations.values() for context in each.contexts()]
    outcomes = iter((yield from search.perform(contexts)))
    every = {
        call: Tried(each, [each.outcome, *islice(outcomes, len(each.values) - 1)])
        for call, each in variations.items()
    }
    return {call: tried for call, tried in every.items() if all(map(_has_ended, tried.outcomes))}


def _has_ended(outcome: Outcome) -> bool:
    """Whether a call was made, and came to its end."""
    return outcome.explanation is None and not stopped(outcome)


def _personal(search: SearchState, state: InputState, pairs: Differences) -> Steps[Differences]:
    """The differences that are about a person, and that somebody may meet."""
    every = [pair for of_person in pairs.values() for pair in of_person]
    kept: dict[int, Probe] = {}
    for pair in (yield from unexplained(search, state, every)):
        possible = yield from of_possible_person(search, state, pair)
        if possible is not None:
            kept[id(pair)] = possible
    return {
        call: [kept[id(pair)] for pair in of_person if id(pair) in kept]
        for call, of_person in pairs.items()
    }


def _those_that(pairs: Differences, holds: Callable[[Probe], bool]) -> Differences:
    return {call: list(filter(holds, of_person)) for call, of_person in pairs.items()}


def _pairs(search: SearchState, tried: Tried) -> Iterator[Probe]:
    """The person's own call beside that with each other value that says something."""
    variation = tried.variation
    own, *others = zip(variation.values, tried.outcomes, strict=True)
    for value, outcome in others:
        if is_usable(search, variation, value, outcome):
            values, outcomes = (own[0], value), (own[1], outcome)
            yield Probe(variation.context, variation.position, values, outcomes)


def _is_met(search: SearchState, state: InputState, pair: Probe) -> bool:
    """Whether outcomes differ for values that the code may meet."""
    differ = are_apart(state, pair.values, pair.outcomes, search.raising)
    return differ and (not pair.refusal or is_spelled(state, pair))
