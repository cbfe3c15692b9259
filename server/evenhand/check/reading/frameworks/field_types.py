"""The type of a field that a call declares: `Column(String(10))`, `models.DateField()`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from evenhand.check.catalogue.splitting import words_of
from evenhand.check.reading.source import constant_text, last_name

Lookup = Callable[[str], ast.AST | None]
"""What a name stands for in a class's body; None if it is not known."""

TYPES: Mapping[str, str] = {
    "timestamp": "datetime",
    "date": "date",
    "bool": "bool",
    "boolean": "bool",
    "int": "int",
    "integer": "int",
    "float": "float",
    "decimal": "float",
    "numeric": "float",
    "double": "float",
    "char": "str",
    "str": "str",
    "string": "str",
    "text": "str",
    "unicode": "str",
    "slug": "str",
    "email": "str",
    "url": "str",
    "json": "dict",
}
"""What a word in the name of a field's type says."""
RELATIONS = frozenset({"ForeignKey", "OneToOneField", "relationship", "ReferenceField"})
"""Fields that hold an object of the class that is named first."""


def declared_type(call: ast.Call, lookup: Lookup) -> ast.expr | None:
    """The type of the field as an annotation; None if nothing tells it."""
    choices = _keyword(call, "choices")
    if choices is not None:
        return _one_of(choices, lookup)

    if last_name(call) in RELATIONS and call.args:
        related = constant_text(call.args[0]) or last_name(call.args[0])
        return ast.Name(related.rpartition(".")[2], ast.Load())

    for part in (call, *call.args):
        annotation = _named_type(part)
        if annotation is not None:
            return annotation
    return None


def declared_default(call: ast.Call) -> ast.expr | None:
    """The default of the field, if it is written as a value; None for everything else."""
    default = _keyword(call, "default")
    if default is None and call.args and isinstance(call.args[0], ast.Constant):
        default = call.args[0]
    if not isinstance(default, (ast.Constant, ast.UnaryOp, ast.Attribute)):
        return None
    return None if isinstance(default, ast.Constant) and default.value is ... else default


def _named_type(node: ast.expr) -> ast.expr | None:
    """The type that the name of a field's class says, or of a class that is passed to it."""
    name = last_name(node)
    if name == "Enum" and isinstance(node, ast.Call):
        return _enum(node)

    words = words_of(name)
    if {"date", "time"} <= set(words) or "datetime" in words:
        return ast.Name("datetime", ast.Load())
    types = [TYPES[word] for word in words if word in TYPES]
    return ast.Name(types[0], ast.Load()) if types else None


def _enum(call: ast.Call) -> ast.expr | None:
    """`Enum(Gender)`, or `Enum("f", "m")`."""
    texts = [argument for argument in call.args if constant_text(argument) is not None]
    if texts:
        return _literal(texts)
    return call.args[0] if call.args else None


def _one_of(choices: ast.expr, lookup: Lookup) -> ast.expr | None:
    """What may be chosen: the values of an enumeration, or the first of each pair."""
    is_member = isinstance(choices, ast.Attribute) and choices.attr == "choices"
    named = choices.value if isinstance(choices, ast.Attribute) and is_member else choices
    node = lookup(last_name(named)) if isinstance(named, (ast.Name, ast.Attribute)) else named

    if isinstance(node, ast.ClassDef):
        return _literal(list(_values_of_members(node)))
    if isinstance(node, (ast.List, ast.Tuple)):
        firsts = [_first(choice) for choice in node.elts]
        return _literal([_constant(first, lookup) for first in firsts])
    return None


def _values_of_members(klass: ast.ClassDef) -> Iterator[ast.expr]:
    for node in klass.body:
        if isinstance(node, ast.Assign):
            yield _first(node.value)


def _first(choice: ast.expr) -> ast.expr:
    """The value in `("F", "Female")`, or the expression itself."""
    is_pair = isinstance(choice, (ast.List, ast.Tuple)) and choice.elts
    return choice.elts[0] if isinstance(choice, (ast.List, ast.Tuple)) and is_pair else choice


def _constant(node: ast.expr, lookup: Lookup) -> ast.expr:
    """The constant that a name stands for; any other expression as it is."""
    constant = lookup(node.id) if isinstance(node, ast.Name) else None
    return constant if isinstance(constant, ast.Constant) else node


def _literal(values: list[ast.expr]) -> ast.expr | None:
    """`Literal[...]` of those values that are constants."""
    constants = [value for value in values if isinstance(value, ast.Constant)]
    if not constants:
        return None
    members: list[ast.expr] = list(constants)
    elements = ast.Tuple(members, ast.Load())
    return ast.Subscript(ast.Name("Literal", ast.Load()), elements, ast.Load())


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
