"""What is called when a callable is: wrappers, and functions some of whose values are known."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any


@dataclass(frozen=True, slots=True)
class Layer:
    """A function or a class that a call comes through."""

    subject: FunctionType | type
    known: Mapping[str, Any] = field(default_factory=dict)
    """Values of names that a caller does not choose: bound, closed over, or given beforehand."""

    @property
    def unknown(self) -> list[str]:
        """Names whose values no text can say, so that the search has to make some up."""
        return [name for name, value in self.known.items() if not _statements(name, value)]


def layers_of(subject: object) -> list[Layer]:
    """The layers, the outermost first.

    Raises `TypeError` for what is no function or class, and `ValueError` for one that wraps itself.
    """
    if callable(subject):
        inspect.unwrap(subject)
    layers = list(_layers(subject, (), {}))
    if not layers:
        kind = type(subject).__name__
        raise TypeError(f"give a function, a class, a module, code or a path, and no {kind}")
    return layers


def _layers(subject: object, given: tuple[Any, ...], named: Mapping[str, Any]) -> Iterator[Layer]:
    """`given` and `named` are arguments that come before those of the caller."""
    if isinstance(subject, functools.partial):
        yield from _layers(subject.func, (*subject.args, *given), {**subject.keywords, **named})
    elif isinstance(subject, MethodType):
        of_class = isinstance(subject.__self__, type)
        bound = () if of_class else (subject.__self__, *given)
        yield from _layers(subject.__func__, bound, named)
    elif isinstance(subject, staticmethod | classmethod):
        yield from _layers(subject.__func__, given, named)
    elif isinstance(subject, property):
        yield from _layers(subject.fget, given, named)
    elif isinstance(subject, type):
        yield Layer(subject)
    elif isinstance(subject, FunctionType):
        yield Layer(subject, {**_closed_over(subject), **_arguments(subject, given, named)})
        if hasattr(subject, "__wrapped__"):
            yield from _layers(subject.__wrapped__, given, named)
    elif hasattr(subject, "__wrapped__"):  # such as what `lru_cache` makes
        yield from _layers(subject.__wrapped__, given, named)
    elif callable(subject):
        call = inspect.getattr_static(type(subject), "__call__", None)
        if isinstance(call, FunctionType):
            yield from _layers(call, (subject, *given), named)


def _closed_over(function: FunctionType) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells if _is_filled(cell)}


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _arguments(
    function: FunctionType, given: tuple[Any, ...], named: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments by the names of parameters; nothing of those in `*rest` and `**rest`."""
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {
        **dict(zip(positional, given, strict=False)),
        **{name: value for name, value in named.items() if name in names},
    }


def with_known_values(text: str, layer: Layer) -> tuple[str, int] | None:
    """The text with a copy of the function at its end that has the known values, and its line.

    None if there is nothing to be said of them, or the copy would not be the same function.
    """
    assigned = [line for name, value in layer.known.items() for line in _statements(name, value)]
    node = _definition(text, layer.subject)
    if not assigned or node is None or _needs_its_class(node):
        return None

    copy = deepcopy(node)
    copy.decorator_list = []
    _drop_parameters(copy.args, layer.known)
    is_documented = ast.get_docstring(node) is not None
    copy.body[is_documented:is_documented] = ast.parse("\n".join(assigned)).body
    before = f"{text.rstrip()}\n\n\n"
    new = f"{before}{ast.unparse(copy)}\n"
    try:
        compile(new, "", "exec")
    except SyntaxError:  # `nonlocal`
        return None
    return new, before.count("\n") + 1


def _definition(
    text: str, subject: FunctionType | type
) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Where a function is written; None if it is not there, or is a lambda."""
    if not isinstance(subject, FunctionType):
        return None
    first, name = subject.__code__.co_firstlineno, subject.__code__.co_name
    try:
        nodes = ast.walk(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError):
        return None
    defined = ast.FunctionDef | ast.AsyncFunctionDef
    functions = (node for node in nodes if isinstance(node, defined))
    named = (node for node in functions if node.name == name)
    return next((node for node in named if _first_line(node) == first), None)


def _needs_its_class(node: ast.AST) -> bool:
    """Whether a method means something else outside of its class: `super()`, `self.__limit`."""
    parts = list(ast.walk(node))
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    names |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
    own = (name.startswith("__") and not name.endswith("__") for name in names)
    return any(own) or not names.isdisjoint({"super", "__class__"})


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min(part.lineno for part in (node, *node.decorator_list))


def _drop_parameters(parameters: ast.arguments, known: Mapping[str, Any]) -> None:
    """Take the parameters away whose values are known, with their defaults."""
    positional = [*parameters.posonlyargs, *parameters.args]
    without = len(positional) - len(parameters.defaults)
    defaults = dict(zip([p.arg for p in positional[without:]], parameters.defaults, strict=True))
    by_name = zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True)
    kept = [(part, default) for part, default in by_name if part.arg not in known]

    parameters.posonlyargs = [part for part in parameters.posonlyargs if part.arg not in known]
    parameters.args = [part for part in parameters.args if part.arg not in known]
    left = [*parameters.posonlyargs, *parameters.args]
    parameters.defaults = [defaults[part.arg] for part in left if part.arg in defaults]
    parameters.kwonlyargs = [part for part, _ in kept]
    parameters.kw_defaults = [default for _, default in kept]


def _statements(name: str, value: object) -> list[str]:
    """What gives a name its value, where a text can say that; nothing where none can."""
    if _is_plain(value):
        return [f"{name} = {value!r}"]
    klass, fields = type(value), getattr(value, "__dict__", None)
    is_made_of_fields = isinstance(fields, dict) and "." not in klass.__qualname__
    if not is_made_of_fields or not fields or not all(map(_is_plain, fields.values())):
        return []
    made = f"{name} = {klass.__name__}.__new__({klass.__name__})"
    return [made, *(f"{name}.{key} = {each!r}" for key, each in fields.items())]


def _is_plain(value: object) -> bool:
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
