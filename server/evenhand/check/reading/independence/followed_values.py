"""What the proof of independence follows: expressions that hold the value, and their uses."""

from __future__ import annotations

import ast
from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum

from evenhand.check.reading.independence.meanings import Meanings, bound_names, meanings_of
from evenhand.check.reading.independence.wrapping import plain_errors
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import Function, Source, own_nodes

CATCHING = (ast.ExceptHandler, ast.With, ast.AsyncWith)
"""What may see an exception before the caller does."""


class Kind(StrEnum):
    """How an expression holds the value that is followed."""

    PERSON = "person"
    """A record, of which the value is one field."""
    PEOPLE = "people"
    """A list of such records."""
    NUMBERED = "numbered"
    """Such a list, each record behind its number."""
    VALUE = "value"
    TEXT = "text"
    """Text in which the value is written."""
    HOLDER = "holder"
    """A new container or object into which the value was put."""

    @property
    def is_written(self) -> bool:
        """Whether the value itself is all that it holds, as it is or as text."""
        return self in {Kind.VALUE, Kind.TEXT}

    @property
    def exists_anyway(self) -> bool:
        """Whether it is there for every value: a record, or a container with an entry."""
        return not self.is_written


@dataclass(frozen=True, slots=True)
class Names:
    """What the names in one function mean."""

    meanings: Meanings
    local: Set[str]
    """Names that the function binds itself, its parameters included."""
    catches: bool
    """Whether the function may look at an exception that it raises."""
    plain_errors: Set[str]
    """The workspace's exceptions that add nothing."""

    def is_builtin(self, name: str) -> bool:
        """Whether a name means what Python gives it."""
        return name not in self.local and self.meanings.is_builtin(name)

    def comes_from(self, name: str, *origins: str) -> bool:
        """Whether a name was imported from one of `origins`, and is nothing else."""
        return self.meanings.comes_from(name, *origins)

    def is_plain_error(self, name: str) -> bool:
        """Whether a class of exceptions only keeps its message, as far as the files show it."""
        meanings = self.meanings
        if name in meanings.bound:
            return False
        is_known = name in meanings.classes
        return name in self.plain_errors if is_known else name in meanings.imported

    def is_logger(self, name: str) -> bool:
        """Whether calls of the methods of `name` only log."""
        watching = "emit handle filter format process write makeRecord log debug info warning "
        watching += "error exception critical"
        if name in self.local or self.meanings.defines(*watching.split()):
            return False
        return name not in self.meanings.defined


def names_in(function: Function, source: Source) -> Names:
    """What the names in a function mean."""
    nodes = list(own_nodes(function.node))
    parameters = set[str]()
    if not isinstance(function.node, ast.Module):
        parameters = {node.arg for node in nodes_of(function.node.args, ast.arg)}

    return Names(
        meanings_of(source),
        parameters | bound_names(nodes),
        any(isinstance(node, CATCHING) for node in nodes),
        plain_errors(source),
    )


@dataclass(frozen=True, slots=True)
class Held:
    """An expression that holds the value."""

    node: ast.AST
    kind: Kind
    field: str
    """The key or attribute of a person that holds the value."""
    names: Names


@dataclass(frozen=True, slots=True)
class Use:
    """A use that decides nothing."""

    shown: bool = False
    """It ends in the outcome, as it is."""
    becomes: Kind | None = None
    """What the expression around it holds."""
    targets: tuple[ast.expr, ...] = ()
    """What is assigned the value, or the items of what holds it."""
    given: Kind | None = None
    """How the targets hold it, if not as the expression does."""
    fills: ast.expr | None = None
    """A container into which it is put."""


DROPPED, SHOWN = Use(), Use(shown=True)
AS_TEXT, IN_HOLDER = Use(becomes=Kind.TEXT), Use(becomes=Kind.HOLDER)
