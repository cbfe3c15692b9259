"""Folds expressions: what became constant through an attribute's value is written as a constant.

Only what the attribute decides is touched. An expression that has the same value for everyone (a
check of the attribute's type, an age below zero) stays as it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.check.catalogue.splitting import words_of
from evenhand.check.reading.node_handlers import Handlers
from evenhand.repair.rewrite.evaluator import Evaluator, Member, UnknownError
from evenhand.repair.rewrite.source_text import Edit, Located, SourceText
from evenhand.repair.survey.attribute_reads import Reads

LONGEST_NUMBER = 16
"""Characters of a number that is written; a longer one stays the sum that it is."""
LONGEST_TUPLE = 4
CONTAINERS = (ast.keyword, ast.comprehension, ast.arguments, ast.withitem)
"""Parts of an expression that are no expressions themselves but contain some."""
TEXTS = frozenset({"JoinedStr", "FormattedValue", "TemplateStr", "Interpolation"})
"""Nodes of texts with fields. Positions in them are wrong before Python 3.12."""
BINDING = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Attribute, ast.Subscript)
"""In which a part may need brackets."""
Folded = str | None
"""The new text of an expression; None if it stays as it is."""


@dataclass(slots=True)
class ExpressionFolding:
    """Folds the expressions of one file for one choice of values."""

    text: SourceText
    reads: Reads
    chosen: Evaluator
    """Evaluates with the chosen values."""
    others: Sequence[Evaluator]
    """Evaluate with other values that people may have."""
    rules: FoldingRules
    thorough: bool = False
    """Also replace reads that are only passed on, into a list or a text, and decide later."""
    left: Mapping[int, Sequence[ast.expr]] = field(default_factory=dict)
    """What is left of sums, products and tuples, by their identities."""
    written: dict[int, str] = field(default_factory=dict)
    """Names whose value is known, by the identity of their nodes: entries of a table."""
    _decided: dict[int, bool] = field(default_factory=dict)
    _folded: dict[int, Folded] = field(default_factory=dict)
    _differing: dict[int, bool | None] = field(default_factory=dict)

    @property
    def attribute_words(self) -> frozenset[str]:
        """The words of the names of what is the same for everyone now, and of its values."""
        paths = [path for node, path in self.reads.paths.items() if node in self.chosen.chosen]
        values = (value for value in self.chosen.chosen.values() if isinstance(value, str))
        names = {name for path in paths for name in (path.name, *values)}
        return frozenset(word for name in names for word in words_of(name))

    def fold(self, node: ast.expr) -> Folded:
        """The new text of `node`; None if it stays as it is."""
        if id(node) not in self._folded:
            self._folded[id(node)] = self._new_text(node)
        return self._folded[id(node)]

    def _new_text(self, node: ast.expr) -> Folded:
        if id(node) in self.written:
            return self.written[id(node)]
        if id(node) in self.left:
            rest, around = self.left[id(node)], self.reads.parents.get(id(node))
            if len(rest) > 1:
                return f"({', '.join(map(self.of, rest))})"
            return self.of(rest[0]) if isinstance(around, BINDING) else self.plain(rest[0])
        if not self.thorough and self._is_taken_up(node):
            return None
        if self._differs_by_attribute(node) is False:
            return None
        if self.decided(node) and self._worth_writing(node):
            return self._name_of_constant(node) or self._literal(node)

        rule = self.rules.get(type(node))
        folded = rule(node, self) if rule is not None else None
        return folded if folded is not None else self._with_folded_parts(node)

    def _name_of_constant(self, node: ast.expr) -> Folded:
        """The name that the code has for the value: `BASE` in `OLD if age > 65 else BASE`."""
        chosen = self.chosen_part(node)
        is_named = isinstance(chosen, (ast.Name, ast.Attribute)) and chosen is not node
        return self.text.of(chosen) if is_named and not self.varies(chosen) else None

    def chosen_part(self, node: ast.expr) -> ast.expr:
        """The branch, or the default of a look-up, that is taken now; all of it if that depends."""
        match node:
            case ast.IfExp() if (truth := self.truth(node.test)) is not None:
                return self.chosen_part(node.body if truth else node.orelse)
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, default]):
                return node if self._has_key(table, key) else default
            case _:
                return node

    def _has_key(self, table: ast.expr, key: ast.expr) -> bool:
        try:
            known = self.chosen.value(table)
            return not isinstance(known, dict) or self.chosen.value(key) in known
        except UnknownError:
            return True

    def _literal(self, node: ast.expr) -> str:
        """The value as it is written in the place of `node`: `low, high = 1, 2`."""
        text, around = self.text.literal(self.value(node)), self.reads.parents.get(id(node))
        is_unpacked = isinstance(around, ast.Assign) and isinstance(around.targets[0], ast.Tuple)
        if not is_unpacked or not isinstance(self.value(node), tuple):
            return text
        return text.removeprefix("(").removesuffix(")")

    def _is_taken_up(self, node: ast.expr) -> bool:
        """Whether a name takes the value up as it is, `age = int(age)`: what reads it is folded."""
        around = self.reads.parents.get(id(node))
        if not isinstance(around, ast.Assign) or not isinstance(around.targets[0], ast.Name):
            return False
        read = node
        while isinstance(read, ast.Call) and id(read) not in self.reads.paths:
            is_conversion = isinstance(read.func, ast.Name) and len(read.args) == 1
            read = read.args[0] if is_conversion else read.func
            read = read.value if isinstance(read, ast.Attribute) else read
        return id(read) in self.reads.paths and id(read) in self.chosen.chosen

    def truth(self, node: ast.expr) -> bool | None:
        """Whether `node` is now always true or always false; None if that depends."""
        if self.decided(node):
            return bool(self.value(node))
        if isinstance(node, ast.BoolOp):
            return self._truth_of_all(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.Invert)):
            inner = self.truth(node.operand)
            return None if inner is None else not inner
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)):
            return self._truth_of_mask(node)
        return None

    def decided(self, node: ast.expr) -> bool:
        """Whether `node` varies, and its chosen value may be written in its place."""
        if id(node) not in self._decided:
            self._decided[id(node)] = self._may_be_written(node)
        return self._decided[id(node)]

    def varies(self, node: ast.expr) -> bool:
        """Whether `node` has one value now, and had others for other people."""
        return self._differs_by_attribute(node) is True

    def value(self, node: ast.expr) -> object:
        """The value of a decided expression."""
        return self.chosen.value(node)

    def edits_below(self, node: ast.AST) -> Iterator[Edit]:
        """Expressions below `node` that change, the outermost of each."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, CONTAINERS):
                yield from self.edits_below(child)
            if not isinstance(child, ast.expr) or type(node).__name__ in TEXTS or _is_slice(child):
                continue
            folded = self.fold(child)
            if folded is not None:
                yield child, folded

    def plain(self, node: ast.expr) -> str:
        """The text of `node`, folded or not."""
        folded = self.fold(node)
        return self.text.of(node) if folded is None else folded

    def of(self, node: ast.expr) -> str:
        """The same, with the brackets that it needs elsewhere."""
        return self.text.lifted(node, self.plain(node))

    def _with_folded_parts(self, node: Located) -> Folded:
        edits = list(self.edits_below(node))
        return self.text.replaced(node, edits) if edits else None

    def _truth_of_all(self, node: ast.BoolOp) -> bool | None:
        """The truth of an `and` or an `or` by that of its operands."""
        stops_at = isinstance(node.op, ast.Or)
        truths = [self.truth(operand) for operand in node.values]
        if stops_at in truths:
            return stops_at
        return None if None in truths else not stops_at

    def _truth_of_mask(self, node: ast.BinOp) -> bool | None:
        """Whether a mask of rows lets all through, or none; None if that depends on the row."""
        stops_at = isinstance(node.op, ast.BitOr)
        sides = (node.left, node.right)
        truths = [self.truth(side) if self._is_mask(side) else None for side in sides]
        if stops_at in truths:
            return stops_at
        return None if None in truths else not stops_at

    def _is_mask(self, node: ast.expr) -> bool:
        """Whether it is no number whose bits are meant."""
        return not self.decided(node) or isinstance(self.value(node), bool)

    def _differs_by_attribute(self, node: ast.expr) -> bool | None:
        """Whether other people get another value; None if there is not one value now."""
        if id(node) not in self._differing:
            self._differing[id(node)] = self._compared_with_others(node)
        return self._differing[id(node)]

    def _compared_with_others(self, node: ast.expr) -> bool | None:
        try:
            evaluation = self.chosen.evaluate(node)
        except UnknownError:
            return None
        if not evaluation.follows:
            return None
        return any(_differs(other, node, evaluation.value) for other in self.others)

    def _may_be_written(self, node: ast.expr) -> bool:
        is_assigned_to = not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if isinstance(node, ast.Constant) or is_assigned_to or not self.varies(node):
            return False
        if not _is_writable(self.value(node)) or self._shows_read(node):
            return False
        return id(node) not in self.reads.paths or self._read_is_replaceable(node)

    def _shows_read(self, node: ast.expr) -> bool:
        """Whether it is a text into which a person's own value is written."""
        if not isinstance(node, ast.JoinedStr):
            return False
        fields = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
        return any(id(field) in self.reads.paths for field in fields)

    def _read_is_replaceable(self, node: ast.expr) -> bool:
        if id(node) in self.chosen.assumed or (self.thorough and not self.reads.shown(node)):
            return True
        return self.reads.decides(node)

    def _worth_writing(self, node: ast.expr) -> bool:
        """Whether a constant says more than the name that already holds it."""
        if isinstance(self.value(node), bool) and not isinstance(node, ast.Name):
            return True
        return id(node) in self.reads.around


FoldingRules = Handlers[[ExpressionFolding], Folded]
"""How each kind of expression is folded when a part of it is constant."""


def _is_slice(node: ast.expr) -> bool:
    """Whether it can only be written between square brackets, as a whole."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return any(isinstance(part, ast.Slice) for part in parts)


def _differs(evaluator: Evaluator, node: ast.expr, value: object) -> bool:
    try:
        other = evaluator.value(node)
    except UnknownError:
        return True
    return type(other) is not type(value) or other != value


def _is_writable(value: object) -> bool:
    """Whether a value is short enough to be written into the source."""
    if isinstance(value, float):
        return len(repr(value)) <= LONGEST_NUMBER
    if isinstance(value, tuple):
        return len(value) <= LONGEST_TUPLE and all(_is_writable(part) for part in value)
    return value is None or isinstance(value, (str, int, Member))
