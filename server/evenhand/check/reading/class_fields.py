"""The fields of a workspace class, and the arguments of its constructor."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.check.reading.class_frameworks import declares
from evenhand.check.reading.classes import (
    bases,
    declaration,
    framework_for,
    is_dataclass,
    is_mapped,
    last_two_names,
    method,
    nested_classes,
    own_assignments,
    remembered,
)
from evenhand.check.reading.frameworks.field_types import (
    Lookup,
    declared_default,
    declared_type,
)
from evenhand.check.reading.frameworks.framework_signs import ClassFramework, Makes
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import constant_text, last_name

KEYWORD_SETTERS = frozenset({"setattr", "__dict__"})
"""Names by which a constructor stores keywords that it does not list."""
ALIASES = frozenset({"alias", "validation_alias"})
"""Arguments of a field's declaration that name the constructor's keyword."""

PATTERNS = frozenset({"pattern", "regex"})
"""Arguments of such a declaration for what its values have to match."""


@dataclass(frozen=True, slots=True)
class Field:
    """A dataclass field, a NamedTuple or TypedDict key, a column."""

    name: str
    annotation: ast.expr | None
    default: ast.expr | None
    keyword: str = ""
    """What the constructor calls it, if not by its name."""
    pattern: str = ""
    """A regular expression that its values have to match; empty if there is none."""


def fields(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[Field, ...]:
    """Fields in the constructor's order, inherited ones first."""
    return remembered(symbols, "fields", klass, lambda: _fields(klass, symbols))


def _fields(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> tuple[Field, ...]:
    framework = framework_for(klass, symbols)
    by_name: dict[str, Field] = {}
    for current in reversed(list(bases(klass, symbols))):
        for node in current.body:
            field = _field(node, framework, _lookup_in(current, symbols))
            if field is not None:
                by_name[field.name] = field
    return tuple(by_name.values())


def declared(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> Field | None:
    """What the body of the class says about one attribute: an annotation, or a column."""
    return next((field for field in fields(klass, symbols) if field.name == name), None)


def takes_any_field(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether the constructor makes a field of every keyword that it is given."""
    init = method(klass, "__init__", symbols)
    if init is None:
        return is_mapped(klass, symbols)
    return init.args.kwarg is not None and _keeps_keywords(init)


@once_per_node
def _keeps_keywords(init: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a constructor makes fields of keywords."""
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


def keyword_of(klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]) -> str:
    """What the constructor calls a field."""
    field = declared(klass, name, symbols) if is_dataclass(klass, symbols) else None
    return field.keyword or name if field is not None else name


def _field(node: ast.stmt, framework: ClassFramework | None, lookup: Lookup) -> Field | None:
    """The field that a statement of a class declares; None if it declares none."""
    target, annotation, value = declaration(node)
    if target is None or _not_in_constructor(value):
        return None
    if annotation is not None and last_name(annotation) == "ClassVar":
        return None

    if framework is None or not isinstance(value, ast.Call):
        return Field(target, annotation, value) if annotation else None
    if not declares(framework, last_two_names(value.func)):
        return Field(target, annotation, value) if annotation else None

    kind = annotation or declared_type(value, lookup)
    default = declared_default(value) if framework.makes is Makes.RECORD else None
    keyword = _keyword(target, value, framework)
    return Field(target, kind, default, keyword, pattern_asked(value))


def pattern_asked(call: ast.expr) -> str:
    r"""The pattern of `Field(pattern=r"^\d{6}$")`; empty if it asks for none."""
    keywords = call.keywords if isinstance(call, ast.Call) else []
    texts = (constant_text(keyword.value) for keyword in keywords if keyword.arg in PATTERNS)
    return next((text for text in texts if text), "")


def _keyword(name: str, call: ast.Call, framework: ClassFramework) -> str:
    """What the constructor calls a field: its alias, or its name without underscores."""
    aliases = (constant_text(k.value) for k in call.keywords if k.arg in ALIASES)
    alias = next((alias for alias in aliases if alias is not None and alias.isidentifier()), None)
    if alias is not None:
        return alias
    return name.lstrip("_") if framework.bare_arguments else name


def _lookup_in(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> Lookup:
    """What names stand for in the body of a class."""

    def lookup(name: str) -> ast.AST | None:
        inside = nested_classes(klass).get(name) or own_assignments(klass, symbols).get(name)
        return inside or symbols.get(name)

    return lookup


def _not_in_constructor(value: ast.expr | None) -> bool:
    """Whether a field's default is `field(init=False)`."""
    return isinstance(value, ast.Call) and any(map(_excludes_field, value.keywords))


def _excludes_field(keyword: ast.keyword) -> bool:
    value = keyword.value
    return keyword.arg == "init" and isinstance(value, ast.Constant) and value.value is False


def _name_or_attribute(node: ast.AST) -> str:
    """The name that an expression reads, of an attribute its last part; empty for all others."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
