"""What the text of a checked file says about its imports, its errors and its base classes.

Asked only where something cannot be had; a text is then read once.
"""

from __future__ import annotations

import ast
import builtins
import functools
import os
import symtable
import warnings
from collections.abc import Iterator

from .tripwire import INSTALLED

OPTIONAL = frozenset({"ImportError", "ModuleNotFoundError"})
CATCHING_ALL = frozenset({"Exception", "BaseException", ""})
"""What handlers catch, by name; one without a type catches everything."""
PLAIN_STATEMENTS = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Pass)


class CheckedSources:
    """The texts of the module under check and of the workspace files that it imports."""

    def __init__(self, path: str, text: str, folders: tuple[str, ...]) -> None:
        self.path = path
        self.roots = tuple(os.path.join(folder, "") for folder in folders)
        self.facts = {path: Facts(text)}

    @property
    def own(self) -> Facts:
        """The facts about the module under check."""
        return self.facts[self.path]

    def includes(self, path: str) -> bool:
        """Whether a file is checked code, and not an installed package."""
        if path == self.path:
            return True
        return path.startswith(self.roots) and not INSTALLED.search(path)

    def of(self, path: str) -> Facts:
        """The facts about one of these files; about none if it cannot be read."""
        if path not in self.facts:
            self.facts[path] = Facts(_text(path) if self.includes(path) else "")
        return self.facts[path]


class Facts:
    """What one text says."""

    def __init__(self, text: str) -> None:
        self.text = text

    @functools.cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of its tree; none if it cannot be parsed."""
        return tuple(ast.walk(_tree(self.text)))

    @functools.cached_property
    def errors(self) -> frozenset[str]:
        """Names of what is raised or caught, and of the bases of such classes."""
        return frozenset(_errors(self.nodes))

    @functools.cached_property
    def asked_of_super(self) -> frozenset[str]:
        """Attributes that methods take from their base class: `super().save`."""
        return frozenset(_asked_of_super(self.nodes))

    @functools.cached_property
    def set_attributes(self) -> frozenset[str]:
        """The names of all attributes that the code sets."""
        attributes = [node for node in self.nodes if isinstance(node, ast.Attribute)]
        return frozenset(node.attr for node in attributes if isinstance(node.ctx, ast.Store))

    @functools.cached_property
    def raised(self) -> tuple[tuple[ast.Raise, str], ...]:
        """The statements that raise a new error of a class, and the name of the class."""
        raises = [node for node in self.nodes if isinstance(node, ast.Raise)]
        named = [(node, last_name(node.exc)) for node in raises if isinstance(node.exc, ast.Call)]
        return tuple((node, name) for node, name in named if name[:1].isupper())

    def raises_other(self, line: int, name: str) -> bool:
        """Whether a line raises an error that is called otherwise: it failed while it was made."""
        return any(other != name and _holds([node], line) for node, other in self.raised)

    def is_needed_import(self, line: int) -> bool:
        """Whether an import begins in a line, which the code cannot do without when it runs."""
        imports = (node for node in self.nodes if isinstance(node, (ast.Import, ast.ImportFrom)))
        is_import = any(node.lineno == line for node in imports)
        return is_import and not self.is_optional(line) and not self.is_for_type_checkers(line)

    def is_optional(self, line: int) -> bool:
        """Whether an import in a line may fail: the code says what it does then."""
        tries = (node for node in self.nodes if isinstance(node, ast.Try))
        if any(_holds(node.body, line) and _is_for_imports(node) for node in tries):
            return True
        blocks = (node for node in self.nodes if isinstance(node, ast.With))
        return any(_holds(node.body, line) and _suppresses(node) for node in blocks)

    def is_for_type_checkers(self, line: int) -> bool:
        """Whether a line is under `if TYPE_CHECKING:`."""
        tests = (node for node in self.nodes if isinstance(node, ast.If))
        return any(
            _holds(node.body, line) and last_name(node.test) == "TYPE_CHECKING" for node in tests
        )

    def attributes_of(self, name: str) -> set[str]:
        """The attributes that the code reads of what it calls `name`."""
        attributes = (node for node in self.nodes if isinstance(node, ast.Attribute))
        return {node.attr for node in attributes if last_name(node.value) == name}

    def free_names(self) -> set[str]:
        """Names that are read and that nothing binds."""
        try:
            top = symtable.symtable(self.text, "", "exec")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return set()

        read: set[str] = set()
        bound = set(dir(builtins))
        for table in _tables(top):
            for symbol in table.get_symbols():
                is_global = table is top or symbol.is_global()
                if is_global and (symbol.is_assigned() or symbol.is_imported()):
                    bound.add(symbol.get_name())
                elif is_global and symbol.is_referenced():
                    read.add(symbol.get_name())
        return read - bound


def last_name(node: ast.expr | None) -> str:
    """`DoesNotExist` of `models.User.DoesNotExist(...)`; empty if the expression has no name."""
    while isinstance(node, (ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _tree(text: str) -> ast.AST:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.Module([], [])


def _errors(nodes: tuple[ast.AST, ...]) -> set[str]:
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Raise):
            names.add(last_name(node.exc))
        elif isinstance(node, ast.ExceptHandler):
            names.update(_caught(node))

    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    for _ in classes:  # a class of errors makes its bases errors, and these may be classes here
        bases = {last_name(base) for node in classes if node.name in names for base in node.bases}
        if bases <= names:
            break
        names |= bases
    return names - {""}


def _caught(handler: ast.ExceptHandler) -> list[str]:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [last_name(kind) for kind in kinds]


def _asked_of_super(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    for node in nodes:
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Call):
            continue
        if last_name(node.value) == "super":
            yield node.attr


def _is_for_imports(node: ast.Try) -> bool:
    """Whether a `try` is there in case that an import fails, and not for anything else."""
    caught = {name for handler in node.handlers for name in _caught(handler)}
    is_plain = all(isinstance(statement, PLAIN_STATEMENTS) for statement in node.body)
    return bool(caught & OPTIONAL) or (is_plain and bool(caught & CATCHING_ALL))


def _suppresses(node: ast.With) -> bool:
    calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
    suppressed = {last_name(kind) for call in calls for kind in call.args}
    return bool(suppressed & OPTIONAL)


def _holds(body: list[ast.stmt], line: int) -> bool:
    return body[0].lineno <= line <= (body[-1].end_lineno or line)


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for inner in table.get_children():
        yield from _tables(inner)
