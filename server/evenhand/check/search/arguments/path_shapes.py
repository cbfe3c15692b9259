"""Tells what sort of container an access path calls for, and how a parameter is passed."""

from __future__ import annotations

import ast
from typing import TypeGuard

from evenhand.check.reading.access_paths import AccessPath, ParameterKind, is_plural
from evenhand.check.reading.benefit_models import is_population
from evenhand.check.reading.evidence import Evidence
from evenhand.check.search.values.lexicon import ScalarKind, is_many_word
from evenhand.check.search.values.scalar_kinds import scalar_kind

LONGEST_ROW = 500
"""Fields of a row that is known by their positions."""
BY_POSITION = {
    ParameterKind.POSITIONAL_ONLY,
    ParameterKind.POSITIONAL_OR_KEYWORD,
    ParameterKind.VAR_POSITIONAL,
}
SILENT = frozenset(
    {
        Evidence.OBJECT,
        Evidence.HASHED,
        Evidence.CALLABLE,
        Evidence.CHANGED,
        Evidence.AWAITED,
        Evidence.PASSED_UP,
    }
)
"""Evidence that says nothing of a value."""
BY_KEYWORD = {ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY}


def is_collection(path: AccessPath) -> bool:
    """Whether the path holds several values of which no more is known."""
    if path.shows(Evidence.LIST, Evidence.SET, Evidence.LIST_METHODS):
        return True
    if _is_searched_collection(path) or _is_named_like_many(path):
        return True
    is_text = path.shows(Evidence.TEXT) or bool(path.facts.constants)
    return path.shows(Evidence.SIZED) and not is_text and is_plural(path.name)


def read_attributes(path: AccessPath) -> tuple[str, ...]:
    """The attributes that the code reads before it assigns them."""
    return tuple(name for name, child in path.attributes.items() if not child.assigned)


REQUESTS = frozenset({"request", "req"})
"""Names of what everything may be asked for."""


def can_have_attributes(path: AccessPath) -> bool:
    """Whether something that is called is an object beside: a mock may be both, unless awaited."""
    return not path.shows(Evidence.AWAITED)


SETTINGS = frozenset(
    "config cfg conf configuration settings policy rules limits thresholds".split()
)
"""Names of what holds the rules of a program."""


def is_inner_of_tree(path: AccessPath) -> bool:
    """Whether it holds what its owner holds, like `node.left` or the items of `node.children`.

    A node has something of its own besides.
    """
    parts = _parts_of(path if path.item is None else path.item)
    return path.parent is not None and len(parts) > 1 and parts == _parts_of(path.parent)


def is_deep_in_tree(path: AccessPath) -> bool:
    """Whether it is a child of a child, in a tree that code walks through: `left.left`."""
    outer = (each for each in path.around() if each is not path)
    return is_inner_of_tree(path) and any(map(is_inner_of_tree, outer))


def is_in_tree(path: AccessPath) -> bool:
    """Whether it is a child in such a tree, or belongs to one: `left.age`."""
    return any(map(is_inner_of_tree, path.around()))


def _parts_of(path: AccessPath) -> set[object]:
    return {*path.keys, *path.attributes}


def is_method(path: AccessPath) -> bool:
    """Whether an attribute of an object is only called, for nothing that it returns."""
    return path.shows(Evidence.CALLABLE) and path.is_leaf


def is_stand_in(path: AccessPath) -> bool:
    """Whether a mock has to take the place of an object: its methods are called, or it changes.

    A declared dict is one: methods that only its values seem to have are those of a table of it.
    """
    if path.shows(Evidence.MAPPING) and path.shows(Evidence.ANNOTATED):
        return False
    if path.name in REQUESTS and path.attributes:
        return True
    if any(child.shows(Evidence.CALLABLE) or child.results for child in path.attributes.values()):
        return True
    if path.shows(Evidence.FORM):
        return True
    if path.shows(Evidence.HASHED, Evidence.PASSED_UP) and path.attributes:
        return True
    return path.is_outside and _is_more_than_mapping(path)


def _is_more_than_mapping(path: AccessPath) -> bool:
    """Whether it is filled or changed, or `session_state.user` is read beside its keys."""
    is_filled = bool(path.keys) and not path.has_fields
    has_both = path.has_fields and bool(read_attributes(path))
    return is_filled or has_both or path.shows(Evidence.CHANGED)


def is_configured(path: AccessPath) -> bool:
    """Whether a path is a setting of the program: `self.config["senior_age"]`."""
    return any(whole.name.lstrip("_") in SETTINGS for whole in path.around())


def is_telling(path: AccessPath) -> bool:
    """Whether the code does more with a value than pass it on."""
    is_chosen = bool(path.expression or path.field_name)
    is_known = is_chosen or path.annotation is not None or bool(path.facts.evidence - SILENT)
    return is_known or bool(path.facts.constants) or bool(path.linked)


def style_of_many(path: AccessPath) -> str:
    """The style of the container that holds several items."""
    if path.shows(Evidence.SET):
        return "set"
    return "tuple" if path.shows(Evidence.TUPLE) else "list"


def keeps_its_default(path: AccessPath) -> bool:
    """Whether a parameter has a default that is no plain value, and the code uses no part of it."""
    is_plain = path.default is None or isinstance(path.default, (ast.Constant, ast.UnaryOp))
    if is_plain or path.parameter_kind not in BY_KEYWORD:
        return False
    return path.is_leaf and not path.facts.constants and not path.facts.has_known_type


def is_next(path: AccessPath, parameter: AccessPath) -> bool:
    """Whether a path goes by its position: no parameter before it was left out."""
    return path is parameter and path.parameter_kind in BY_POSITION


def is_row(path: AccessPath) -> bool:
    """Whether the fields of a record are known by their positions."""
    return bool(path.keys) and all(map(is_position, path.keys))


def is_position(key: object) -> TypeGuard[int]:
    """Whether it can be one in a row; larger numbers are keys, and rows of that length too long."""
    return isinstance(key, int) and 0 <= key < LONGEST_ROW


def is_unknown_collection(path: AccessPath) -> bool:
    """Whether inputs are looked for in it, and nothing more is known: `country in BLOCKED`."""
    is_known = bool(path.facts.constants) or path.facts.is_numeric or path.shows(Evidence.TEXT)
    return path.shows(Evidence.SEARCHED) and bool(path.linked) and not is_known


def is_constant_name(name: str) -> bool:
    """Whether code calls a constant so: `MAX_AGE`."""
    return len(name) > 1 and name.isupper()


def _is_searched_collection(path: AccessPath) -> bool:
    """Whether `x in path` means one of several values, and no piece of a text."""
    if not path.shows(Evidence.SEARCHED) or path.shows(Evidence.TEXT):
        return False
    if is_unknown_collection(path):
        return True
    return scalar_kind(path) is not ScalarKind.NUMBER


def _is_named_like_many(path: AccessPath) -> bool:
    """Whether its name is all that is known of it, and means several: `skills`."""
    if path.facts.constants or path.shows(Evidence.ANNOTATED) or not is_many_word(path.name):
        return False
    is_computed = path.shows(Evidence.TEXT, Evidence.NUMBER, Evidence.ARITHMETIC)
    return not is_computed and not (path.parent is not None and is_population(path.parent))
