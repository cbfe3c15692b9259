"""Which definitions of a file a function reaches by name, and which methods of their classes.

A class gives a function only the methods that something names, or that run whenever an object is
made or used.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from evenhand.check.reading.dependencies import (
    FUNCTIONS,
    Dependencies,
    methods_of,
    own_words,
    roots,
)
from evenhand.check.reading.source import Function, last_name
from evenhand.check.reading.words_of_code import CHECKS

FOR_COPIES = frozenset(
    "__reduce__ __reduce_ex__ __getstate__ __setstate__ __getnewargs__ __getnewargs_ex__".split()
)
"""Methods that only `pickle` and `copy` run, if nothing names them."""


@dataclass(slots=True)
class Parts:
    """Parts of one file: functions, methods, and classes without their methods."""

    dependencies: Dependencies
    _used: dict[ast.AST, list[ast.AST]] = field(default_factory=dict)
    _methods: dict[ast.ClassDef, Methods] = field(default_factory=dict)
    _named: dict[ast.AST, frozenset[str]] = field(default_factory=dict)
    _all_methods: frozenset[str] | None = None
    """The names of all methods."""

    def used_by(self, part: ast.AST) -> list[ast.AST]:
        """The definitions that a part names; those of functions count if they are no mere texts."""
        if part not in self._used:
            symbols = self.dependencies.source.symbols
            words = own_words(part)
            used = sorted(word for word in words.all if word in symbols)
            texts = {w for w in words.only_texts if isinstance(symbols.get(w), FUNCTIONS)}
            self._used[part] = [symbols[word] for word in used if word not in texts]
        return self._used[part]

    def methods(self, klass: ast.ClassDef) -> Methods:
        """The methods of a class."""
        if klass not in self._methods:
            self._methods[klass] = Methods.of(klass)
        return self._methods[klass]

    def methods_named_by(self, part: ast.AST) -> frozenset[str]:
        """The words of a part that are names of methods."""
        if part not in self._named:
            self._named[part] = own_words(part).all & self._names_of_methods()
        return self._named[part]

    def _names_of_methods(self) -> frozenset[str]:
        if self._all_methods is None:
            source = self.dependencies.source
            nodes = {*source.symbols.values(), *(f.owner for f in source.functions)}
            classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
            self._all_methods = frozenset(m.name for klass in classes for m in methods_of(klass))
        return self._all_methods


@dataclass(frozen=True, slots=True)
class Methods:
    """Those of one class, by what runs them."""

    unnamed: tuple[ast.AST, ...]
    """They run where an object is made or used."""
    by_name: Mapping[str, Sequence[ast.AST]]

    @classmethod
    def of(cls, klass: ast.ClassDef) -> Methods:
        """Those in the body of a class."""
        unnamed: list[ast.AST] = []
        by_name: dict[str, list[ast.AST]] = {}
        for method in methods_of(klass):
            of_kind = unnamed if _runs_unnamed(method) else by_name.setdefault(method.name, [])
            of_kind.append(method)
        return cls(tuple(unnamed), by_name)

    def run_by(self, names: Set[str]) -> Iterator[ast.AST]:
        """The methods that run if something has these names."""
        yield from self.unnamed
        yield from (method for name in self.by_name.keys() & names for method in self.by_name[name])


@dataclass(slots=True)
class PartsReached:
    """The parts that functions reach, as they are met."""

    parts: Parts
    met: set[ast.AST] = field(default_factory=set)
    todo: list[tuple[ast.AST, ast.ClassDef | None]] = field(default_factory=list)
    """Each method with its class."""
    named: set[str] = field(default_factory=set)
    waiting: dict[str, list[ast.ClassDef]] = field(default_factory=dict)
    """By the names of methods that nothing has named so far, the classes that have one."""

    def of(self, functions: Iterable[Function]) -> Iterator[tuple[ast.AST, ast.ClassDef | None]]:
        """All parts that functions reach, each method with its class."""
        for function in functions:
            for root in roots(function):
                self._enter(root, function.owner if root is function.node else None)

        while self.todo:
            part, owner = self.todo.pop()
            yield part, owner

            self._name(self.parts.methods_named_by(part))
            for used in self.parts.used_by(part):
                self._enter(used)

    def _enter(self, part: ast.AST, owner: ast.ClassDef | None = None) -> None:
        if part not in self.met:
            self.met.add(part)
            self.todo.append((part, owner))
            if isinstance(part, ast.ClassDef):
                self._offer_methods(part)

    def _offer_methods(self, klass: ast.ClassDef) -> None:
        methods = self.parts.methods(klass)
        for method in methods.run_by(self.named):
            self._enter(method, klass)
        for name in methods.by_name.keys() - self.named:
            self.waiting.setdefault(name, []).append(klass)

    def _name(self, names: frozenset[str]) -> None:
        if names <= self.named:
            return
        self.named |= names
        for name in self.waiting.keys() & names:
            for klass in self.waiting.pop(name):
                for method in self.parts.methods(klass).by_name[name]:
                    self._enter(method, klass)


def _runs_unnamed(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a method runs where its object is made or used, without its name."""
    is_check = any(last_name(decorator) in CHECKS for decorator in method.decorator_list)
    return is_check or (method.name.startswith("__") and method.name not in FOR_COPIES)
