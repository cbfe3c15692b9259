"""Rules functions out whose words, and those of all that they use, say nothing of people.

This is done twice. What definitions reach by name is worked out once for the whole file; of a
class, that is all its methods. A function that passes is looked at by itself: a class then gives
it only the methods that something names, or that run whenever an object is made.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from evenhand.check.reading.circles import circles
from evenhand.check.reading.dependencies import Dependencies, methods_of, roots
from evenhand.check.reading.people_signs import PeopleSigns, Sign
from evenhand.check.reading.source import Function
from evenhand.check.reading.words_of_code import Words

MOST_PARTS = 1_000
"""Parts of what one function reaches that are looked at; the first look has to do for more."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(slots=True)
class PeopleNearby:
    """The signs of people in one file's definitions, each looked at once."""

    dependencies: Dependencies
    signs: PeopleSigns
    _reached: dict[ast.AST, frozenset[Sign]] = field(default_factory=dict)
    """Of definitions, and of all that they reach."""
    _near: dict[ast.AST, frozenset[Sign]] = field(default_factory=dict)
    """Of parts, together with those that they use themselves."""
    _alone: dict[ast.AST, frozenset[Sign]] = field(default_factory=dict)
    _used: dict[ast.AST, list[ast.AST]] = field(default_factory=dict)
    _definitions: frozenset[str] | None = None

    def may_be_read(self, function: Function) -> bool:
        """Whether names and values in the function, and in all that it uses, speak of people.

        Most functions have none that do, and need no tracing.
        """
        own = self._signs_of_function(function)
        reached = (self._signs_reached(root) for root in roots(function))
        if not self.signs.suffice(own.union(*reached)):
            return False

        signs = own
        for number, (part, owner) in enumerate(_PartsReached(self).of(function)):
            signs |= self._signs_near(part, owner)
            if number >= MOST_PARTS or self.signs.suffice(signs):
                return True
        return False

    def used_by(self, part: ast.AST) -> list[ast.AST]:
        """The definitions that a part names; those of functions count if they are no mere texts."""
        if part not in self._used:
            symbols = self.dependencies.source.symbols
            words = self.dependencies.own_words(part)
            used = sorted(word for word in words.all if word in symbols)
            texts = {w for w in words.only_texts if isinstance(symbols.get(w), FUNCTIONS)}
            self._used[part] = [symbols[word] for word in used if word not in texts]
        return self._used[part]

    def _signs_of_function(self, function: Function) -> frozenset[Sign]:
        own = [self.signs.of(Words(frozenset(_names_of(function))))]
        near = [node for node in (function.node, function.outer) if node is not None]
        own += [self.signs.of(self.dependencies.own_words(node)) for node in near]
        return self.signs.together(frozenset[Sign]().union(*own))

    def _signs_reached(self, node: ast.AST) -> frozenset[Sign]:
        """What the signs of a node say, and of every definition that it reaches by name."""
        if node not in self._reached:
            for circle in circles([node], self._unknown_successors):
                signs = [self._signs_near(*part) for member in circle for part in _parts(member)]
                of_used = (self._reached.get(used) for m in circle for used in self._successors(m))
                signs += filter(None, of_used)
                together = frozenset[Sign]().union(*signs)
                self._reached.update((member, together) for member in circle)

        return self._reached[node]

    def _unknown_successors(self, node: ast.AST) -> list[ast.AST]:
        return [used for used in self._successors(node) if used not in self._reached]

    def _successors(self, node: ast.AST) -> Iterator[ast.AST]:
        return (used for part, _ in _parts(node) for used in self.used_by(part))

    def _signs_near(self, part: ast.AST, owner: ast.ClassDef | None) -> frozenset[Sign]:
        """What the signs of a part say, beside those of what it uses itself."""
        if part not in self._near:
            nearby = dict.fromkeys((part, *self._neighbours(part, owner)))
            signs = frozenset[Sign]().union(*map(self._signs_alone, nearby))
            self._near[part] = self.signs.together(signs)
        return self._near[part]

    def _neighbours(self, part: ast.AST, owner: ast.ClassDef | None) -> Iterator[ast.AST]:
        """What a part uses, and of classes the methods that make their objects or that it names."""
        if isinstance(part, ast.ClassDef):
            yield from self.used_by(part)
            return

        of_class = (owner, *self.used_by(owner)) if owner is not None else ()
        named = self.dependencies.own_words(part).all
        for node in dict.fromkeys((*of_class, *self.used_by(part))):
            yield node
            yield from (m for m in methods_of(node) if m.name in named or m.name.startswith("__"))

    def _signs_alone(self, part: ast.AST) -> frozenset[Sign]:
        """The signs of a part by itself."""
        if part not in self._alone:
            words = self.dependencies.own_words(part)
            self._alone[part] = self.signs.from_afar(words, self._followed())
        return self._alone[part]

    def _followed(self) -> frozenset[str]:
        """Names of functions and classes: what they stand for is read, and they are not."""
        if self._definitions is None:
            symbols = self.dependencies.source.symbols.items()
            kinds = (*FUNCTIONS, ast.ClassDef)
            self._definitions = frozenset(n for n, node in symbols if isinstance(node, kinds))
        return self._definitions


@dataclass(slots=True)
class _PartsReached:
    """Functions, classes without their methods, and methods that something names."""

    nearby: PeopleNearby
    met: set[ast.AST] = field(default_factory=set)
    todo: list[tuple[ast.AST, ast.ClassDef | None]] = field(default_factory=list)
    """Each method with its class."""
    named: set[str] = field(default_factory=set)
    waiting: dict[str, list[tuple[ast.AST, ast.ClassDef]]] = field(default_factory=dict)
    """By their names, methods that nothing has named so far."""

    def of(self, function: Function) -> Iterator[tuple[ast.AST, ast.ClassDef | None]]:
        """All parts that a function reaches, each method with its class."""
        for root in roots(function):
            self._enter(root, function.owner if root is function.node else None)

        while self.todo:
            part, owner = self.todo.pop()
            yield part, owner

            self._name(self.nearby.dependencies.own_words(part).all)
            for used in self.nearby.used_by(part):
                self._enter(used)

    def _enter(self, part: ast.AST, owner: ast.ClassDef | None = None) -> None:
        if part not in self.met:
            self.met.add(part)
            self.todo.append((part, owner))
            if isinstance(part, ast.ClassDef):
                self._offer_methods(part)

    def _offer_methods(self, klass: ast.ClassDef) -> None:
        for method in methods_of(klass):
            runs_unnamed = method.name.startswith("__") or method.decorator_list
            if runs_unnamed or method.name in self.named:
                self._enter(method, klass)
            else:
                self.waiting.setdefault(method.name, []).append((method, klass))

    def _name(self, words: frozenset[str]) -> None:
        for word in self.waiting.keys() & words:
            for method, klass in self.waiting.pop(word):
                self._enter(method, klass)
        self.named |= words


def _parts(node: ast.AST) -> Iterable[tuple[ast.AST, ast.ClassDef | None]]:
    """A definition, and the methods of a class."""
    yield node, None
    if isinstance(node, ast.ClassDef):
        yield from ((method, node) for method in methods_of(node))


def _names_of(function: Function) -> list[str]:
    """What a function and the class around it are called, and the words of its name."""
    owner = [function.owner.name] if function.owner is not None else []
    words = function.name.replace(".", "_").split("_")
    return [*function.name.split("."), *words, *owner]
