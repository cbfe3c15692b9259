"""Says how to build an object of a workspace class, and what its attributes come from."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from evenhand.check.reading.class_frameworks import RECORD_FUNCTIONS, Makes, makes
from evenhand.check.reading.source import Definitions, FunctionNode, constant_text, last_name

ResultT = TypeVar("ResultT")

MOST_BASES = 200
"""Ancestors of a class that are looked at."""
KEYWORD_SETTERS = frozenset({"setattr", "__dict__"})
"""Names by which a constructor stores keywords that it does not list."""


@dataclass(frozen=True, slots=True)
class Field:
    """A dataclass field, a NamedTuple or TypedDict key."""

    name: str
    annotation: ast.expr | None
    default: ast.expr | None
    required: bool


def bases(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> Iterator[ast.ClassDef]:
    """The class and its ancestors in the workspace, nearest first."""
    yield from _remembered(symbols, "bases", klass, lambda: _bases(klass, symbols))


def _bases(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[ast.ClassDef, ...]:
    seen: dict[int, ast.ClassDef] = {}
    todo = deque([klass])
    while todo and len(seen) < MOST_BASES:
        current = todo.popleft()
        if id(current) in seen:
            continue

        seen[id(current)] = current
        definitions = (symbols.get(last_name(base)) for base in current.bases)
        todo += [definition for definition in definitions if isinstance(definition, ast.ClassDef)]

    return tuple(seen.values())


def _remembered(
    symbols: Mapping[str, ast.AST], what: str, klass: ast.ClassDef, make: Callable[[], ResultT]
) -> ResultT:
    """What `make` finds out about a class, worked out once for the definitions of a file."""
    if not isinstance(symbols, Definitions):
        return make()

    key = (what, id(klass))
    if key not in symbols.remembered:
        symbols.remembered[key] = make()
    result: ResultT = symbols.remembered[key]
    return result


def method(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> FunctionNode | None:
    """The method or property `name`, inherited ones included; the last one for overloads."""
    for current in bases(klass, symbols):
        methods = _remembered(symbols, "methods", current, partial(_own_methods, current))
        if name in methods:
            return methods[name]
    return None


def _own_methods(klass: ast.ClassDef) -> dict[str, FunctionNode]:
    return {node.name: node for node in klass.body if isinstance(node, FunctionNode)}


def own_assignments(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> Mapping[str, ast.expr]:
    """The first value that the body of a class assigns to each name."""
    return _remembered(symbols, "assignments", klass, lambda: _own_assignments(klass))


def _own_assignments(klass: ast.ClassDef) -> dict[str, ast.expr]:
    values: dict[str, ast.expr] = {}
    for node in klass.body:
        if isinstance(node, ast.Assign):
            values.setdefault(last_name(node.targets[0]), node.value)
    return values


def owner_of_method(name: str, symbols: Mapping[str, ast.AST]) -> ast.ClassDef | None:
    """The one class of the workspace that itself defines the method; None if several do."""
    if not isinstance(symbols, Definitions):
        return _owners_of_methods(symbols).get(name)

    key = ("owners of methods", 0)
    if key not in symbols.remembered:
        symbols.remembered[key] = _owners_of_methods(symbols)
    owner: ast.ClassDef | None = symbols.remembered[key].get(name)
    return owner


def _owners_of_methods(symbols: Mapping[str, ast.AST]) -> dict[str, ast.ClassDef | None]:
    owners: dict[str, ast.ClassDef | None] = {}
    for klass in symbols.values():
        if not isinstance(klass, ast.ClassDef):
            continue
        names = {node.name for node in klass.body if isinstance(node, ast.FunctionDef)}
        for name in names:
            owners[name] = klass if name not in owners else None
    return owners


def is_dataclass(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its constructor takes its annotated fields (dataclass, attrs, pydantic)."""
    return _is_made(Makes.RECORD, klass, symbols)


def is_typed_dict(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its objects are dicts with the annotated keys."""
    return _is_made(Makes.DICT, klass, symbols)


def is_enum(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether its objects are the members that it assigns."""
    return _is_made(Makes.ENUM, klass, symbols)


def _is_made(what: Makes, klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a framework makes `what` of the class, by its own signs or an ancestor's."""
    return _remembered(symbols, what.name, klass, lambda: _has_signs(what, klass, symbols))


def _has_signs(what: Makes, klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    decorators: set[str] = set()
    base_names: set[str] = set()
    for current in bases(klass, symbols):
        decorators.update(map(last_name, current.decorator_list))
        base_names.update(map(last_name, current.bases))

    return makes(what, decorators, base_names)


def enum_members(klass: ast.ClassDef) -> tuple[tuple[str, object], ...]:
    """Names and values of an enum's public members; a value is None if it is not a constant."""
    members: list[tuple[str, object]] = []
    for node in klass.body:
        if not isinstance(node, ast.Assign):
            continue

        target, value = node.targets[0], node.value
        if isinstance(target, ast.Name) and not target.id.startswith("_"):
            constant = value.value if isinstance(value, ast.Constant) else None
            members.append((target.id, constant))
    return tuple(members)


def fields(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[Field, ...]:
    """Fields in the constructor's order, inherited ones first."""
    return _remembered(symbols, "fields", klass, lambda: _fields(klass, symbols))


def _fields(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[Field, ...]:
    by_name: dict[str, Field] = {}
    for current in reversed(list(bases(klass, symbols))):
        for node in current.body:
            field = _field(node)
            if field is not None:
                by_name[field.name] = field
    return tuple(by_name.values())


def functional_fields(node: ast.AST) -> tuple[str, ...]:
    """Field names of `namedtuple("P", "age gender")`; empty for any other expression."""
    if not isinstance(node, ast.Call) or last_name(node.func) not in RECORD_FUNCTIONS:
        return ()
    if len(node.args) < 2:
        return ()

    names = node.args[1]
    text = constant_text(names)
    if text is not None:
        return tuple(text.replace(",", " ").split())

    if isinstance(names, (ast.List, ast.Tuple)):
        texts = (constant_text(_name_of_field(element)) for element in names.elts)
        return tuple(name for name in texts if name is not None)
    return ()


def takes_any_field(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether the constructor makes a field of every keyword that it is given."""
    init = method(klass, "__init__", symbols)
    if init is None or init.args.kwarg is None:
        return False

    return any(_name_or_attribute(node) in KEYWORD_SETTERS for node in ast.walk(init))


def constructor_names(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[str, ...]:
    """Arguments of the constructor without `self`; `**kwargs` comes with its stars."""
    if is_dataclass(klass, symbols):
        return tuple(field.name for field in fields(klass, symbols))

    init = method(klass, "__init__", symbols)
    if init is None:
        return ()

    parameters = [*init.args.posonlyargs, *init.args.args, *init.args.kwonlyargs]
    names = [parameter.arg for parameter in parameters[1:]]
    if init.args.kwarg is not None:
        names.append(f"**{init.args.kwarg.arg}")
    return tuple(names)


def _field(node: ast.stmt) -> Field | None:
    """The field that a statement of a class declares; None if it declares none."""
    if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
        return None
    if last_name(node.annotation) == "ClassVar" or _not_in_constructor(node.value):
        return None

    return Field(node.target.id, node.annotation, node.value, required=node.value is None)


def _not_in_constructor(value: ast.expr | None) -> bool:
    """Whether a field's default is `field(init=False)`."""
    return isinstance(value, ast.Call) and any(map(_excludes_field, value.keywords))


def _excludes_field(keyword: ast.keyword) -> bool:
    value = keyword.value
    return keyword.arg == "init" and isinstance(value, ast.Constant) and value.value is False


def _name_of_field(element: ast.expr) -> ast.expr:
    """The name in `("age", int)`, or in `"age"` alone."""
    if isinstance(element, ast.Tuple) and element.elts:
        return element.elts[0]
    return element


def _name_or_attribute(node: ast.AST) -> str:
    """The name that an expression reads, of an attribute its last part; empty for all others."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
