"""Classes that a function makes from a list of names: `namedtuple("Person", "age gender")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from keyword import iskeyword

from evenhand.check.reading.class_frameworks import makes_by_function
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import constant_text, last_name


@once_per_node
def functional_class(call: ast.Call) -> ast.ClassDef | None:
    """The class as a statement would define it; None for any other call."""
    framework = makes_by_function(last_name(call.func))
    if framework is None or len(call.args) < 2:
        return None

    name = constant_text(call.args[0]) or ""
    fields = [f"    {field}: {kind}" for field, kind in _fields(call.args[1]) if _is_name(field)]
    if not _is_name(name) or not fields:
        return None

    bases, decorators = sorted(framework.bases)[:1], sorted(framework.decorators)[:1]
    lines = [*(f"@{each}" for each in decorators), f"class {name}({', '.join(bases)}):", *fields]
    definition = ast.parse("\n".join(lines)).body[0]
    assert isinstance(definition, ast.ClassDef)
    return definition


def _fields(listed: ast.expr) -> Iterator[tuple[str, str]]:
    """Name and type of each field."""
    for name in (constant_text(listed) or "").replace(",", " ").split():
        yield name, "object"
    if isinstance(listed, ast.Dict):
        pairs = zip(listed.keys, listed.values, strict=True)
        yield from ((constant_text(key) or "", ast.unparse(kind)) for key, kind in pairs)
    for element in listed.elts if isinstance(listed, (ast.List, ast.Tuple)) else ():
        match element:
            case ast.Tuple(elts=[named, kind, *_]):
                yield constant_text(named) or "", ast.unparse(kind)
            case _:
                yield constant_text(element) or "", "object"


def _is_name(text: str) -> bool:
    return text.isidentifier() and not iskeyword(text)
