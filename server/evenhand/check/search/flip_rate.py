"""Says how many people a difference touches: of many made-up ones, whose outcome changes.

This is the causal discrimination score: the share of inputs for which some other value of the
attribute, and nothing else, gives another outcome. Here what changes is a difference as the search
counts them, echoes masked. It runs behind the search, and only if it is asked for.

Source: S. Galhotra, Y. Brun, A. Meliou, "Fairness Testing: Testing Software for Discrimination",
ESEC/FSE 2017.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from evenhand.check.outcomes.outcome_comparison import stopped
from evenhand.check.outcomes.requests import Open, Steps
from evenhand.check.outcomes.who_gains import leaning
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search.arguments.argument_trees import leaves
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.input_state import InputState, Judgement, Probe
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
from evenhand.check.search.random_contexts import drawn_context
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import Domains
from evenhand.check.search.values.domains import unique
from evenhand.findings import Rate, VerdictKind
from evenhand.measures.share import Share
from evenhand.scalars import Scalar

PEOPLE = 1_000
"""People whose outcomes are compared for one finding."""
MOST_DRAWN = 3_000
"""People who are drawn until there are so many whom the code serves or refuses."""
PORTION = 50
"""People whose calls are made at once."""
MOST_CALLS, MOST_STEPS = 100_000, 40_000_000
"""What one finding may take; with less, fewer people are compared."""


def rated(search: SearchState, judgements: Sequence[Judgement]) -> Steps[tuple[Judgement, ...]]:
    """The judgements, those with a witness with the rate of their difference."""
    with_witness = [entry for entry in judgements if entry.probe is not None]
    if not with_witness:
        return tuple(judgements)
    loaded = yield from search.open(Open(search.module, endless=search.endless))
    search.note_loaded(loaded)
    if loaded.problem is not None:
        return tuple(judgements)

    people = People(search, [entry.probe for entry in with_witness if entry.probe is not None])
    results: list[Judgement] = []
    for entry in judgements:
        state = search.state_of(entry.input.path)
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

    def values_of(self, path: AccessPath) -> tuple[Scalar, ...]:
        """The values that people may have at a path; none in a spelling that the code lacks."""
        if id(path) not in self.values:
            state = self.search.state_of(path)
            usual = self.search.domain(path)
            if state is not None:
                usual = tuple(value for value in usual if not state.is_misspelt(value))
            self.values[id(path)] = unique([*usual, *self._in_witnesses(path)])
        return self.values[id(path)]

    def _in_witnesses(self, path: AccessPath) -> Iterator[Scalar]:
        for witness in self.witnesses:
            for context in witness.contexts:
                placed = leaves(context.as_tree())
                yield from (leaf.value for _, leaf in placed if leaf.path is path)

    def drawn(self, numbers: range) -> list[Context]:
        """The people of these numbers, each with those who are in a list with them."""
        domains: Domains = self.values_of
        return [drawn_context(self.search, number, domains) for number in numbers]


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
    search, tally = people.search, Tally()
    for start in range(0, MOST_DRAWN, PORTION):
        contexts = people.drawn(range(start, start + PORTION))
        variations = yield from _variations(people, state, contexts)
        every = yield from _tried(search, variations[: PEOPLE - tally.people])
        for differences in (yield from _differences(search, state, every, found)):
            tally.add(differences)
        if tally.people >= PEOPLE or search.spending.exhausted:
            break
    return tally.rate


def _variations(
    people: People, state: InputState, contexts: list[Context]
) -> Steps[list[Variation]]:
    """For each context the attribute of its first person, if the code serves or refuses that."""
    outcomes = yield from people.search.perform(contexts)
    others = people.values_of(state.input.path)

    variations: list[Variation] = []
    for context, outcome in zip(contexts, outcomes, strict=True):
        placed = leaves(context.as_tree())
        first = next(((p, leaf) for p, leaf in placed if leaf.path is state.input.path), None)
        if first is None:
            continue
        position, leaf = first
        values = list(unique([leaf.value, *others]))
        variation = Variation(state, context, outcome, position, values)
        if not stopped(outcome) and is_usable(people.search, variation, leaf.value, outcome):
            variations.append(variation)
    return variations


def _tried(search: SearchState, variations: list[Variation]) -> Steps[list[Tried]]:
    """The variations of which every call came to its end."""
    contexts = [context for variation in variations for context in variation.contexts()]
    outcomes = iter((yield from search.perform(contexts)))
    every = [Tried(v, [v.outcome, *(next(outcomes) for _ in v.values[1:])]) for v in variations]
    return [tried for tried in every if not any(map(stopped, tried.outcomes))]


def _differences(
    search: SearchState, state: InputState, every: list[Tried], found: Judgement
) -> Steps[list[list[Probe]]]:
    """For each person what other values of the attribute change, as far as it is of the kind that
    was found.
    """
    pairs = [list(_pairs(search, tried)) for tried in every]
    if found.kind is VerdictKind.DELEGATES:
        return [[p for p in of_person if ask_otherwise(*p.outcomes)] for of_person in pairs]

    apart = [p for of_person in pairs for p in of_person if _is_met(search, state, p)]
    kept: dict[int, Probe] = {}
    for pair in (yield from unexplained(search, state, apart)):
        possible = yield from of_possible_person(search, state, pair)
        if possible is not None:
            kept[id(pair)] = possible
    differences = [[kept[id(p)] for p in of_person if id(p) in kept] for of_person in pairs]

    assert found.probe is not None
    if is_quiet(search, state, found.probe):
        return differences
    return [[p for p in of_person if not is_quiet(search, state, p)] for of_person in differences]


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
