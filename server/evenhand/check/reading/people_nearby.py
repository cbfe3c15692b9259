"""Rules functions out whose words, and those of all that they use, say nothing of people.

What is reached follows from names; a class gives only the methods that something names, or that
run whenever an object is made. This is worked out for all functions of a file together, which is
enough for most files, and for each function that passes by itself.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from evenhand.check.reading.dependencies import FUNCTIONS, Dependencies, own_words, roots
from evenhand.check.reading.parts_reached import Parts, PartsReached
from evenhand.check.reading.people_signs import PeopleSigns, Sign
from evenhand.check.reading.source import Function
from evenhand.check.reading.words_of_code import Words


@dataclass(slots=True)
class PeopleNearby:
    """The signs of people in one file's definitions, each looked at once."""

    dependencies: Dependencies
    signs: PeopleSigns
    _parts: Parts = field(init=False)
    _near: dict[ast.AST, frozenset[Sign]] = field(default_factory=dict)
    """Of parts, together with those that they use themselves."""
    _alone: dict[ast.AST, frozenset[Sign]] = field(default_factory=dict)
    _harmless: defaultdict[ast.AST, list[_HarmlessReach]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """By part, those that have been gone through so far and hold it."""
    _of_all: frozenset[Sign] | None = None
    _definitions: frozenset[str] | None = None

    def __post_init__(self) -> None:
        self._parts = Parts(self.dependencies)

    def may_be_read(self, function: Function) -> bool:
        """Whether names and values in the function, and in all that it uses, speak of people.

        Most functions have none that do, and need no tracing.
        """
        own = self._signs_of_function(function)
        if not self.signs.suffice(own | self._signs_of_all()):
            return False
        return not self._is_harmless(function, own)

    def _is_harmless(self, function: Function, own: frozenset[Sign]) -> bool:
        """Whether nothing that a function reaches makes a person of what its own signs may mean."""
        known = (reach.signs for reach in self._harmless[function.node] if reach.has(function))
        if any(not self.signs.suffice(own | signs) for signs in known):
            return True

        reached, signs = PartsReached(self._parts), own
        for part, owner in reached.of([function]):
            signs |= self._signs_near(part, owner)
            if self.signs.suffice(signs):
                return False
        reach = _HarmlessReach(frozenset(reached.met), signs)
        for part in reach.parts:
            self._harmless[part].append(reach)
        return True

    def _signs_of_function(self, function: Function) -> frozenset[Sign]:
        own = [self.signs.of(Words(frozenset(_names_of(function))))]
        near = [node for node in (function.node, function.outer) if node is not None]
        own += [self.signs.of(own_words(node)) for node in near]
        return self.signs.together(frozenset[Sign]().union(*own))

    def _signs_of_all(self) -> frozenset[Sign]:
        """What the signs of all parts say that any function of the file reaches."""
        if self._of_all is None:
            reached = PartsReached(self._parts).of(self.dependencies.source.functions)
            signs = [self._signs_near(part, owner) for part, owner in reached]
            self._of_all = frozenset[Sign]().union(*signs)
        return self._of_all

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
            yield from self._parts.used_by(part)
            return

        of_class = (owner, *self._parts.used_by(owner)) if owner is not None else ()
        named = self._parts.methods_named_by(part)
        for node in dict.fromkeys((*of_class, *self._parts.used_by(part))):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from self._parts.methods(node).run_by(named)

    def _signs_alone(self, part: ast.AST) -> frozenset[Sign]:
        """The signs of a part by itself."""
        if part not in self._alone:
            self._alone[part] = self.signs.from_afar(part).beside(self._followed())
        return self._alone[part]

    def _followed(self) -> frozenset[str]:
        """Names of functions and classes: what they stand for is read, and they are not."""
        if self._definitions is None:
            symbols = self.dependencies.source.symbols.items()
            kinds = (*FUNCTIONS, ast.ClassDef)
            self._definitions = frozenset(n for n, node in symbols if isinstance(node, kinds))
        return self._definitions


@dataclass(frozen=True, slots=True)
class _HarmlessReach:
    """All that a function reaches whose signs do not suffice."""

    parts: frozenset[ast.AST]
    signs: frozenset[Sign]

    def has(self, function: Function) -> bool:
        """Whether a function reaches nothing else."""
        return all(root in self.parts for root in roots(function))


def _names_of(function: Function) -> list[str]:
    """What a function and the class around it are called, and the words of its name."""
    owner = [function.owner.name] if function.owner is not None else []
    words = function.name.replace(".", "_").split("_")
    return [*function.name.split("."), *words, *owner]
