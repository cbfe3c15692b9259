"""Compares two outcomes: do they differ once the person's own values are masked?

A function that repeats the person's own value has not judged that person. So two leaves count as
the same when they are equal, or when each repeats its own call's value of the attribute.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from evenhand.causes import Cause
from evenhand.check.outcomes.group_order import (
    Groups,
    columns_of,
    groups_of,
    sorted_rows_of,
    ties_of,
)
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.outcomes.sql_texts import with_columns
from evenhand.check.outcomes.written_texts import written_by_both
from evenhand.scalars import is_same

TOLERANCE = 1e-9
LARGEST_SET = 500
"""Items of sets that are compared each with each; larger ones in the order of their texts."""


def same_outcome(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    """Whether two calls look alike to a caller, echoes of `renaming` aside."""
    if first.kind is not second.kind:
        return False
    if first.raised and not _same_error(first, second, renaming):
        return False

    return (
        _same_value(first, second, renaming)
        and _same_text(first.printed, second.printed, renaming)
        and _same_changes(first, second, renaming)
        and _same_effects(first, second, renaming)
    )


def look_identical(first: Outcome, second: Outcome) -> bool:
    """Whether it is plain that two calls look alike, without any renaming; most do."""
    changes_nothing = not (first.changed or second.changed or first.effects or second.effects)
    return (
        changes_nothing
        and first.kind is second.kind
        and first.value == second.value
        and first.printed == second.printed
        and first.error == second.error
    )


def _same_value(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    if first.value == second.value:
        return True
    return same_tree(first.value, second.value, renaming, renaming.result)


def _same_text(first: str, second: str, renaming: Renaming) -> bool:
    return first == second or renaming.text(first, second)


def _same_error(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    assert first.error is not None
    assert second.error is not None

    (name, message), (second_name, second_message) = first.error, second.error
    if name != second_name:
        return False
    return _same_text(message, second_message, renaming) or renaming.shifts(message, second_message)


def _same_changes(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    """Whether both calls changed the same arguments in the same way."""
    names = [name for name, _ in first.changed]
    second_names = [name for name, _ in second.changed]
    if names != second_names:
        return False

    pairs = zip(first.changed, second.changed, strict=True)
    return all(same_tree(tree, second_tree, renaming) for (_, tree), (_, second_tree) in pairs)


def _same_effects(first: Outcome, second: Outcome, renaming: Renaming) -> bool:
    """Whether both calls did the same to the world, in the same order."""
    if first.effects == second.effects:
        return True
    if len(first.effects) != len(second.effects):
        return False

    pairs = zip(first.effects, second.effects, strict=True)
    return all(_same_effect(effect, second_effect, renaming) for effect, second_effect in pairs)


def _same_effect(first: tuple[str, Any], second: tuple[str, Any], renaming: Renaming) -> bool:
    if _are_identical(first, second):
        return True

    (name, tree), (second_name, second_tree) = first, second
    if name in renaming.answers:
        renaming = replace(renaming, flags_decide=True)
    are_named_alike = _same_text(name, second_name, renaming)
    return are_named_alike and same_tree(with_columns(tree), with_columns(second_tree), renaming)


def _are_identical(first: Any, second: Any) -> bool:
    """Whether nothing has to be renamed. Most parts of outcomes are, and Python sees it at once.

    Their texts are compared, too: for Python 1 and True are equal.
    """
    return bool(first == second) and repr(first) == repr(second)


def same_tree(first: Any, second: Any, renaming: Renaming, label: str = "") -> bool:
    """Whether two outcome trees are alike, echoes aside; sets without order.

    `label` is the key or attribute of the trees.
    """
    if isinstance(first, dict) and isinstance(second, dict):
        are_identical = _are_identical(first, second)
        return are_identical or _same_compounds(first, second, renaming, label)
    if isinstance(first, list) and isinstance(second, list):
        are_identical = _are_identical(first, second)
        return are_identical or _same_lists(first, second, renaming, label)
    if _same_scalar(first, second, renaming, label):
        return True
    return (
        isinstance(first, str)
        and isinstance(second, str)
        and _write_the_same(first, second, renaming)
    )


def _write_the_same(first: str, second: str, renaming: Renaming) -> bool:
    """Whether two texts write down the same things, and each the same or an echo."""
    written = written_by_both(first, second)
    return bool(written) and all(same_tree(*both, renaming, name) for name, both in written)


def _same_compounds(
    first: dict[str, Any], second: dict[str, Any], renaming: Renaming, label: str
) -> bool:
    if first.keys() != second.keys():
        return False

    kind, second_kind = first.get("t"), second.get("t")
    if kind == second_kind and _same_groups(first, second, renaming):
        return True
    if kind in {"set", "frozenset"} and kind == second_kind:
        return _same_sets(first, second, renaming)
    if kind == "frame" and first["c"] == second["c"]:
        return _same_frames(first, second, renaming)
    if kind == "enum" and first["c"] == second["c"]:
        label = str(first["c"]).rpartition(".")[2]
    if kind == "series" and isinstance(first.get("n"), str):
        label = first["n"]
    return all(same_tree(first[key], second[key], renaming, label) for key in first)


def _same_lists(first: list[Any], second: list[Any], renaming: Renaming, label: str) -> bool:
    if len(first) != len(second):
        return False
    if is_entry(first) and first[0] == second[0]:
        return same_tree(first[1], second[1], renaming, first[0])

    pairs = zip(first, second, strict=True)
    return all(same_tree(item, second_item, renaming, label) for item, second_item in pairs)


def is_entry(tree: Any) -> bool:
    """Whether a tree is an entry of a dict, an object or a dataclass: its name, and its tree."""
    return isinstance(tree, list) and len(tree) == 2 and isinstance(tree[0], str)


def _same_frames(first: dict[str, Any], second: dict[str, Any], renaming: Renaming) -> bool:
    if len(first["v"]) != len(second["v"]):
        return False
    if not _are_tables_of(len(first["c"]), first["v"], second["v"]):
        return _same_lists(first["v"], second["v"], renaming, "")
    if not same_tree(first["i"], second["i"], renaming):
        return False

    columns = [str(column) for column in first["c"]]
    rows = zip(first["v"], second["v"], strict=True)
    return all(_same_rows(row, second_row, columns, renaming) for row, second_row in rows)


def _are_tables_of(width: int, *tables: list[list[Any]]) -> bool:
    """Whether every row has a cell for each column: those of a long table are cut."""
    return all(len(row) == width for rows in tables for row in rows)


def _same_rows(first: list[Any], second: list[Any], columns: list[str], renaming: Renaming) -> bool:
    cells = zip(columns, first, second, strict=True)
    return all(same_tree(cell, second_cell, renaming, name) for name, cell, second_cell in cells)


def _same_sets(first: dict[str, Any], second: dict[str, Any], renaming: Renaming) -> bool:
    key = next((k for k in first if isinstance(first[k], list)), None)
    if key is None or len(first[key]) != len(second[key]):
        return first == second

    if len(first[key]) > LARGEST_SET:
        return _same_lists(first[key], second[key], renaming, "")
    return _same_in_any_order(first[key], second[key], renaming)


def _same_groups(first: dict[str, Any], second: dict[str, Any], renaming: Renaming) -> bool:
    """Whether both hold the same groups, in the order of their names after they are renamed."""
    if not renaming.pairs:
        return False

    if first.get("n") != second.get("n"):
        return False

    same_columns = first.get("c") == second.get("c")
    if same_columns and _same_parts(groups_of(first), groups_of(second), renaming):
        return True
    if same_columns and _same_parts(sorted_rows_of(first), sorted_rows_of(second), renaming):
        return True
    if same_columns and _same_ties(ties_of(first), ties_of(second), renaming):
        return True
    if first.get("t") != "frame" or first["i"] != second["i"]:
        return False
    return _same_parts(columns_of(first), columns_of(second), renaming)


def _same_ties(first: list[Groups] | None, second: list[Groups] | None, renaming: Renaming) -> bool:
    if first is None or second is None or len(first) != len(second):
        return False
    both = zip(first, second, strict=True)
    return all(_same_parts(alike, second_alike, renaming) for alike, second_alike in both)


def _same_parts(first: Groups | None, second: Groups | None, renaming: Renaming) -> bool:
    if first is None or second is None or len(first) != len(second):
        return False
    return _same_in_any_order(first, second, renaming)


def _same_in_any_order(first: list[Any], second: list[Any], renaming: Renaming) -> bool:
    unmatched = list(second)
    for item in first:
        same = (i for i, candidate in enumerate(unmatched) if same_tree(item, candidate, renaming))
        index = next(same, None)
        if index is None:
            return False
        unmatched.pop(index)
    return True


def _same_scalar(first: Any, second: Any, renaming: Renaming, label: str) -> bool:
    if type(first) is type(second) and first == second:
        return True
    if renaming.writes(first, second, label):
        return True
    if isinstance(first, bool) or isinstance(second, bool):
        return is_same(first, second) or renaming.same(first, second, label)

    if isinstance(first, (int, float)) and isinstance(second, (int, float)):
        close = math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        return close or renaming.same(first, second, label)

    if type(first) is not type(second) or not isinstance(first, str):
        return False
    return renaming.same(first, second, label) or renaming.text(first, second)


def comparable(outcome: Outcome) -> bool:
    """Whether an outcome says anything: it returned, or it raised on purpose."""
    return outcome.returned or (outcome.raised and not shape_error(outcome))


def stopped(outcome: Outcome) -> bool:
    """Whether a call could not run to its end for want of time, a package or a permission."""
    if outcome.raised and outcome.error is not None:
        return outcome.error[0] in {"NameError", "ModuleNotFoundError", "ImportError"}

    # A call that was not made, since the budget was spent, is also a timeout.
    ran_out = outcome.cause in {Cause.TOO_MANY_STEPS, Cause.RAN_LONGER}
    return ran_out or outcome.kind in {OutcomeKind.BLOCKED, OutcomeKind.DIED}


def shape_error(outcome: Outcome) -> bool:
    """Whether the call failed because its arguments do not fit the code."""
    return outcome.raised and (outcome.error is None or outcome.unfit)


def both_fail(first: Outcome, second: Outcome) -> bool:
    """Whether both calls fail, and nothing but their errors differs."""
    do_alike = first.printed == second.printed and first.effects == second.effects
    return first.raised and second.raised and do_alike
