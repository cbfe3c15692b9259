"""The standard library's ways to make a class: dataclasses, named tuples, typed dicts, enums."""

from __future__ import annotations

from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes

DATACLASSES = ClassFramework(
    Makes.RECORD,
    decorators=frozenset({"dataclass"}),
    functions=frozenset({"make_dataclass"}),
    declares=r"(dataclasses\.)?field",
)
NAMED_TUPLES = ClassFramework(
    Makes.RECORD,
    bases=frozenset({"NamedTuple"}),
    functions=frozenset({"namedtuple", "NamedTuple"}),
    takes_anything=True,
)
TYPED_DICTS = ClassFramework(
    Makes.DICT, bases=frozenset({"TypedDict"}), functions=frozenset({"TypedDict"})
)
ENUMS = ClassFramework(
    Makes.ENUM, bases=frozenset({"Enum", "StrEnum", "IntEnum", "Flag", "IntFlag", "ReprEnum"})
)
