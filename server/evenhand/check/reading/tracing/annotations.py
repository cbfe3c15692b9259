"""Type annotations: what they say about the shape of a place."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.classes import (
    enum_members,
    fields,
    functional_fields,
    is_enum,
    is_typed_dict,
)
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import Source, last_name

TYPES: Mapping[str, Evidence | None] = {
    "int": Evidence.NUMBER,
    "float": Evidence.NUMBER,
    "complex": Evidence.NUMBER,
    "Number": Evidence.NUMBER,
    "str": Evidence.TEXT,
    "bool": Evidence.BOOLEAN,
    "date": Evidence.DATE,
    "datetime": Evidence.DATETIME,
    "Callable": Evidence.CALLABLE,
    "DataFrame": Evidence.FRAME,
    "Series": Evidence.COLUMN,
    "ndarray": Evidence.ARRAY,
    "Decimal": None,
    "bytes": None,
}
"""What a type's name says; None for one that no values are built for."""
MANY = {
    "list",
    "List",
    "Sequence",
    "Iterable",
    "Collection",
    "MutableSequence",
    "Iterator",
    "Generator",
    "tuple",
    "Tuple",
    "set",
    "Set",
    "frozenset",
    "FrozenSet",
    "AbstractSet",
    "deque",
}
TABLES = {"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict"}
WRAPPERS = {"Optional", "Annotated", "Final", "Required", "NotRequired", "Union", "ReadOnly"}


def annotate(path: AccessPath, node: ast.expr, source: Source, depth: int = 4) -> None:
    """Write into `path` what its annotation says: evidence, items, fields, allowed values."""
    if depth == 0:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = _unquoted(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        for side in (node.left, node.right):
            annotate(path, side, source, depth - 1)
        return
    name = last_name(node)
    arguments = _arguments(node)
    if name in WRAPPERS:
        parts = arguments[:1] if name == "Annotated" else arguments
        for argument in parts:
            annotate(path, argument, source, depth - 1)
    elif name == "Literal":
        for argument in arguments:
            if isinstance(argument, ast.Constant):
                path.note(argument.value)
        path.learn(Evidence.LITERAL)
    elif name in TYPES:
        path.learn(Evidence.ANNOTATED)
        if evidence := TYPES[name]:
            path.learn(evidence)
    elif name in MANY:
        path.learn(Evidence.LIST, Evidence.ANNOTATED)
        if name in {"set", "Set", "frozenset", "FrozenSet", "AbstractSet"}:
            path.learn(Evidence.SET)
        _many(path, name, arguments, source, depth)
    elif name in TABLES:
        path.learn(Evidence.MAPPING, Evidence.ANNOTATED)
        if len(arguments) == 2 and _is_shaped(arguments[1], source):
            path.learn(Evidence.RECORDS_BY_KEY)
            annotate(path.child_item(), arguments[1], source, depth - 1)
    else:
        _named(path, name, source, depth)


def _many(
    path: AccessPath, name: str, arguments: list[ast.expr], source: Source, depth: int
) -> None:
    if name in {"tuple", "Tuple"} and len(arguments) > 1 and not _ellipsis(arguments[-1]):
        path.learn(Evidence.TUPLE)
        for index, argument in enumerate(arguments):
            annotate(path.child_key(index), argument, source, depth - 1)
    elif arguments:
        annotate(path.child_item(), arguments[0], source, depth - 1)


def _named(path: AccessPath, name: str, source: Source, depth: int) -> None:
    found = source.symbols.get(name)
    if isinstance(found, ast.ClassDef):
        if is_typed_dict(found, source.symbols):
            path.learn(Evidence.MAPPING, Evidence.ANNOTATED)
            for item in fields(found, source.symbols):
                child = path.child_key(item.name)
                if item.annotation is not None:
                    annotate(child, item.annotation, source, depth - 1)
        elif is_enum(found, source.symbols):
            path.learn(Evidence.ENUM, Evidence.ANNOTATED)
            path.klass = found
            for member, value in enum_members(found):
                path.note(value if value is not None else member)
        else:
            path.klass = found
            path.learn(Evidence.OBJECT, Evidence.ANNOTATED)
    elif isinstance(found, ast.Call) and functional_fields(found):
        path.learn(Evidence.ANNOTATED)
        for item_name in functional_fields(found):
            path.child_attribute(item_name)
    elif isinstance(found, (ast.Subscript, ast.BinOp)):
        annotate(path, found, source, depth - 1)


def _is_shaped(node: ast.expr, source: Source) -> bool:
    name = last_name(node)
    return name in MANY | TABLES or isinstance(source.symbols.get(name), ast.ClassDef)


def _arguments(node: ast.expr) -> list[ast.expr]:
    if not isinstance(node, ast.Subscript):
        return []
    inner = node.slice
    return list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]


def _ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _unquoted(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return ast.Constant(None)
