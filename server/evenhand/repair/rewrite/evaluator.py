"""Works out what an expression is once an attribute's value is known, without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from evenhand.check.reading.node_handlers import Handlers
from evenhand.check.reading.source import Source
from evenhand.repair.rewrite.bindings import Bindings

MAKING = (ast.BinOp, ast.Call, ast.JoinedStr, ast.Tuple, ast.List, ast.Set, ast.Dict)
"""Expressions that make a new value of those of their parts."""
LARGEST = 50_000
"""Parts of a value, those of its parts included."""
LONGEST_TEXT = 2_000
LONGEST_INTEGER = 1_000
"""Bits."""


class UnknownError(Exception):
    """The expression depends on something unknown, or does something that is not followed."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enumeration that the file defines."""

    text: str
    """As the source writes it: `Gender.MALE`."""
    value: object = field(compare=False, default=None)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an expression comes to."""

    value: object
    follows: bool
    """Whether the value depends on a read whose value was chosen."""


@dataclass(slots=True)
class Evaluator:
    """Evaluates the expressions of one file, some of whose reads have a chosen value."""

    source: Source
    chosen: Mapping[int, object]
    """The value of a read, by the identity of its node."""
    bindings: Bindings
    rules: EvaluationRules
    columns: Mapping[str, object] = field(default_factory=dict)
    """The chosen values by the names of their columns or fields, for code in texts."""
    assumed: Mapping[int, object] = field(default_factory=dict)
    """How comparisons come out that are not known, by the identity of their nodes."""
    known: Mapping[int, object] = field(default_factory=dict)
    """The values of names that an expression binds itself, by the identity of their nodes."""
    outer: Evaluator | None = None
    """The evaluator that is to know of chosen reads that are met."""
    _met_chosen: bool = False
    """Whether the evaluation under way has met a chosen read."""
    _evaluations: dict[int, Evaluation | None] = field(default_factory=dict)
    """By node identity; None for an expression that is not known."""

    def evaluate(self, node: ast.expr) -> Evaluation:
        """What `node` comes to; raises `UnknownError`."""
        if id(node) not in self._evaluations:
            self._evaluations[id(node)] = self._evaluated(node)

        evaluation = self._evaluations[id(node)]
        if evaluation is None:
            raise UnknownError
        self._met_chosen = self._met_chosen or evaluation.follows
        return evaluation

    def value(self, node: ast.expr) -> object:
        """The value of `node`; raises `UnknownError`."""
        return self.evaluate(node).value

    def with_names(self, values: Mapping[str, object], nodes: Iterable[ast.AST]) -> Evaluator:
        """An evaluator for which names in some nodes have these values."""
        names = (n for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name))
        known = {id(name): values[name.id] for name in names if name.id in values}
        return Evaluator(
            self.source,
            self.chosen,
            self.bindings,
            self.rules,
            self.columns,
            self.assumed,
            known,
            self,
        )

    def _evaluated(self, node: ast.expr) -> Evaluation | None:
        met_before, self._met_chosen = self._met_chosen, False
        try:
            value = self._by_rule(node)
            if isinstance(node, MAKING) and not _is_small(value):
                return None
            return Evaluation(value, self._met_chosen)
        except RecursionError:
            raise  # which says nothing about the expression
        except Exception:  # whatever the expression would raise, it has no value
            return None
        finally:
            self._met_chosen = met_before

    def _by_rule(self, node: ast.expr) -> object:
        if id(node) in self.known:
            return self.known[id(node)]
        if id(node) in self.chosen:
            self._meet_chosen()
            return self.chosen[id(node)]

        if id(node) in self.assumed:
            self._meet_chosen()
            return self.assumed[id(node)]

        rule = self.rules.get(type(node))
        if rule is None:
            raise UnknownError
        return rule(node, self)

    def _meet_chosen(self) -> None:
        self._met_chosen = True
        if self.outer is not None:
            self.outer._meet_chosen()


def _is_small(value: object) -> bool:
    """Whether a value can be compared, hashed and written in no time."""
    todo = [value]
    for _ in range(LARGEST):
        if not todo:
            return True

        part = todo.pop()
        if isinstance(part, str) and len(part) > LONGEST_TEXT:
            return False
        if isinstance(part, int) and part.bit_length() > LONGEST_INTEGER:
            return False
        if isinstance(part, dict):
            todo += [*part.keys(), *part.values()]
        elif isinstance(part, (tuple, frozenset)):
            todo += part
    return False


EvaluationRules = Handlers[[Evaluator], object]
"""How each kind of expression is evaluated; a rule raises `UnknownError` if it cannot tell."""
