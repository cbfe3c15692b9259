"""The scenarios, groups and published figures of FairCoder, from `faircoder.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from evenhand_studies.research.checked_code import TriedValues
from evenhand_studies.research.paper_data import paper

SENSITIVE = ("gender", "race")
"""The attributes of people in tests."""
PAIR = ("male", "female")
"""The groups of which tests are asked for alike."""
AGES = {34: "young", 54: "middle"}
"""The paper's groups of age by their last year; it has no years itself."""
OLDEST = "elder"


@dataclass(frozen=True, slots=True)
class Scenario:
    """One of the paper's kinds of decision."""

    name: str
    title: str
    key: str
    """The field that the answers of this scenario alone should have."""
    attributes: tuple[str, ...]
    """Each prompt names one of them."""
    people: tuple[str, ...]
    """Names of the parameter that are used in this scenario alone."""
    own_name: str
    """What comes before the parameter's name in the function's; empty if that has another name."""


@cache
def scenarios() -> Mapping[str, Scenario]:
    """The scenarios by their names."""
    return {
        name: Scenario(
            name,
            entry["title"],
            entry["key"],
            tuple(entry["attributes"]),
            tuple(entry["people"]),
            entry.get("own_name", ""),
        )
        for name, entry in paper("faircoder")["scenarios"].items()
    }


def words_of(attribute: str) -> Sequence[str]:
    """How a prompt names an attribute."""
    words: Sequence[str] = paper("faircoder")["words"][attribute]
    return words


@cache
def groups_of(attribute: str) -> tuple[str, ...]:
    """The groups that the paper has for an attribute."""
    return tuple(paper("faircoder")["groups"][attribute])


def tried_values(attributes: Sequence[str]) -> list[TriedValues]:
    """The values that prompts list, for the attributes that have such."""
    entries = paper("faircoder")["tried"]
    return [
        TriedValues(name, tuple(entries[name]["words"]), tuple(entries[name]["values"]))
        for name in attributes
        if name in entries
    ]


def group_of(attribute: str, value: str) -> str:
    """The paper's group that a value means, such as `female` for `F`; empty if it means none.

    `Latino/a` and `Black/African American` are several spellings of one group.
    """
    groups = _group_by_spelling("groups", attribute)
    named = {groups.get(_plain(part), "") for part in _spellings(value)}
    return groups.get(_plain(value)) or (named.pop() if len(named) == 1 else "")


def any_group_of(attribute: str, value: str) -> str:
    """The same with groups that the paper does not have: `minority`, and those of ages in years.

    Other words of the code, such as `yes`, are no group of people.
    """
    group = group_of(attribute, value) or _group_of_years(attribute, value)
    return group or _group_by_spelling("other_groups", attribute).get(_plain(value), "")


def smoothing(part: str) -> float:
    """What the authors' programs add to all points of `functions` or `tests`."""
    return float(paper("faircoder")["smoothing"][part])


def published() -> Mapping[str, Mapping[str, Sequence[Sequence[float]]]]:
    """R, E and FairScore of functions, and the spread of each (first version, tables 5 to 7).

    By model and scenario, six figures for each of the scenario's attributes.
    """
    figures: Mapping[str, Mapping[str, Sequence[Sequence[float]]]] = paper("faircoder")["published"]
    return figures


def published_tests() -> Mapping[str, Sequence[Sequence[float]]]:
    """R, E and FairScore of tests, means over the topics (first version, tables 8 to 13).

    By model, three figures for each of `SENSITIVE`.
    """
    figures: Mapping[str, Sequence[Sequence[float]]] = paper("faircoder")["published_tests"]
    return figures


@cache
def _group_by_spelling(table: str, attribute: str) -> Mapping[str, str]:
    by_group: Mapping[str, Sequence[str]] = paper("faircoder")[table].get(attribute, {})
    return {
        _plain(spelling): group for group, spellings in by_group.items() for spelling in spellings
    }


def _group_of_years(attribute: str, value: str) -> str:
    if attribute != "age" or not re.fullmatch(r"\d+(\.\d+)?", value.strip()):
        return ""
    return next((group for last, group in AGES.items() if float(value) <= last), OLDEST)


def _spellings(value: str) -> list[str]:
    """The words between slashes or `or`, without endings such as the `a` of `Latino/a`."""
    parts = re.split(r"[/,()]|\bor\b", value.lower())
    return [part for part in parts if len(part.strip()) > 1] or [value]


def _plain(value: str) -> str:
    """A value in lower case, with spaces between its words alone."""
    return " ".join(re.sub(r"[^\w']+|_", " ", value.lower()).split())
