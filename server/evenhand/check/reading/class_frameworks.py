"""Lists the frameworks that build a class from its annotations: how they are recognised.

A new framework is one entry of `FRAMEWORKS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto


class Makes(Enum):
    """What a framework makes of a class."""

    RECORD = auto()
    """An object whose constructor takes the annotated fields."""
    DICT = auto()
    """A dict with the annotated keys."""
    ENUM = auto()
    """An enum, whose members are what the class assigns."""


@dataclass(frozen=True, slots=True)
class ClassFramework:
    """The names that show that a class belongs to a framework; of dotted names, the last part."""

    makes: Makes
    decorators: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    """Functions that make a record from a list of names: `namedtuple("P", "age gender")`."""


FRAMEWORKS: Mapping[str, ClassFramework] = {
    "dataclasses": ClassFramework(Makes.RECORD, decorators=frozenset({"dataclass"})),
    "attrs": ClassFramework(
        Makes.RECORD, decorators=frozenset({"define", "frozen", "mutable", "attrs", "s"})
    ),
    "pydantic": ClassFramework(Makes.RECORD, bases=frozenset({"BaseModel"})),
    "named tuples": ClassFramework(
        Makes.RECORD,
        bases=frozenset({"NamedTuple"}),
        functions=frozenset({"namedtuple", "NamedTuple"}),
    ),
    "typed dicts": ClassFramework(Makes.DICT, bases=frozenset({"TypedDict"})),
    "enum": ClassFramework(
        Makes.ENUM, bases=frozenset({"Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"})
    ),
}

RECORD_FUNCTIONS = frozenset().union(*(f.functions for f in FRAMEWORKS.values()))
"""Functions of all frameworks that make a record from a list of names."""


def makes(what: Makes, decorators: Iterable[str], bases: Iterable[str]) -> bool:
    """Whether a class with these decorators and bases is made into `what`."""
    signs = _SIGNS[what]
    return not (signs.decorators.isdisjoint(decorators) and signs.bases.isdisjoint(bases))


def _signs(what: Makes) -> ClassFramework:
    """The signs of all frameworks that make a class into `what`, as those of one."""
    frameworks = [framework for framework in FRAMEWORKS.values() if framework.makes is what]
    return ClassFramework(
        what,
        decorators=frozenset().union(*(framework.decorators for framework in frameworks)),
        bases=frozenset().union(*(framework.bases for framework in frameworks)),
    )


_SIGNS: Mapping[Makes, ClassFramework] = {what: _signs(what) for what in Makes}
