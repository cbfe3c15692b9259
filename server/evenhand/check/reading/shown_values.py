"""Whether code only shows a value: prints it, writes it, or puts it into a text that it gives."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.source import parents_of

SHOWING = frozenset(
    (
        "print str repr write writelines writerow append format join info debug log add_row "
        "caption header subheader markdown text metric echo secho showinfo"
    ).split()
)
"""Functions and methods that hand on what they are given as it is."""
FORMS = frozenset("lower upper strip title capitalize".split())
"""Methods of a text that give the same text in another form."""
MAKERS = frozenset({"__init__", "__new__", "__post_init__"})
"""Methods that may look at what a new object is given."""
Symbols = Mapping[str, ast.AST]
"""What a file defines, by name."""
HOLDING = (ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.List, ast.Dict, ast.keyword)
"""What a value may be a part of."""


def is_only_shown(
    path: AccessPath, nodes: Iterable[ast.AST], repeaters: frozenset[str] = frozenset()
) -> bool:
    """Whether all reads of a value among some nodes only show it; False if there are none.

    What a person types in, or a widget gives, need not be read at all: it is kept under a name.
    `repeaters` are names of functions that only repeat the value.
    """
    own = list(nodes)
    parents, names = parents_of(own), _names_of(path)
    reads = [node for node in own if _reads(node, path, names) or _asks(node, repeaters)]
    if not reads:
        return _is_given(path) and bool(path.facts.aliases)
    return all(_is_shown(node, parents) for node in reads)


def is_only_kept(path: AccessPath, nodes: Iterable[ast.AST], symbols: Symbols) -> bool:
    """Whether all reads of a value only put it into a new object's field that nobody looks at.

    The object is one of a class of the file, which the code keeps under a name and asks for other
    fields alone: neither a method nor a property of it runs.
    """
    own = list(nodes)
    parents, names = parents_of(own), _names_of(path)
    reads = [node for node in own if _reads(node, path, names)]
    return bool(reads) and all(_is_kept(node, parents, own, symbols) for node in reads)


def _is_kept(
    read: ast.AST, parents: Mapping[int, ast.AST], own: Sequence[ast.AST], symbols: Symbols
) -> bool:
    inner, kept_as = read, ""
    for node in _around(read, parents):
        match node:
            case ast.Call(func=ast.Name(id=name)) if isinstance(symbols.get(name), ast.ClassDef):
                klass = symbols[name]
                assert isinstance(klass, ast.ClassDef)
                kept_as = _field(inner, node, klass)
                return bool(kept_as) and _is_field_unread(node, kept_as, klass, parents, own)
            case ast.keyword() | ast.Call():
                inner = node
            case _:
                return False
    return False


def _field(given: ast.AST, call: ast.Call, klass: ast.ClassDef) -> str:
    """The field that an argument of a record's class is kept in; empty if that is not known."""
    if any(isinstance(each, ast.FunctionDef) and each.name in MAKERS for each in klass.body):
        return ""
    if isinstance(given, ast.keyword):
        return given.arg or ""
    fields = [each.target.id for each in klass.body if _is_field(each)]  # type: ignore[attr-defined]
    place = next((n for n, each in enumerate(call.args) if each is given), len(fields))
    return fields[place] if place < len(fields) else ""


def _is_field(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)


def _is_field_unread(
    made: ast.Call,
    field: str,
    klass: ast.ClassDef,
    parents: Mapping[int, ast.AST],
    own: Sequence[ast.AST],
) -> bool:
    """Whether all that is done with a new object is to read other fields of it."""
    match parents.get(id(made)):
        case ast.Assign(targets=[ast.Name(id=name)]):
            pass
        case _:
            return False
    computed = {each.name for each in klass.body if isinstance(each, ast.FunctionDef)}
    uses = [node for node in own if isinstance(node, ast.Name) and node.id == name]
    asked = [parents.get(id(node)) for node in uses if isinstance(node.ctx, ast.Load)]
    return all(
        isinstance(each, ast.Attribute) and each.attr not in computed | {field} for each in asked
    )


def _names_of(path: AccessPath) -> frozenset[str]:
    return frozenset(path.facts.aliases) if _is_given(path) else frozenset({path.name})


def _is_given(path: AccessPath) -> bool:
    """Whether it comes from a prompt or a call, and is known by what the code calls it."""
    return bool(path.question) or path.via is Via.RESULT


def _reads(node: ast.AST, path: AccessPath, names: frozenset[str]) -> bool:
    """Whether a node is where the value is read by one of its names."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            return name in names and path.via in {Via.PARAMETER, Via.RESULT}
        case ast.Attribute(attr=name, ctx=ast.Load()):
            return name in names
        case ast.Subscript(slice=ast.Constant(value=str(key)), ctx=ast.Load()):
            return key in names
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(key)), *_]):
            return key in names
    return False


def _asks(node: ast.AST, repeaters: frozenset[str]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in repeaters
    return False


def _is_shown(node: ast.AST, parents: Mapping[int, ast.AST]) -> bool:
    """Whether everything around a value, up to its statement, only shows what is inside."""
    return all(map(_only_shows, _around(node, parents)))


def _around(node: ast.AST, parents: Mapping[int, ast.AST]) -> Iterator[ast.AST]:
    """What an expression is a part of, up to its statement."""
    around = parents.get(id(node))
    while around is not None:
        yield around
        if isinstance(around, ast.stmt):
            return
        around = parents.get(id(around))


def _is_text(node: ast.AST) -> bool:
    """Whether a text is written there, which puts texts together: `name + ", " + str(age)`."""
    match node:
        case ast.Call(func=ast.Name(id="str")) | ast.JoinedStr():
            return True
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _only_shows(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in SHOWING | FORMS
        case ast.BinOp(op=ast.Add() | ast.Mod()):
            return any(map(_is_text, ast.walk(node)))
        case ast.Attribute(attr=name):
            return name in SHOWING | FORMS
        case ast.Expr() | ast.Return():
            return True
    return isinstance(node, HOLDING)
