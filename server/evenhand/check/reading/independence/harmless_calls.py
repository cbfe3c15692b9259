"""Calls that do nothing with a value but copy, collect, write or log it."""

from __future__ import annotations

import ast
import builtins
import re

from evenhand.check.reading.independence.followed_values import (
    AS_TEXT,
    DROPPED,
    IN_HOLDER,
    SHOWN,
    Held,
    Kind,
    Use,
)
from evenhand.check.reading.source import constant_text

LISTING = {"list": Kind.PEOPLE, "tuple": Kind.PEOPLE, "enumerate": Kind.NUMBERED}
"""What gives the same records, and how."""
COLLECTING = frozenset({"append", "insert", "extend", "update"})
LOGGERS = frozenset({"logger", "logging", "log", "_logger", "LOGGER"})
COPIES, NAMESPACE = ("copy.copy", "copy.deepcopy"), "types.SimpleNamespace"
HOW_COPIED = (
    "__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__",
    "__getnewargs__", "__getnewargs_ex__",
)  # fmt: skip
HOW_LISTED = ("__iter__", "__next__", "__getitem__", "__len__", "__length_hint__", "keys")
"""Methods that Python calls on what it copies or lists."""
HOW_WRITTEN = ("__str__", "__repr__", "__format__")
ODD_PLACES = re.compile(r"\{[^{}]*[:!.\[]")
"""Places of a text to be formatted that show a part of the value, or fit it into a width."""


def use_in_call(call: ast.Call, held: Held) -> Use | None:
    """What a call does with the value; None: it may decide."""
    if call.func is held.node:
        return None
    names = held.names
    is_own = isinstance(call.func, ast.Name) and call.func.id not in names.local
    if is_own and names.meanings.ignores(call, held.node):
        return DROPPED
    if isinstance(call.func, ast.Attribute):
        return _passed_to_method(call, call.func, held)
    if isinstance(call.func, ast.Name):
        return _passed_to(call, call.func.id, held)
    return None


def _passed_to(call: ast.Call, name: str, held: Held) -> Use | None:
    kind, names = held.kind, held.names
    if kind is Kind.PEOPLE and name in LISTING and names.is_builtin(name):
        return None if names.meanings.defines(*HOW_LISTED) else Use(becomes=LISTING[name])
    if kind in {Kind.PERSON, Kind.PEOPLE} and _copies(name, held):
        return Use(becomes=kind)
    if _makes_record(name, call, held):
        return IN_HOLDER
    if kind is Kind.HOLDER and name in {"list", "tuple", "dict"} and names.is_builtin(name):
        return IN_HOLDER

    if kind.is_written:
        return _written_by(call, name, held)
    looks_at_none = {"len": ("__len__",), "isinstance": ("__instancecheck__", "__class__")}
    is_harmless = name in looks_at_none and names.is_builtin(name)
    return DROPPED if is_harmless and not names.meanings.defines(*looks_at_none[name]) else None


def _copies(name: str, held: Held) -> bool:
    names, meanings = held.names, held.names.meanings
    if name == "dict" and names.is_builtin(name):
        return held.kind is Kind.PERSON and not meanings.defines(*HOW_LISTED)
    return names.comes_from(name, *COPIES) and not meanings.defines(*HOW_COPIED)


def _makes_record(name: str, call: ast.Call, held: Held) -> bool:
    """`dict(age=age)` or `SimpleNamespace(age=age)`; also of a whole record."""
    names = held.names
    is_record = name == "dict" and names.is_builtin(name)
    if not is_record and not names.comes_from(name, NAMESPACE):
        return False
    return held.kind is not Kind.TEXT and held.node in call.keywords


def _written_by(call: ast.Call, name: str, held: Held) -> Use | None:
    """What a function does with the value, or with text in which it is written."""
    if name == "print" and held.names.is_builtin(name):
        return SHOWN if _prints_plainly(call) else None
    if name == "str" and held.names.is_builtin(name):
        return AS_TEXT
    return AS_TEXT if _is_plain_error(name, held) else None


def _prints_plainly(call: ast.Call) -> bool:
    """Whether the text goes to a standard stream, and to no object that looks at it."""
    targets = [keyword.value for keyword in call.keywords if keyword.arg not in {"sep", "end"}]
    return all(isinstance(target, ast.Constant) or _is_stream(target) for target in targets)


def _is_stream(node: ast.expr) -> bool:
    is_member = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    return is_member and ast.unparse(node) in {"sys.stdout", "sys.stderr"}


def _is_plain_error(name: str, held: Held) -> bool:
    """Whether it makes an exception that only keeps its message."""
    if not name.endswith(("Error", "Exception", "Warning")) or name in held.names.local:
        return False

    builtin = getattr(builtins, name, None)
    if held.names.is_builtin(name):
        return isinstance(builtin, type) and issubclass(builtin, BaseException)
    return held.names.is_plain_error(name)


def _passed_to_method(call: ast.Call, method: ast.Attribute, held: Held) -> Use | None:
    owner, name = method.value, method.attr
    if isinstance(owner, ast.Name):
        return _passed_to_member(owner, name, held)

    text = constant_text(owner)
    if text is None or held.kind not in {Kind.VALUE, Kind.TEXT, Kind.HOLDER}:
        return None
    if name == "join":
        return AS_TEXT if held.kind is Kind.HOLDER else None
    return AS_TEXT if name == "format" and not ODD_PLACES.search(text) else None


def _passed_to_member(owner: ast.Name, name: str, held: Held) -> Use | None:
    """`rows.append(...)`, `logger.info(...)`, `copy.deepcopy(...)`."""
    names, meanings = held.names, held.names.meanings
    if name in COLLECTING:
        return None if meanings.defines(name) else Use(fills=owner)
    if owner.id in LOGGERS:
        is_seen = held.kind.exists_anyway and meanings.defines(*HOW_WRITTEN)
        return DROPPED if names.is_logger(owner.id) and not is_seen else None

    if owner.id in names.local or not names.comes_from(owner.id, "copy", "types"):
        return None
    member = f"{meanings.modules[owner.id]}.{name}"
    if member in COPIES and held.kind in {Kind.PERSON, Kind.PEOPLE}:
        return None if meanings.defines(*HOW_COPIED) else Use(becomes=held.kind)
    return IN_HOLDER if member == NAMESPACE and isinstance(held.node, ast.keyword) else None
