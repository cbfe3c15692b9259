"""Finds what a function's verdict depends on: its text, and the text of all that it uses."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.source import Function, Source, last_name

LONGEST_WORD = 60
"""Characters of a text constant that may be a value of an attribute."""
MOST_COMPLEX = 40


@dataclass(slots=True)
class Dependencies:
    """The words and texts of one file's definitions, each looked at once."""

    source: Source
    _words: dict[int, frozenset[str]] = field(default_factory=dict)
    _digests: dict[int, bytes] = field(default_factory=dict)
    _loose: list[ast.AST] | None = None
    _again: list[ast.AST] | None = None

    def concerning(self, catalogue: Catalogue) -> frozenset[str]:
        """The file's words and constants that could mean an attribute of a person."""
        words = self.words(self.source.tree)
        for node in self.source.symbols.values():
            words |= self.words(node)

        return frozenset(word for word in words if _may_mean_attribute(word, catalogue))

    def within_reach(self, function: Function, words: frozenset[str]) -> bool:
        """Whether one of `words` is in the function or in anything that it uses.

        Most functions have none, and need no tracing.
        """
        if not words:
            return False
        return any(not words.isdisjoint(self.words(node)) for node in self.closure(function))

    def fingerprint(self, function: Function, options: object) -> str:
        """A key that changes whenever the function's verdict may change."""
        start = f"{function.name}\0{options!r}\0".encode(errors="surrogateescape")
        digest = hashlib.sha256(start)
        for node in self.closure(function, self._binding_again()):
            digest.update(self._digest(node))
        return digest.hexdigest()

    def complexity(self, function: Function) -> int:
        """Cyclomatic complexity of the function and the file's helpers that it calls, 1 to 40."""
        definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        nodes = [node for node in self.closure(function) if isinstance(node, definitions)]
        total = sum(_complexity(node) for node in nodes)
        return min(max(total, 1), MOST_COMPLEX)

    def closure(self, function: Function, also: Sequence[ast.AST] = ()) -> list[ast.AST]:
        """The function, its class, and every definition of the file that they reach by name.

        `also` are other nodes that belong to it.
        """
        symbols = self.source.symbols
        around = (function.owner, function.outer)
        todo: list[ast.AST] = [function.node, *self._loose_statements(), *also]
        todo.extend(node for node in around if node is not None)

        reached: dict[int, ast.AST] = {}
        while todo:
            node = todo.pop()
            if id(node) in reached:
                continue

            reached[id(node)] = node
            names = self.words(node) & symbols.keys()
            todo.extend(symbols[name] for name in names)

        return list(reached.values())

    def words(self, node: ast.AST) -> frozenset[str]:
        """Names, attributes and short strings below a node."""
        if id(node) not in self._words:
            self._words[id(node)] = frozenset(_words(node))

        return self._words[id(node)]

    def _digest(self, node: ast.AST) -> bytes:
        if id(node) not in self._digests:
            text = ast.dump(node).encode(errors="surrogatepass")
            self._digests[id(node)] = hashlib.sha256(text).digest()

        return self._digests[id(node)]

    def _binding_again(self) -> list[ast.AST]:
        """Top-level statements that change what was defined, or are not found by a name."""
        if self._again is None:
            self._again = list(_not_found_by_name(self.source.tree, self.source.symbols))
        return self._again

    def _loose_statements(self) -> list[ast.AST]:
        """Top-level statements that are no definitions: they run whenever the file is loaded."""
        if self._loose is None:
            definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign)
            statements = self.source.tree.body
            self._loose = [node for node in statements if not isinstance(node, definitions)]

        return self._loose


def _not_found_by_name(tree: ast.Module, symbols: Mapping[str, ast.AST]) -> Iterator[ast.AST]:
    """`LIMITS["a"] = 3`, the second `LIMIT = 3`, another `def f`; what a decorator registers."""
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            is_named = symbols.get(statement.name) is statement
            if not is_named or any(_is_own(d, symbols) for d in statement.decorator_list):
                yield statement

        elif isinstance(statement, ast.Assign):
            targets = statement.targets
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            are_first = all(symbols.get(name) is statement.value for name in names)
            if len(names) < len(targets) or not are_first:
                yield statement


def _is_own(decorator: ast.expr, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a decorator is a function or class of the workspace, which may keep what it gets."""
    definition = symbols.get(last_name(decorator))
    return isinstance(definition, (ast.FunctionDef, ast.ClassDef))


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_WORD


def _may_mean_attribute(word: str, catalogue: Catalogue) -> bool:
    return catalogue.match_name(word) is not None or bool(catalogue.match_value(word))


def _complexity(node: ast.stmt) -> int:
    from radon.complexity import ComplexityVisitor

    visitor = ComplexityVisitor.from_ast(ast.Module([node], []))
    return sum(block.complexity for block in (*visitor.functions, *visitor.classes))


def _words(node: ast.AST) -> set[str]:
    words: set[str] = set()
    for child in ast.walk(node):
        if isinstance(child, ast.Name):
            words.add(child.id)
        elif isinstance(child, ast.Attribute):
            words.add(child.attr)
        elif isinstance(child, (ast.arg, ast.keyword)) and child.arg:
            words.add(child.arg)
        elif isinstance(child, ast.Constant) and _is_short_text(child.value):
            words.add(str(child.value))
    return words
