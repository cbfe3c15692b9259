"""The scenarios and the published figures of FairCoder, from `faircoder.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from evenhand.research.paper_data import paper
from evenhand.research.study_interface import Record

SENSITIVE = ("gender", "race")
"""The attributes of people in tests."""
PAIR = ("male", "female")
"""The groups of which tests are asked for alike."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One of the paper's kinds of decision."""

    name: str
    title: str
    key: str
    """The field that the answers of this scenario alone have."""
    attributes: tuple[str, ...]


@cache
def scenarios() -> Mapping[str, Scenario]:
    """The scenarios by their names."""
    return {
        name: Scenario(name, entry["title"], entry["key"], tuple(entry["attributes"]))
        for name, entry in paper("faircoder")["scenarios"].items()
    }


def scenario_of(record: Record) -> Scenario | None:
    """The scenario of an answer; None if it has the key of none."""
    return next((scenario for scenario in scenarios().values() if scenario.key in record), None)


def groups_of(attribute: str) -> Sequence[str]:
    """The groups that the paper has for an attribute of people in tests (table 1)."""
    groups: Sequence[str] = paper("faircoder")["groups"][attribute]
    return groups


def published() -> Mapping[str, Mapping[str, Sequence[Sequence[float]]]]:
    """R, E and FairScore of functions (first version, tables 5 to 7).

    By model and scenario, three figures for each of the scenario's attributes.
    """
    figures: Mapping[str, Mapping[str, Sequence[Sequence[float]]]] = paper("faircoder")["published"]
    return figures


def published_tests() -> Mapping[str, Sequence[Sequence[float]]]:
    """R, E and FairScore of tests, means over the topics (first version, tables 8 to 13).

    By model, three figures for each of `SENSITIVE`.
    """
    figures: Mapping[str, Sequence[Sequence[float]]] = paper("faircoder")["published_tests"]
    return figures
