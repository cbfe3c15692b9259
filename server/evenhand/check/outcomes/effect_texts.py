"""Words for what a call does besides what it gives: to the world, and to its arguments."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from evenhand.check.outcomes.change_texts import own_changes
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.outcome_comparison import same_tree
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.sql_texts import written_columns
from evenhand.check.outcomes.tree_texts import arguments, from_difference, written
from evenhand.doors.printable import cut

MOST_EFFECTS = 2
"""Effects of one call that are told."""
LONGEST_ARGUMENT = 60


@dataclass(frozen=True, slots=True)
class _Deed:
    """One thing that a call does."""

    text: str
    column: str = ""
    """The column that it writes; empty if it writes no row."""


def deeds(difference: Difference) -> tuple[list[str], list[str]]:
    """For each of two calls what it does, or changes, and the other does not.

    That it writes the attribute itself is told if it does nothing else.
    """
    first, second = difference.outcomes
    changes, other_changes = own_changes(difference)
    for left, others in (_without_echoes(difference), (first, second)):
        own = _telling(_own_deeds(left, others), changes, difference.name)
        of_other = _telling(_own_deeds(others, left), other_changes, difference.name)
        if own or of_other:
            return own, of_other
    return _inner_differences(difference)


def _without_echoes(difference: Difference) -> tuple[Outcome, Outcome]:
    """The outcomes without what both calls do alike, but for the person's own value."""
    first, second = difference.outcomes
    echo = Renaming((difference.values,))
    left, others = list(first.effects), list(second.effects)
    for effect in first.effects:
        alike = (e for e in others if e[0] == effect[0] and same_tree(effect[1], e[1], echo))
        other = next(alike, None)
        if other is not None:
            left.remove(effect)
            others.remove(other)
    return replace(first, effects=tuple(left)), replace(second, effects=tuple(others))


def _telling(own: list[_Deed], changes: list[str], name: str) -> list[str]:
    others = [deed for deed in own if deed.column != name or not name]
    telling = others if others or changes else own
    return [deed.text for deed in telling] + changes


def _own_deeds(outcome: Outcome, other: Outcome) -> list[_Deed]:
    of_other = Counter(chain.from_iterable(map(_deeds_of, other.effects)))
    own: list[_Deed] = []
    for deed in chain.from_iterable(map(_deeds_of, outcome.effects)):
        if of_other[deed]:
            of_other[deed] -= 1
        else:
            own.append(deed)
    return own


def _inner_differences(difference: Difference) -> tuple[list[str], list[str]]:
    """What the calls do alike but for something inside a list or a dictionary: that place of it."""
    first, second = difference.outcomes
    echo = Renaming((difference.values,))
    for effect, other in zip(first.effects, second.effects, strict=False):
        if effect[0] == other[0] and not same_tree(effect[1], other[1], echo):
            own, of_other = _around_difference(effect, other), _around_difference(other, effect)
            return ([own], [of_other]) if own != of_other else ([], [])
    return [], []


def _around_difference(effect: tuple[str, Any], other: tuple[str, Any]) -> str:
    """`calls menu(…'♂ Kim', 3)`: the arguments from just before those that another call has not."""
    table, other_table = _written_table(effect), _written_table(other)
    if table is not None and other_table is not None:
        rows, place = table
        return f"writes {from_difference(rows, other_table[0], LONGEST_ARGUMENT)} to {place}"
    own, others = (arguments(_entries(tree)) for _, tree in (effect, other))
    return f"calls {effect[0]}({from_difference(own, others, LONGEST_ARGUMENT)})"


def _written_table(effect: tuple[str, Any]) -> tuple[str, str] | None:
    """The rows of a table that is written to a file, and the file; None for other effects."""
    given = [tree for _, tree in _entries(effect[1])]
    is_table = bool(given) and isinstance(given[0], dict) and given[0].get("t") == "frame"
    place = next((tree for tree in given[1:] if isinstance(tree, str)), "")
    return (written(given[0]), repr(place)) if is_table and place else None


def _deeds_of(effect: tuple[str, Any]) -> list[_Deed]:
    """What an effect does: one thing, or of a row that is inserted, each column."""
    given = _entries(effect[1])
    statement = given[0][1] if len(given) == 1 else None
    columns = written_columns(statement) if isinstance(statement, str) else {}
    in_rows = [
        _Deed(f"writes {cut(repr(v), LONGEST_ARGUMENT)} to {name}", name)
        for name, v in columns.items()
    ]
    return in_rows or [_Deed(_text(effect))]


def _text(effect: tuple[str, Any]) -> str:
    """`calls abort(403)`, `sets employee.grade to 3`, `deletes employee.grade`."""
    path, tree = effect
    given = _entries(tree)
    if path.startswith("del "):
        return f"deletes {path.removeprefix('del ')}"
    if path.endswith(" ="):
        values = [_value(value) for _, value in given]
        return f"sets {path.removesuffix(' =')} to {', '.join(values)}"
    table = _written_table(effect)
    if table is not None:
        return f"writes a table to {table[1]}"
    return f"calls {path}({', '.join(_argument(name, value) for name, value in given)})"


def _entries(tree: Any) -> list[tuple[str, Any]]:
    """The arguments of a call, each with its name."""
    return tree.get("v", []) if isinstance(tree, dict) else []


def _argument(name: str, value: Any) -> str:
    return _value(value) if name.isdigit() else f"{name}={_value(value)}"


def _value(tree: Any) -> str:
    """A plain value as Python writes it; `...` for anything larger."""
    if isinstance(tree, dict | list):
        return "..."
    return cut(repr(tree), LONGEST_ARGUMENT)
