"""Finds what a function's verdict depends on: its text, and the text of all that it uses.

Definitions use each other by name. What a definition reaches is worked out once for the whole
file, however many functions reach the definition.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.check.reading.circles import circles
from evenhand.check.reading.file_words import part_of_file, words_of_file
from evenhand.check.reading.function_words import told_in_comments, words_of_users
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import Function, Source, last_name
from evenhand.check.reading.words_of_code import Words, words_below

MOST_COMPLEX = 40
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class _Reach:
    """What a definition reaches, itself included."""

    digest: bytes
    """Of all text."""
    complexities: tuple[tuple[int, int], ...]
    """Of functions and classes, by identity, until they come to `MOST_COMPLEX`."""


@dataclass(slots=True)
class Dependencies:
    """The words and texts of one file's definitions, each looked at once."""

    source: Source
    _words: dict[int, frozenset[str]] = field(default_factory=dict)
    _mentioned: dict[int, list[str]] = field(default_factory=dict)
    """The names of definitions that nodes mention."""
    _reaches: dict[ast.AST, _Reach] = field(default_factory=dict)
    _loose: tuple[ast.AST, ...] | None = None
    _of_loose: _Reach | None = None
    _again: _Reach | None = None

    def fingerprint(self, function: Function, options: object) -> str:
        """A key that changes whenever the function's verdict may change."""
        start = f"{function.name}\0{options!r}\0".encode(errors="surrogatepass")
        digest = hashlib.sha256(start)
        spoken = (words_of_file(self.source), words_of_users(function, self.source))
        around = (*spoken, part_of_file(function, self.source))
        digest.update(repr(around).encode(errors="surrogatepass"))
        for phrase in told_in_comments(function, self.source):
            digest.update(phrase.encode())
        for reach in (*self._reaches_of(function), self._binding_again()):
            digest.update(reach.digest)
        return digest.hexdigest()

    def complexity(self, function: Function) -> int:
        """Cyclomatic complexity of the function and the file's helpers that it calls, 1 to 40."""
        reaches = self._reaches_of(function)
        total = sum(dict(_few(each for r in reaches for each in r.complexities)).values())
        return min(max(total, 1), MOST_COMPLEX)

    def closure(self, function: Function) -> list[ast.AST]:
        """The function, its class, and every definition of the file that they reach by name."""
        reached: dict[ast.AST, None] = {}
        todo = [*roots(function), *self._loose_statements()]
        while todo:
            node = todo.pop()
            if node not in reached:
                reached[node] = None
                todo.extend(self._used_by(node))

        return list(reached)

    def words(self, node: ast.AST) -> frozenset[str]:
        """Names, attributes and short strings below a node."""
        if id(node) not in self._words:
            of_methods = map(self.words, methods_of(node))
            self._words[id(node)] = own_words(node).all.union(*of_methods)

        return self._words[id(node)]

    def _names(self, node: ast.AST) -> list[str]:
        """The names of definitions that a node mentions."""
        if id(node) not in self._mentioned:
            symbols = self.source.symbols
            mentioned = sorted(word for word in self.words(node) if word in symbols)
            self._mentioned[id(node)] = mentioned
        return self._mentioned[id(node)]

    def _used_by(self, node: ast.AST) -> list[ast.AST]:
        return [self.source.symbols[name] for name in self._names(node)]

    def _reaches_of(self, function: Function) -> Sequence[_Reach]:
        if self._of_loose is None:
            loose = [self._reach(node) for node in self._loose_statements()]
            self._of_loose = _together([reach.digest for reach in loose], loose)
        return (*(self._reach(node) for node in roots(function)), self._of_loose)

    def _reach(self, node: ast.AST) -> _Reach:
        if node not in self._reaches:
            for circle in circles([node], self._unknown_successors):
                reach = self._reach_of_circle(circle)
                self._reaches.update((member, reach) for member in circle)

        return self._reaches[node]

    def _unknown_successors(self, node: ast.AST) -> list[ast.AST]:
        return [used for used in self._used_by(node) if used not in self._reaches]

    def _reach_of_circle(self, circle: Sequence[ast.AST]) -> _Reach:
        """What the members of a circle reach, once all that they lead to is known."""
        members, outside = frozenset(circle), dict[ast.AST, _Reach]()
        own = {member: _digest(member) for member in circle}
        parts: list[bytes] = []
        for member in circle:
            text = hashlib.sha256(own[member])
            for name in self._names(member):
                used = self.source.symbols[name]
                if used not in members:
                    outside[used] = self._reaches[used]
                digest = own[used] if used in members else outside[used].digest
                text.update(name.encode(errors="surrogatepass") + b"\0" + digest)
            parts.append(text.digest())

        complexities = _few((id(m), _complexity(m)) for m in circle if isinstance(m, DEFINITIONS))
        of_circle = _Reach(b"", tuple(complexities))
        return _together(sorted(parts), [of_circle, *outside.values()])

    def _binding_again(self) -> _Reach:
        """Top-level statements that change what was defined, or are not found by a name."""
        if self._again is None:
            nodes = _not_found_by_name(self.source.tree, self.source.symbols)
            reaches = [self._reach(node) for node in nodes]
            self._again = _together([reach.digest for reach in reaches], reaches)
        return self._again

    def _loose_statements(self) -> tuple[ast.AST, ...]:
        """Top-level statements that are no definitions: they run whenever the file is loaded."""
        if self._loose is None:
            definitions = (*DEFINITIONS, ast.Assign)
            statements = self.source.tree.body
            self._loose = tuple(n for n in statements if not isinstance(n, definitions))

        return self._loose


def methods_of(node: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The methods of a class; none of anything else."""
    if not isinstance(node, ast.ClassDef):
        return []
    return [each for each in node.body if isinstance(each, FUNCTIONS)]


def roots(function: Function) -> list[ast.AST]:
    """A function, and the class and the function around it."""
    nodes = (function.node, function.owner, function.outer)
    return [node for node in nodes if node is not None]


def _together(digests: Iterable[bytes], reaches: Sequence[_Reach]) -> _Reach:
    """What several definitions reach, whose texts have `digests`."""
    complexities = _few(each for reach in reaches for each in reach.complexities)
    return _Reach(hashlib.sha256(b"".join(digests)).digest(), tuple(complexities))


def _few(complexities: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each once, until they come to `MOST_COMPLEX`."""
    seen: set[int] = set()
    total = 0
    for node, complexity in complexities:
        if total >= MOST_COMPLEX:
            return
        if node not in seen:
            seen.add(node)
            total += complexity
            yield node, complexity


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


@once_per_node
def own_words(node: ast.AST) -> Words:
    """The words of a node; those of a class without its methods."""
    return words_below(node, frozenset(methods_of(node)))


@once_per_node
def _complexity(node: ast.stmt) -> int:
    from radon.complexity import ComplexityVisitor

    visitor = ComplexityVisitor.from_ast(ast.Module([node], []))
    return sum(block.complexity for block in (*visitor.functions, *visitor.classes))


@once_per_node
def _digest(node: ast.AST) -> bytes:
    """Of all that a node says, wherever it is."""
    pieces: list[str] = []
    todo = [node]
    while todo:
        part = todo.pop()
        pieces.append(type(part).__name__)
        for name in part._fields:
            value = getattr(part, name, None)
            if isinstance(value, ast.expr_context):
                continue
            if isinstance(value, ast.AST):
                todo.append(value)
            elif isinstance(value, list):
                todo += [each for each in value if isinstance(each, ast.AST)]
            pieces.append(_written(value))

    return hashlib.sha256("\0".join(pieces).encode(errors="surrogatepass")).digest()


def _written(value: object) -> str:
    """A field of a node: of other nodes only that they are there, since they follow."""
    if isinstance(value, ast.AST):
        return "."
    if isinstance(value, list):
        return ",".join(map(_written, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return hex(value)
    return repr(value)
