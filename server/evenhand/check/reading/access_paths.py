"""Places: what a function reads, from a parameter down to one person's gender."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from evenhand.findings import Span


class Via(StrEnum):
    """How a place is reached from the one around it."""

    PARAMETER = "parameter"
    KEY = "key"
    """`person["gender"]`, `person.get("gender")`, a column of a frame's row."""
    ATTRIBUTE = "attribute"
    """`applicant.gender`, or an argument of the constructor that sets it."""
    ITEM = "item"
    """An element of a list, a row of a frame, a value of a dict of records."""
    PROMPT = "prompt"
    """What `input()` returns."""


@dataclass(eq=False, slots=True)
class AccessPath:
    """Something that a function reads about the world."""

    name: str
    """The word that a catalogue is asked about: `gender`."""
    text: str
    """As the source writes it: `person["gender"]`."""
    via: Via
    parent: AccessPath | None = None
    key: object = None
    """The dict key or tuple index that leads here, for `Via.KEY`."""
    keys: dict[object, AccessPath] = field(default_factory=dict)
    attributes: dict[str, AccessPath] = field(default_factory=dict)
    item: AccessPath | None = None
    hints: set[str] = field(default_factory=set)
    """Kinds that its use suggests: `str`, `number`, `bool`, `list`, `dict`, `frame`, ..."""
    methods: set[str] = field(default_factory=set)
    constants: list[object] = field(default_factory=list)
    """What the code compares it with, in source order."""
    linked: list[AccessPath] = field(default_factory=list)
    """Other places that it is compared with."""
    key_param: AccessPath | None = None
    """The parameter that names this field, as `ethnicity` in `person[ethnicity]`."""
    field_name: str = ""
    """This parameter holds the name of a field, not a value of its own; empty: it does not."""
    annotation: ast.expr | None = None
    default: ast.expr | None = None
    klass: ast.ClassDef | None = None
    """The class to build, where one is known."""
    kind: str = ""
    """For a parameter: `positional`, `keyword`, `*`, `**`; empty elsewhere."""
    date_format: str = ""
    """How a date is written in it: `"%d.%m.%Y"` for what `strptime` is given."""
    optional: bool = False
    assigned: bool = False
    """The function itself writes it (a new column, a new key)."""
    branch: Span | None = None
    """The first test that reads it."""

    def child_key(self, key: object) -> AccessPath:
        if key not in self.keys:
            text = f"{self.text}[{_quoted(key)}]"
            name = key if isinstance(key, str) else f"{self.name}_{key}"
            self.keys[key] = AccessPath(str(name), text, Via.KEY, self, key)
        return self.keys[key]

    def child_attribute(self, name: str) -> AccessPath:
        if name not in self.attributes:
            self.attributes[name] = AccessPath(name, f"{self.text}.{name}", Via.ATTRIBUTE, self)
        return self.attributes[name]

    def child_item(self) -> AccessPath:
        if self.item is None:
            name = singular(self.name)
            self.item = AccessPath(name, name, Via.ITEM, self)
        return self.item

    def walk(self) -> Iterator[AccessPath]:
        """This place and all below it."""
        yield self
        for child in (*self.keys.values(), *self.attributes.values()):
            yield from child.walk()
        if self.item is not None:
            yield from self.item.walk()

    @property
    def is_leaf(self) -> bool:
        return not self.keys and not self.attributes and self.item is None

    @property
    def has_fields(self) -> bool:
        """Whether it is read by key; keys that the function itself writes do not count."""
        return any(not child.assigned for child in self.keys.values())

    def note(self, value: object) -> None:
        """Remember a constant of the code that this place meets."""
        known = any(type(k) is type(value) and k == value for k in self.constants)
        if not known and len(self.constants) < 200:
            self.constants.append(value)

    def link(self, other: AccessPath) -> None:
        if other is not self and all(other is not known for known in self.linked):
            self.linked.append(other)
            other.linked.append(self)


def singular(word: str) -> str:
    """A name for one of many: `people` -> `person`, `employees` -> `employee`."""
    special = {"people": "person", "children": "child", "df": "row", "data": "row", "frame": "row"}
    if word in special:
        return special[word]
    for ending, replacement in (("ies", "y"), ("sses", "ss"), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss") and len(word) > len(ending) + 1:
            return word[: -len(ending)] + replacement
    return word


def field_name(key: AccessPath) -> str:
    """The field that a parameter names: its default, or its own name."""
    if isinstance(key.default, ast.Constant) and isinstance(key.default.value, str):
        return key.default.value
    return key.name


def _quoted(key: object) -> str:
    return f'"{key}"' if isinstance(key, str) and '"' not in key else repr(key)
