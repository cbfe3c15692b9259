"""Comparisons of computed numbers that have always come out the same, and ways to turn them.

Points from many inputs may reach their threshold in one combination only: from the context that
came nearest, the input whose change brings it nearer still is changed, and so on. Where two numbers
have to fit each other, as in `x*x + y*y == 25`, small ones are tried together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, islice, product

from evenhand.check.outcomes.requests import Event, Outcome
from evenhand.check.search.arguments.argument_trees import Position, leaves, set_value
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.learning import computed_numbers
from evenhand.check.search.search_state import SearchState
from evenhand.scalars import is_number

SMALL = range(13)
"""Numbers that are tried for each of two unknowns."""
MOST_UNKNOWNS = 3
SELDOM = 4
MOST_OPEN = 2
"""Comparisons that are worked on."""
MOST_CHANGES = 30
"""Changes of one context that are tried to come nearer."""
MOST_VALUES = 5
"""Values of one input that are tried for that."""

Site = tuple[int, int]
"""Line and column of a comparison."""


@dataclass(slots=True)
class OpenComparisons:
    """How near runs have come to turning each comparison."""

    results: dict[Site, Counter[bool | None]] = field(default_factory=dict)
    """How often each came out how."""
    nearest: dict[Site, tuple[float, Context]] = field(default_factory=dict)
    """The smallest distance of the operands, and the context in which they had it."""
    equations: dict[Site, None] = field(default_factory=dict)
    """Those that ask whether two numbers are equal."""

    def note(self, context: Context, outcome: Outcome) -> None:
        """Remember what a run compared."""
        events = [e for e in outcome.events if is_number(e.left) and is_number(e.right)]
        if not events:
            return

        values = {leaf.value for _, leaf in leaves(context.as_tree())}
        for event in events:
            for left, right in computed_numbers((event,), values):
                self._note(context, event, abs(left - right))

    def _note(self, context: Context, event: Event, distance: float) -> None:
        site = (event.line, event.column)
        self.results.setdefault(site, Counter())[event.result] += 1
        if event.op == "==":
            self.equations[site] = None

        before = self.nearest.get(site)
        if before is None or distance < before[0]:
            self.nearest[site] = (distance, context)

    def _is_rare(self, site: Site) -> bool:
        """Whether an equation held at most once in `SELDOM` runs."""
        results = self.results[site]
        return results[True] * SELDOM <= results.total()

    @property
    def open(self) -> list[Site]:
        """The first comparisons that have come out in one way only."""
        sites = (site for site in self.nearest if len(self.results[site]) == 1)
        return list(islice(sites, MOST_OPEN))

    def nearer(self, search: SearchState, site: Site) -> Iterator[Context]:
        """The context that came nearest, with one value changed."""
        _, context = self.nearest[site]
        tree = context.as_tree()
        changes = (
            context.with_tree(set_value(tree, position, value))
            for position, leaf in leaves(tree)
            if leaf.path is not None
            for value in search.values.of(leaf.path)[:MOST_VALUES]
        )
        return islice(changes, MOST_CHANGES)

    def small_numbers(self, search: SearchState) -> Iterator[Context]:
        """Contexts with small numbers for every two unknowns of an open equation."""
        for site in islice(filter(self._is_rare, self.equations), MOST_OPEN):
            _, context = self.nearest[site]
            tree = context.as_tree()
            for first, second in combinations(_unknowns(search, context), 2):
                for number, other in product(SMALL, SMALL):
                    changed = set_value(tree, first, number)
                    yield context.with_tree(set_value(changed, second, other))


def _unknowns(search: SearchState, context: Context) -> list[Position]:
    """Where a context has integers that are nobody's attribute."""
    state_of = search.values.state_of
    positions = [
        position
        for position, leaf in leaves(context.as_tree())
        if type(leaf.value) is int and leaf.path is not None and state_of(leaf.path) is None
    ]
    return positions[:MOST_UNKNOWNS]
