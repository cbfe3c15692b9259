"""Type annotations: what they say about the shape of a place."""

from __future__ import annotations

import ast

from evenhand.check.reading.access_paths import Place
from evenhand.check.reading.classes import (
    enum_members,
    fields,
    functional_fields,
    is_enum,
    is_typed_dict,
)
from evenhand.check.reading.source import Source, last_name

SCALARS = {
    "int": "number",
    "float": "number",
    "Decimal": "decimal",
    "complex": "number",
    "str": "str",
    "bool": "bool",
    "date": "date",
    "datetime": "datetime",
    "bytes": "bytes",
    "Number": "number",
    "Callable": "callable",
    "DataFrame": "frame",
    "Series": "series",
    "ndarray": "array",
}
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


def annotate(place: Place, node: ast.expr, source: Source, depth: int = 4) -> None:
    """Write into `place` what its annotation tells: hints, items, fields, allowed values."""
    if depth == 0:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = _unquoted(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        for side in (node.left, node.right):
            annotate(place, side, source, depth - 1)
        return
    name = last_name(node)
    arguments = _arguments(node)
    if name in WRAPPERS:
        parts = arguments[:1] if name == "Annotated" else arguments
        for argument in parts:
            annotate(place, argument, source, depth - 1)
    elif name == "Literal":
        for argument in arguments:
            if isinstance(argument, ast.Constant):
                place.note(argument.value)
        place.hints.add("literal")
    elif name in SCALARS:
        place.hints.update({SCALARS[name], "annotated"})
        if name == "int":
            place.hints.add("int")
    elif name in MANY:
        place.hints.update({"list", "annotated"})
        if name in {"set", "Set", "frozenset", "FrozenSet", "AbstractSet"}:
            place.hints.add("set")
        _many(place, name, arguments, source, depth)
    elif name in TABLES:
        place.hints.update({"dict", "annotated"})
        if len(arguments) == 2 and _is_shaped(arguments[1], source):
            place.hints.add("table")
            annotate(place.child_item(), arguments[1], source, depth - 1)
    else:
        _named(place, name, source, depth)


def _many(place: Place, name: str, arguments: list[ast.expr], source: Source, depth: int) -> None:
    if name in {"tuple", "Tuple"} and len(arguments) > 1 and not _ellipsis(arguments[-1]):
        place.hints.add("tuple")
        for index, argument in enumerate(arguments):
            annotate(place.child_key(index), argument, source, depth - 1)
    elif arguments:
        annotate(place.child_item(), arguments[0], source, depth - 1)


def _named(place: Place, name: str, source: Source, depth: int) -> None:
    found = source.symbols.get(name)
    if isinstance(found, ast.ClassDef):
        if is_typed_dict(found, source.symbols):
            place.hints.update({"dict", "annotated"})
            for item in fields(found, source.symbols):
                child = place.child_key(item.name)
                if item.annotation is not None:
                    annotate(child, item.annotation, source, depth - 1)
        elif is_enum(found, source.symbols):
            place.hints.update({"enum", "annotated"})
            place.klass = found
            for member, value in enum_members(found):
                place.note(value if value is not None else member)
        else:
            place.klass = found
            place.hints.update({"object", "annotated"})
    elif isinstance(found, ast.Call) and functional_fields(found):
        place.hints.update({"namedtuple", "annotated"})
        for item_name in functional_fields(found):
            place.child_attribute(item_name)
    elif isinstance(found, (ast.Subscript, ast.BinOp)):
        annotate(place, found, source, depth - 1)


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
