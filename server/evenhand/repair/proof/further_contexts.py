"""Contexts for comparing both texts that are made of what the new text looks at.

The contexts of the survey reach every branch of the old text. A new condition, such as another
bound on the years of service, is only met with values that the new text has a word for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from evenhand.check.outcomes.requests import Call
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.search.arguments.argument_trees import leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.values.choosing import Choose, at_random
from evenhand.repair.survey.combined_outcomes import contexts_of
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import Scalar, is_same

MOST_FROM_SEARCH = 40
MOST_BASES = 12
"""Contexts of the survey in which the values of the new text are tried."""
MOST_NEW_VALUES = 8
"""Values of one input that the old text has no word for."""
RANDOM_CONTEXTS, RANDOM_SEED = 16, 9000
STEPS = 400_000
LEAST_CONTEXTS, MOST_CONTEXTS = 30, 240
Domains = Mapping[str, tuple[Scalar, ...]]
"""The values of each input, by its text."""


def further_contexts(survey: Survey, searched: SearchState) -> list[Context]:
    """Contexts in which the new text, which was searched, may do something else than elsewhere."""
    domains = _domains_of(searched)
    by_call: dict[Call, Context] = {}
    for context in _all_contexts(survey, searched, domains):
        by_call.setdefault(context.call(survey.search.writer), context)
    most = survey.search.spending.affordable(STEPS, LEAST_CONTEXTS, MOST_CONTEXTS)
    return list(by_call.values())[:most]


def _all_contexts(survey: Survey, searched: SearchState, domains: Domains) -> Iterator[Context]:
    for context in islice(contexts_of(survey), MOST_BASES):
        yield from _with_new_values(survey, context, domains)
    yield from (pair.contexts[1] for pair in survey.nearby)
    for context in islice((*searched.observed.accepted, *searched.observed.kept), MOST_FROM_SEARCH):
        yield survey.search.build(_rows(context), _as_in(survey, context))
    for number in range(RANDOM_CONTEXTS):
        chosen = at_random(lambda path: _values(survey, path, domains), RANDOM_SEED + number)
        yield survey.search.build(1 + number % 2, chosen)


def _with_new_values(survey: Survey, context: Context, domains: Domains) -> Iterator[Context]:
    """The context with each value that only the new text has a word for, in each input."""
    tree = context.as_tree()
    for position, leaf in leaves(tree):
        if leaf.path is None:
            continue
        for value in _new_values(survey, leaf.path, domains):
            yield context.with_tree(set_value(tree, position, value))


def _new_values(survey: Survey, path: AccessPath, domains: Domains) -> list[Scalar]:
    """Values that only the new text has a word for; it does not know those of repaired inputs."""
    if any(state.input.path is path for state in survey.repaired):
        return []
    known = survey.search.values.of(path)
    new = [v for v in domains.get(path.text, ()) if not any(is_same(v, k) for k in known)]
    return new[:MOST_NEW_VALUES]


def _values(survey: Survey, path: AccessPath, domains: Domains) -> tuple[Scalar, ...]:
    return (*survey.search.values.of(path), *_new_values(survey, path, domains))


def _domains_of(searched: SearchState) -> Domains:
    """What the search of the new text has tried, its constants and what it met among it."""
    return {path.text: searched.values.of(path) for path in searched.reading.paths}


def _rows(context: Context) -> int:
    """How many people a context has."""
    counts: dict[int, int] = {}
    for _, leaf in leaves(context.as_tree()):
        counts[id(leaf.path)] = counts.get(id(leaf.path), 0) + 1
    return max(1, min(2, max(counts.values(), default=1)))


def _as_in(survey: Survey, context: Context) -> Choose:
    """The values that a context of the new text has under the same text.

    Those of repaired inputs are the old text's: the new one does not know what they are.
    """
    values: dict[str, list[Scalar]] = {}
    repaired = {state.input.path.text for state in survey.repaired}
    for _, leaf in leaves(context.as_tree()):
        if leaf.path is not None and leaf.path.text not in repaired:
            values.setdefault(leaf.path.text, []).append(leaf.value)

    def choose(path: AccessPath, row: int) -> Scalar:
        there = values.get(path.text)
        if there:
            return there[row % len(there)]
        usual = survey.search.values.of(path)
        return usual[row % len(usual)] if usual else None

    return choose
