"""Texts that a regular expression matches, made from its parse tree.

Nothing is matched here: a pattern may come from anybody, and can take forever.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

_parser: Any = importlib.import_module("re._parser")
MOST_MEMBERS = 8
"""Members that are made of one pattern."""
EXCLUDED = 3
"""The member that has what a look-ahead excludes."""
LONGEST_PATTERN = 200
LONGEST_MEMBER = 120
PREFERRED = "a1A-_ .@/:+#,5Zz09"
"""Characters to fill in, the plainest first."""
CATEGORIES: Mapping[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_WORD": lambda c: c.isalnum() or c == "_",
}


@dataclass(frozen=True, slots=True)
class Member:
    """A text that a pattern matches."""

    text: str
    literal: bool
    """The pattern spells it out: no character was chosen."""


class _NoMember(Exception):
    """The pattern has a part of which no member is made."""


@lru_cache(maxsize=512)
def pattern_members(pattern: str, flags: int = 0) -> tuple[Member, ...]:
    """Members of a pattern that differ in their alternatives and optional parts.

    One of them does not obey negative look-aheads. Nothing for a text that is no pattern, or a
    long one.
    """
    if len(pattern) > LONGEST_PATTERN:
        return ()
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = _parser.parse(pattern, flags)
        members = [_Maker(variant).member(tree) for variant in range(MOST_MEMBERS)]
    except (_parser.error, _NoMember, ValueError, OverflowError, RecursionError):
        return ()
    return tuple({member.text: member for member in members if member.text}.values())


@dataclass(slots=True)
class _Maker:
    """Makes one member: the alternatives and optional parts with a number."""

    variant: int
    literal: bool = True
    groups: dict[int, str] = field(default_factory=dict)
    ahead: list[str] = field(default_factory=list)
    """What look-aheads ask for, to stand in front of all else."""

    def member(self, tree: Any) -> Member:
        """A member of the pattern with this parse tree; raises `_NoMember`."""
        text = self._sequence(tree)
        return Member(_bounded("".join(self.ahead) + text), self.literal)

    def _sequence(self, tree: Iterable[Any]) -> str:
        text = ""
        for operation, argument in tree:
            text = _bounded(text + self._node(str(operation), argument))
        return text

    def _node(self, operation: str, argument: Any) -> str:
        maker = MAKERS.get(operation)
        if maker is None:
            raise _NoMember
        return maker(self, argument)

    def _literal(self, argument: int) -> str:
        return chr(argument)

    def _nothing(self, argument: Any) -> str:
        return ""

    def _any_character(self, argument: Any) -> str:
        return self._chosen(lambda character: True)

    def _other_than(self, argument: int) -> str:
        return self._chosen(lambda character: character != chr(argument))

    def _one_of(self, items: list[Any]) -> str:
        named = [chr(code) for code in map(_first, items) if code is not None]
        first = named[0] if named else ""
        if _is_one_letter(items):  # [fF]
            return first
        return self._chosen(lambda character: _contains(items, character), first)

    def _chosen(self, fits: Callable[[str], bool], other: str = "") -> str:
        self.literal = False
        fitting = [character for character in PREFERRED if fits(character)]
        if not fitting and not (other and fits(other)):
            raise _NoMember
        return fitting[self.variant // 2 % min(2, len(fitting))] if fitting else other

    def _branch(self, argument: Any) -> str:
        alternatives = argument[1]
        return self._sequence(alternatives[self.variant % len(alternatives)])

    def _group(self, argument: Any) -> str:
        number, _, _, tree = argument
        text = self._sequence(tree)
        if number is not None:
            self.groups[number] = text
        return text

    def _repeated(self, argument: Any) -> str:
        least, most, tree = argument
        if least > LONGEST_MEMBER:
            raise _NoMember
        is_wanted = self.variant % 2 == 0 and int(most) > 0
        times = max(least, 1) if is_wanted else least
        return _bounded("".join(self._sequence(tree) for _ in range(times)))

    def _look_around(self, argument: Any) -> str:
        direction, tree = argument
        if direction > 0:
            self.ahead.append(self._sequence(tree))
        return ""

    def _excluded(self, argument: Any) -> str:
        """Nothing, or the very text that must not be there: `(?!France$)` is about France."""
        direction, tree = argument
        return self._sequence(tree) if direction > 0 and self.variant == EXCLUDED else ""

    def _again(self, argument: int) -> str:
        return self.groups.get(argument, "")

    def _inner(self, argument: Any) -> str:
        return self._sequence(argument)


MAKERS: Mapping[str, Callable[[_Maker, Any], str]] = {
    "LITERAL": _Maker._literal,
    "NOT_LITERAL": _Maker._other_than,
    "ANY": _Maker._any_character,
    "IN": _Maker._one_of,
    "BRANCH": _Maker._branch,
    "SUBPATTERN": _Maker._group,
    "MAX_REPEAT": _Maker._repeated,
    "MIN_REPEAT": _Maker._repeated,
    "POSSESSIVE_REPEAT": _Maker._repeated,
    "ATOMIC_GROUP": _Maker._inner,
    "AT": _Maker._nothing,
    "ASSERT": _Maker._look_around,
    "ASSERT_NOT": _Maker._excluded,
    "GROUPREF": _Maker._again,
}
"""How each node of a parse tree becomes text."""


def _bounded(text: str) -> str:
    if len(text) > LONGEST_MEMBER:
        raise _NoMember
    return text


def _first(item: Any) -> int | None:
    """The first character that a part of a character class names."""
    operation, argument = str(item[0]), item[1]
    if operation == "LITERAL":
        return int(argument)
    return int(argument[0]) if operation == "RANGE" else None


def _is_one_letter(items: list[Any]) -> bool:
    """Whether a character class has one letter, in whatever case."""
    if any(str(operation) != "LITERAL" for operation, _ in items):
        return False
    return len({chr(code).lower() for _, code in items}) == 1


def _contains(items: list[Any], character: str) -> bool:
    """Whether a character class has the character."""
    is_negated = any(str(operation) == "NEGATE" for operation, _ in items)
    is_listed = any(_lists(str(operation), argument, character) for operation, argument in items)
    return is_listed is not is_negated


def _lists(operation: str, argument: Any, character: str) -> bool:
    if operation == "LITERAL":
        return ord(character) == int(argument)
    if operation == "RANGE":
        low, high = argument
        return bool(low <= ord(character) <= high)
    if operation != "CATEGORY":
        return False

    name = str(argument)
    has = CATEGORIES.get(name.replace("_NOT_", "_"))
    return has is not None and has(character) is not ("_NOT_" in name)
