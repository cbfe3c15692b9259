"""Makes the tables and lists of a witness small: as few rows as still show the difference."""

from __future__ import annotations

from dataclasses import replace

from evenhand.check.outcomes.requests import Steps
from evenhand.check.search.arguments.argument_trees import (
    TABLES,
    Branch,
    Position,
    at,
    branches,
    put,
)
from evenhand.check.search.input_state import InputState
from evenhand.check.search.judge_questions import still_shown
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState

LISTS = frozenset({"list", "tuple"})
MOST_ROWS = 12
"""Rows of a table or list that are taken away one by one."""


def with_fewer_rows(search: SearchState, state: InputState, probe: Probe) -> Steps[Probe]:
    """The same difference in tables and lists with the fewest rows that show it."""
    done = 0
    while done < len(tables := _tables(probe)):  # those inside of one have moved after it
        probe = yield from _shortened(search, state, probe, tables[done])
        done += 1
    return probe


def _tables(probe: Probe) -> list[Position]:
    """Where the tables and lists of a probe are, each before those inside of it."""
    nodes = branches(probe.context.as_tree())
    return [position for position, node in nodes if node.children and _has_rows(node)]


def _has_rows(node: Branch) -> bool:
    """Whether it holds things of one kind, and is no row that is known by its positions."""
    is_list = node.style in LISTS and node.path is not None and node.path.item is not None
    return is_list or node.style in TABLES


def _shortened(
    search: SearchState, state: InputState, probe: Probe, table: Position
) -> Steps[Probe]:
    """The probe with fewer rows in one of its tables: with one, else without each in turn."""
    row = _row_of(probe, table)
    alone = yield from _keeping(search, state, probe, table, (row,))
    if alone is not None:
        return alone

    for index in reversed(range(min(_size(probe, table), MOST_ROWS))):
        if search.spending.exhausted:
            return probe
        others = tuple(i for i in range(_size(probe, table)) if i != index)
        if others and index != _row_of(probe, table):
            fewer = yield from _keeping(search, state, probe, table, others)
            probe = probe if fewer is None else fewer
    return probe


def _keeping(
    search: SearchState, state: InputState, probe: Probe, table: Position, rows: tuple[int, ...]
) -> Steps[Probe | None]:
    """The probe with these rows of a table alone; None if it then shows no difference."""
    if len(rows) == _size(probe, table):
        return None

    tree = probe.context.as_tree()
    node = at(tree, table)
    assert isinstance(node, Branch)
    children = tuple(node.children[index] for index in rows)
    smaller = replace(node, names=tuple(range(len(rows))), children=children)

    context = probe.context.with_tree(put(tree, table, smaller))
    shorter = replace(probe, context=context, position=_moved(probe.position, table, rows))
    first, second = yield from search.perform(list(shorter.contexts))
    shorter = replace(shorter, outcomes=(first, second))
    return shorter if still_shown(search, state, probe, shorter) else None


def _moved(position: Position, table: Position, rows: tuple[int, ...]) -> Position:
    """Where the probed value is when a table has only these of its rows."""
    depth = len(table)
    if position[:depth] != table:
        return position
    return (*table, rows.index(position[depth]), *position[depth + 1 :])


def _row_of(probe: Probe, table: Position) -> int:
    """The row of a table that holds the probed value; the first of any other table."""
    depth = len(table)
    return probe.position[depth] if probe.position[:depth] == table else 0


def _size(probe: Probe, table: Position) -> int:
    node = at(probe.context.as_tree(), table)
    assert isinstance(node, Branch)
    return len(node.children)
