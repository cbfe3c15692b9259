"""Divides a graph into circles: nodes that reach each other (Tarjan 1972), without recursion."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

NodeT = TypeVar("NodeT", bound=Hashable)


def circles(
    starts: Iterable[NodeT], successors: Callable[[NodeT], Iterable[NodeT]]
) -> Iterator[list[NodeT]]:
    """All circles that can be reached, each behind those that it leads to.

    A node that is in no circle is one by itself.
    """
    search = _Search(successors)
    for start in starts:
        if start not in search.numbers:
            yield from search.from_start(start)


@dataclass(slots=True)
class _Search(Generic[NodeT]):
    successors: Callable[[NodeT], Iterable[NodeT]]
    numbers: dict[NodeT, int] = field(default_factory=dict)
    """In the order in which nodes were met."""
    lowest: dict[NodeT, int] = field(default_factory=dict)
    """The lowest number that a node reaches through nodes of no finished circle."""
    open_nodes: list[NodeT] = field(default_factory=list)
    is_open: set[NodeT] = field(default_factory=set)

    def from_start(self, start: NodeT) -> Iterator[list[NodeT]]:
        path = [(start, self._enter(start))]
        while path:
            node, following = path[-1]
            successor = next(following, None)
            if successor is None:
                path.pop()
                if path:
                    self._lower(path[-1][0], self.lowest[node])
                if self.lowest[node] == self.numbers[node]:
                    yield self._closed(node)
            elif successor not in self.numbers:
                path.append((successor, self._enter(successor)))
            elif successor in self.is_open:
                self._lower(node, self.numbers[successor])

    def _enter(self, node: NodeT) -> Iterator[NodeT]:
        self.numbers[node] = self.lowest[node] = len(self.numbers)
        self.open_nodes.append(node)
        self.is_open.add(node)
        return iter(self.successors(node))

    def _lower(self, node: NodeT, number: int) -> None:
        self.lowest[node] = min(self.lowest[node], number)

    def _closed(self, first: NodeT) -> list[NodeT]:
        """The circle of which `first` was met first."""
        circle: list[NodeT] = []
        while not circle or circle[-1] != first:
            circle.append(self.open_nodes.pop())
            self.is_open.discard(circle[-1])
        return circle
