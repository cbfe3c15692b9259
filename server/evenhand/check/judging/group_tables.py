"""Tells whether a function hands out a table for each group of people: `split_by_race(frame)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evenhand.check.judging.judged_subject import Subject
from evenhand.check.outcomes.outcome_comparison import is_entry
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.function_words import first_found

FEWEST_TABLES = 2
TABLES = frozenset({"frame", "series"})


def table_of_each_group(
    outcomes: tuple[Outcome, Outcome], named: Sequence[str], subject: Subject
) -> str:
    """By which word of its name a function only divides many people into tables; else empty.

    `named` are the words of the function's own name, in singular. Where one speaks of a decision,
    the tables are those who got something and those who did not.
    """
    decides = first_found(subject.words.decision.words, named)
    if not subject.of_many or decides or not all(map(_is_divided, outcomes)):
        return ""
    return next((word for word in named if _is_of_attribute(word, subject)), "")


def _is_divided(outcome: Outcome) -> bool:
    """Whether a call returned several tables and nothing else."""
    tree = outcome.value
    parts = tree.get("v") if outcome.returned and isinstance(tree, dict) else None
    if not isinstance(parts, list) or tree.get("t") in TABLES:
        return False
    tables = [part[1] if is_entry(part) else part for part in parts]
    return len(tables) >= FEWEST_TABLES and all(map(_is_table, tables))


def _is_table(tree: Any) -> bool:
    return isinstance(tree, dict) and tree.get("t") in TABLES


def _is_of_attribute(word: str, subject: Subject) -> bool:
    is_name = subject.catalogue.names_itself(word, subject.attribute)
    return is_name or bool(subject.catalogue.families_of(subject.attribute, [word]))
