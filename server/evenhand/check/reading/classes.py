"""Says how to build an object of a workspace class, and what its attributes come from."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.reading.class_frameworks import RECORD_FUNCTIONS, Makes, makes
from evenhand.check.reading.source import FunctionNode, last_name


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
    """Names and constant values of an Enum's members."""
    members: list[tuple[str, object]] = []
    for node in klass.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value.value if isinstance(node.value, ast.Constant) else None
            members.append((node.targets[0].id, value))
    return tuple(m for m in members if not m[0].startswith("_"))


def fields(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[Field, ...]:
    """Fields in the constructor's order, inherited ones first."""
    by_name: dict[str, Field] = {}
    for current in reversed(list(bases(klass, symbols))):
        for node in current.body:
            if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
                continue
            if last_name(node.annotation) == "ClassVar" or _not_in_constructor(node.value):
                continue
            name = node.target.id
            by_name[name] = Field(name, node.annotation, node.value, node.value is None)
    return tuple(by_name.values())


def functional_fields(node: ast.AST) -> tuple[str, ...]:
    """Field names of `namedtuple("P", "age gender")`; empty for anything else."""
    if not isinstance(node, ast.Call) or last_name(node.func) not in RECORD_FUNCTIONS:
        return ()
    if len(node.args) < 2:
        return ()
    names = node.args[1]
    if isinstance(names, ast.Constant) and isinstance(names.value, str):
        return tuple(names.value.replace(",", " ").split())
    if isinstance(names, (ast.List, ast.Tuple)):
        parts = [e.elts[0] if isinstance(e, ast.Tuple) and e.elts else e for e in names.elts]
        return tuple(
            p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)
        )
    return ()


def _not_in_constructor(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and any(
        k.arg == "init" and isinstance(k.value, ast.Constant) and k.value.value is False
        for k in value.keywords
    )


def takes_any_field(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether the constructor makes a field of every keyword that it is given."""
    init = method(klass, "__init__", symbols)
    if init is None or init.args.kwarg is None:
        return False
    setters = {"setattr", "__dict__"}
    return any(
        (isinstance(n, ast.Name) and n.id in setters)
        or (isinstance(n, ast.Attribute) and n.attr in setters)
        for n in ast.walk(init)
    )


def constructor_names(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[str, ...]:
    """Arguments of the constructor."""
    init = method(klass, "__init__", symbols)
    if init is not None and not is_dataclass(klass, symbols):
        names = [*init.args.posonlyargs, *init.args.args, *init.args.kwonlyargs]
        rest = (f"**{init.args.kwarg.arg}",) if init.args.kwarg is not None else ()
        return (*tuple(a.arg for a in names)[1:], *rest)
    if is_dataclass(klass, symbols):
        return tuple(f.name for f in fields(klass, symbols))
    return ()
