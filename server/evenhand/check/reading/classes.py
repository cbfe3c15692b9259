"""Says how to build an object of a workspace class, and what its attributes come from."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.reading.class_frameworks import RECORD_FUNCTIONS, Makes, makes
from evenhand.check.reading.source import FunctionNode, constant_text, last_name

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
    seen: set[int] = set()
    todo = [klass]
    while todo:
        current = todo.pop(0)
        if id(current) in seen:
            continue

        seen.add(id(current))
        yield current

        for base in current.bases:
            definition = symbols.get(last_name(base))
            if isinstance(definition, ast.ClassDef):
                todo.append(definition)


def method(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> FunctionNode | None:
    """The method or property `name`, inherited ones included; the last one for overloads."""
    for current in bases(klass, symbols):
        functions = [n for n in current.body if isinstance(n, FunctionNode) and n.name == name]
        if functions:
            return functions[-1]
    return None


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
