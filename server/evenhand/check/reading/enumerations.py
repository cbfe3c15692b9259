"""The members of an enumeration of the workspace, their values, and how code asks for them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.check.reading.classes import bases, name_in_module
from evenhand.check.reading.source import last_name

PLAIN = frozenset({"Enum", "Flag"})
"""Bases of enumerations whose members are not equal to their values."""
FLAGS = frozenset({"Flag", "IntFlag"})
LABELLED = frozenset({"TextChoices", "IntegerChoices", "Choices"})
"""Bases of enumerations whose members are written as a value and a label."""


def enum_members(klass: ast.ClassDef) -> tuple[tuple[str, object], ...]:
    """Names and values of an enum's public members; a value is None if it is not known."""
    kinds = {last_name(base) for base in klass.bases}
    members: list[tuple[str, object]] = []
    earlier = _Earlier()
    for node in klass.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        is_public = isinstance(target, ast.Name) and not target.id.startswith("_")
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and is_public:
            value = _value(target.id, node.value, kinds, earlier)
            members.append((target.id, value))
            earlier = earlier.followed_by(value)
    return tuple(members)


def enum_values(klass: ast.ClassDef) -> tuple[object, ...]:
    """What tells the members of an enum apart: their values, or their names if one is not known."""
    members = enum_members(klass)
    if any(value is None for _, value in members):
        return tuple(name for name, _ in members)
    return tuple(value for _, value in members)


def member_form(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> str:
    """How code gets the member of one of `enum_values`: `Gender({})`, or `Gender[{}]` by name."""
    name = name_in_module(klass, symbols)
    is_by_name = any(value is None for _, value in enum_members(klass))
    return f"{name}[{{}}]" if is_by_name else f"{name}({{}})"


def member_names(
    klass: ast.ClassDef, symbols: Mapping[str, ast.AST]
) -> tuple[tuple[object, str], ...]:
    """Each of `enum_values`, and how a person writes its member: `Gender.FEMALE`."""
    name = name_in_module(klass, symbols)
    members = [f"{name}.{member}" for member, _ in enum_members(klass)]
    return tuple(zip(enum_values(klass), members, strict=True))


def differs_from_values(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its members are equal to nothing but themselves."""
    names = [last_name(base) for ancestor in bases(klass, symbols) for base in ancestor.bases]
    outside = [name for name in names if not isinstance(symbols.get(name), ast.ClassDef)]
    return all(name in PLAIN for name in outside)


@dataclass(frozen=True)
class _Earlier:
    """The values of the members before one."""

    are_numbers: bool = True
    largest: int | None = None
    """Of the numbers among them; None if there is none."""

    def followed_by(self, value: object) -> _Earlier:
        if not isinstance(value, int):
            return _Earlier(False, self.largest)
        largest = value if self.largest is None else max(self.largest, value)
        return _Earlier(self.are_numbers, largest)


def _value(name: str, node: ast.expr, kinds: set[str], earlier: _Earlier) -> object:
    """The value of a member; None if it is not known."""
    if isinstance(node, ast.Tuple) and node.elts and kinds & LABELLED:
        node = node.elts[0]
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Call) and last_name(node) == "auto":
        return _automatic(name, kinds, earlier)
    return None


def _automatic(name: str, kinds: set[str], earlier: _Earlier) -> object:
    if "StrEnum" in kinds:
        return name.lower()
    if not earlier.are_numbers:
        return None

    largest = earlier.largest or 0
    if kinds & FLAGS:
        return 1 << largest.bit_length()
    return largest + 1
