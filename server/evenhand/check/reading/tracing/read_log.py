"""Notes at which expressions paths are read, and passed to code that cannot be followed."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from evenhand.check.reading.access_paths import AccessPath

Expressions = dict[int, ast.expr]
"""By their identities."""


def _by_path() -> defaultdict[int, Expressions]:
    return defaultdict(dict)


@dataclass(slots=True)
class ReadLog:
    """Expressions of the file itself, by the identities of the paths that are read there.

    What a helper of another file reads is read where the file calls that helper.
    """

    own: Container[int] | None = None
    """The identities of the file's nodes; None if there are no others."""
    touched: dict[int, Expressions] = field(default_factory=_by_path)
    """Where a path is mentioned."""
    computed: dict[int, Expressions] = field(default_factory=_by_path)
    """Where a name is mentioned that holds what may be computed from a path."""
    passed_on: dict[int, Expressions] = field(default_factory=_by_path)
    """Where it is compared, printed or passed on as a whole."""
    opened: dict[int, Expressions] = field(default_factory=_by_path)
    """Where any field of a record may be read without its name."""
    followed: set[int] = field(default_factory=set)
    """Calls, by identity, that were followed into a helper."""

    _placed: int = 0
    """How many of the touched paths have their place."""
    _passing: list[AccessPath] = field(default_factory=list)
    """What was passed on and has no place yet."""
    _has_followed: bool = False
    _held: list[object] = field(default_factory=list)
    """What is known by its identity, so that it has no successor of the same one."""

    def begin(self, touched: Sequence[AccessPath]) -> None:
        """Leave aside what was touched before the body is read."""
        self._placed = len(touched)
        self._passing.clear()

    def pass_on(self, paths: Iterable[AccessPath]) -> None:
        """Note that the expression that is being read passes on `paths`."""
        self._passing.extend(paths)

    def open(self, record: AccessPath, node: ast.expr) -> None:
        """Note that any field of a record may be read at an expression of its file."""
        if self.own is None or id(node) in self.own:
            self._held += [node, record]
            self.opened[id(record)][id(node)] = node

    def follow(self) -> None:
        """Note that the call that is being read was followed."""
        self._has_followed = True

    def place(
        self, node: ast.expr, results: tuple[AccessPath, ...], touched: Sequence[AccessPath]
    ) -> None:
        """What was touched or passed on since the last expression, was so at `node`.

        `given` is what the expression itself gives.
        """
        is_call = type(node) is ast.Call
        is_idle = len(touched) == self._placed and not self._passing and not is_call
        if is_idle or (self.own is not None and id(node) not in self.own):
            return

        for path in touched[self._placed :]:
            is_computed = type(node) is ast.Name and path not in results
            where = self.computed if is_computed else self.touched
            where[id(path)][id(node)] = node
        self._held += [node, *self._passing]
        for path in self._passing:
            self.passed_on[id(path)][id(node)] = node
        if is_call:
            self._place_call(node, results)
        self._placed = len(touched)
        self._passing.clear()

    def _place_call(self, node: ast.expr, results: tuple[AccessPath, ...]) -> None:
        self._held += results
        for path in results:
            self.touched[id(path)][id(node)] = node
        if self._has_followed:
            self.followed.add(id(node))
        self._has_followed = False
