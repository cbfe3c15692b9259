"""Parses a source text into its functions, classes and module-level names."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakValueDictionary

from evenhand.check.reading.asked_persons import asks_a_person
from evenhand.check.reading.imported_names import inner_imports, outer_imports, starred_names
from evenhand.check.reading.read_texts import data_in
from evenhand.check.reading.statement_walks import own_statements, statements
from evenhand.findings import Span
from evenhand.lines import lines_of

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef

SCRIPT = "<module>"
"""The name of a whole file as a function."""
LONGEST = 2_000_000
"""Characters of a file; more are data or generated, and their syntax tree fills the memory."""

_TREES: WeakValueDictionary[str, ast.Module] = WeakValueDictionary()
"""By their texts, as long as somebody has them: a file is checked, and others import it."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function, method or script, with the names that lead to it."""

    name: str
    """Qualified as in the source: `Account.fee`, `outer.inner`, `<module>`."""
    node: FunctionNode | ast.Module
    owner: ast.ClassDef | None
    """The class of a method; None for plain functions."""
    outer: FunctionNode | None
    """The function around a nested one."""
    span: Span
    location: Span
    overload: bool = False

    @property
    def is_script(self) -> bool:
        return isinstance(self.node, ast.Module)

    @property
    def last_name(self) -> str:
        """The name without those of its class and of functions around it: `fee`."""
        return self.name.rpartition(".")[2]

    def decorated(self, *names: str) -> bool:
        """Whether one of its decorators has one of these last names."""
        if isinstance(self.node, ast.Module):
            return False
        return any(last_name(decorator) in names for decorator in self.node.decorator_list)


class Definitions(dict[str, ast.AST]):
    """Definitions by name, with what others have worked out about them."""

    def __init__(self, definitions: Mapping[str, ast.AST]) -> None:
        super().__init__(definitions)
        self.remembered: dict[tuple[str, int], Any] = {}
        """By what it is and the identity of the node that it is about."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One parsed file."""

    text: str
    tree: ast.Module
    functions: tuple[Function, ...]
    symbols: Mapping[str, ast.AST] = field(default_factory=dict)
    """Module-level functions, classes and constants, imported workspace names included."""
    modules: Mapping[str, str] = field(default_factory=dict)
    """Local name of each imported module or member: `pd` -> `pandas`."""
    inner_imports: Mapping[str, str] = field(default_factory=dict)
    """What only functions import, by its local name: `app.limits:MAX_AGE`, `app.settings:`."""
    outer_imports: Mapping[str, str] = field(default_factory=dict)
    """What the module itself imports, likewise: a script binds it anew each time that it runs."""
    has_imported: bool = False
    """Whether some of the symbols come from other files of the workspace."""
    literals: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """By module-level name, what `tracing` makes of plain data; None for anything else."""


def parse(text: str, imported: Mapping[str, ast.AST] | None = None) -> Source:
    """Parse `text`; `imported` maps names that it imports to their definitions elsewhere.

    Raises SyntaxError (also for null bytes and for nesting that Python itself refuses).
    """
    tree = tree_of(text)
    functions = tuple(_functions(tree, text))
    symbols = Definitions({**(imported or {}), **definitions_in(tree)})
    modules, inner, outer = _modules(tree), dict(inner_imports(tree)), dict(outer_imports(tree))
    return Source(text, tree, functions, symbols, modules, inner, outer, bool(imported))


def with_imported(source: Source, imported: Mapping[str, ast.AST]) -> Source:
    """A parsed file, with definitions that it imports from elsewhere."""
    symbols = Definitions({**imported, **source.symbols})
    return replace(source, symbols=symbols, has_imported=True, literals={})


def with_tree(source: Source, tree: ast.Module) -> Source:
    """A parsed file with another tree, whose nodes say where they are in the same text."""
    functions = tuple(_functions(tree, source.text))
    symbols = Definitions({**source.symbols, **definitions_in(tree)})
    return replace(source, tree=tree, functions=functions, symbols=symbols, literals={})


def tree_of(text: str) -> ast.Module:
    """The tree of a text, the same one as long as somebody has it; raises SyntaxError, as `parse`.

    Nobody may change it.
    """
    tree = _TREES.get(text)
    if tree is None:
        tree = _TREES[text] = _parsed(text)
    return tree


def _parsed(text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(f"cannot be read as Python: {error}") from error


def last_name(node: ast.AST) -> str:
    """`dataclass` for `@dataclasses.dataclass(frozen=True)`; empty if there is no name."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value

    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr

    quoted = constant_text(node) or ""
    return quoted.split("[")[0].split(".")[-1].strip()


def called_name(call: ast.Call) -> str:
    """The name of the function or method that is called, of whatever object; empty if none."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def dotted_names(node: ast.expr) -> list[str]:
    """The names in `a.b.c`; none if it is anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return []
    return [node.id, *reversed(parts)]


def parents_of(nodes: Iterable[ast.AST]) -> dict[int, ast.AST]:
    """The node around each child of `nodes`, by the child's identity."""
    return {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}


def constant_text(node: ast.AST | None) -> str | None:
    """The text of a constant; None for every other expression."""
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def span_of(node: ast.AST) -> Span:
    """Where an expression or statement is in its file, with columns as the parser counts them."""
    line = getattr(node, "lineno", 1)
    column = getattr(node, "col_offset", 0)
    end_line = getattr(node, "end_lineno", None) or line
    end_column = getattr(node, "end_col_offset", None) or column
    return Span(line, column, end_line, end_column)


def positional_with_defaults(
    parameters: ast.arguments,
) -> list[tuple[ast.arg, ast.expr | None]]:
    """Parameters that may be passed by position, each with its default."""
    names = [*parameters.posonlyargs, *parameters.args]
    without = len(names) - len(parameters.defaults)
    defaults = [*[None] * without, *parameters.defaults]
    return list(zip(names, defaults, strict=True))


def named_with_defaults(parameters: ast.arguments) -> list[tuple[ast.arg, ast.expr | None]]:
    """All parameters but `*rest` and `**rest`, each with its default."""
    by_keyword = zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True)
    return [*positional_with_defaults(parameters), *by_keyword]


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below `node` except those inside nested functions and classes."""
    todo = list(ast.iter_child_nodes(node))
    while todo:
        child = todo.pop()
        yield child

        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(child))


def _functions(tree: ast.Module, text: str) -> Iterator[Function]:
    """All functions of a file from top to bottom, and the file itself if it is a script."""
    lines = lines_of(text)
    todo: list[tuple[ast.AST, str, ast.ClassDef | None, FunctionNode | None]] = [
        (tree, "", None, None)
    ]
    functions: list[Function] = []
    while todo:
        node, prefix, owner, outer = todo.pop()
        for child in _blocks(node):
            inner_prefix = f"{prefix}{child.name}."
            if isinstance(child, ast.ClassDef):
                todo.append((child, inner_prefix, child, outer))
            else:
                functions.append(_function(child, prefix, owner, outer, lines))
                todo.append((child, inner_prefix, None, child))

    if asks_a_person(text, own_nodes(tree)):
        functions.append(script(tree, text))
    yield from sorted(functions, key=lambda f: (f.location.line, f.location.column))


def script(tree: ast.Module, text: str) -> Function:
    """A whole file as one function, which it is if it is run."""
    whole = Span(1, 0, max(len(lines_of(text)), 1), 0)
    return Function(SCRIPT, tree, None, None, whole, Span(1, 0, 1, 0))


def _blocks(node: ast.AST) -> Iterator[ast.ClassDef | FunctionNode]:
    for child in own_statements(node):
        if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child


def _function(
    node: FunctionNode,
    prefix: str,
    owner: ast.ClassDef | None,
    outer: FunctionNode | None,
    lines: list[str],
) -> Function:
    line = _line(lines, node.lineno)
    start = _characters(line, node.col_offset)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])

    last = node.end_lineno or node.lineno
    end = _characters(_line(lines, last), node.end_col_offset or 0)

    column = _column_of_name(node, line, start)
    return Function(
        prefix + node.name,
        node,
        owner,
        outer,
        Span(first, start, last, end),
        Span(node.lineno, column, node.lineno, column + len(node.name)),
        overload=_is_overload(node),
    )


def _column_of_name(node: FunctionNode, line: str, start: int) -> int:
    """Where the name is in the line of the `def` that begins at `start`."""
    keyword = "async def " if isinstance(node, ast.AsyncFunctionDef) else "def "
    column = line.find(node.name, start + len(keyword) - 1)
    name_on_own_line = column < 0
    return start if name_on_own_line else column


def _is_overload(node: FunctionNode | ast.ClassDef) -> bool:
    return any(last_name(decorator) == "overload" for decorator in node.decorator_list)


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1] if number <= len(lines) else ""


def in_characters(span: Span, text: str) -> Span:
    """A `span_of` a node of `text` with its columns in characters, as people count them."""
    if text.isascii():
        return span
    lines = text.split("\n")
    start = _characters(_line(lines, span.line), span.column)
    end = _characters(_line(lines, span.end_line), span.end_column)
    return Span(span.line, start, span.end_line, end)


def _characters(line: str, utf8_offset: int) -> int:
    """ast counts columns in UTF-8 bytes, people and editors in characters."""
    if line.isascii():
        return utf8_offset
    return len(line.encode()[:utf8_offset].decode(errors="ignore"))


def definitions_in(tree: ast.Module) -> dict[str, ast.AST]:
    """Definitions of the module by name: the last one of a function or class, the first value."""
    symbols: dict[str, ast.AST] = {}
    for node in own_statements(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if not _is_overload(node):
                symbols[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for name, value in _assigned(node, node.value):
                symbols.setdefault(name, value)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                if isinstance(item.optional_vars, ast.Name):
                    symbols.setdefault(item.optional_vars.id, item.context_expr)
    return {name: data_in(node, symbols) for name, node in symbols.items()}


def _assigned(node: ast.Assign | ast.AnnAssign, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement gives values: `A = 1`, `A, B = 1, 2`."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in targets:
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            is_plain = len(target.elts) == len(value.elts)
            pairs = list(zip(target.elts, value.elts, strict=True)) if is_plain else []
        for part, its_value in pairs:
            if isinstance(part, ast.Name):
                yield part.id, its_value


def _modules(tree: ast.Module) -> dict[str, str]:
    modules = dict(starred_names(tree))
    for node in statements(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname:
                    modules[alias.asname] = alias.name
                else:  # `import os.path` binds `os`
                    package = alias.name.split(".")[0]
                    modules[package] = package

        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            for alias in node.names:
                modules[alias.asname or alias.name] = f"{origin}.{alias.name}"
    return modules
