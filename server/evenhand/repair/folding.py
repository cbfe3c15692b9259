"""Expressions written anew once an attribute's value is known: what became constant is folded.

Only what the attribute decides is touched: where every value of it gives the same (a check of its
type, an age below zero), the text stays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from evenhand.repair.evaluating import Evaluator, Member, UnknownError
from evenhand.repair.reads import Reads
from evenhand.repair.texts import Text

LONGEST = 16
"""Characters of a number that is written; longer ones are left as the sum that they are."""
Folded = str | None
"""The new text of an expression; None: it stays."""


@dataclass(slots=True)
class Folder:
    """Folds the expressions of one file for one choice of values."""

    text: Text
    reads: Reads
    chosen: Evaluator
    others: Sequence[Evaluator]
    """For other values that people may have, one attribute at a time."""
    thorough: bool = False
    """Also replace what is only handed on, into a list or a text, and decides later."""
    _folds: dict[int, bool] = field(default_factory=dict)

    def fold(self, node: ast.expr) -> Folded:
        """The new text of `node`; None where it stays as it is."""
        if self._settled(node):
            return None
        if self.decided(node) and self._worth_writing(node):
            return self._constant(node)
        rule = RULES.get(type(node))
        folded = rule(self, node) if rule is not None else None
        return folded if folded is not None else self.spliced(node)

    def truth(self, node: ast.expr) -> bool | None:
        """Whether `node` is always true or always false now; None where it depends."""
        if self.decided(node):
            return bool(self.chosen.value(node)[0])
        if isinstance(node, ast.BoolOp):
            stop = isinstance(node.op, ast.Or)
            truths = [self.truth(v) for v in node.values]
            if stop in truths:
                return stop
            return None if None in truths else not stop
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.truth(node.operand)
            return None if inner is None else not inner
        return None

    def decided(self, node: ast.expr) -> bool:
        """Whether `node` varies, and its one value may be written in its place."""
        if id(node) not in self._folds:
            self._folds[id(node)] = self._decided(node)
        return self._folds[id(node)]

    def _settled(self, node: ast.expr) -> bool:
        """Whether `node` is the same for everyone as it stands, such as a check of a type."""
        try:
            value, follows = self.chosen.value(node)
        except UnknownError:
            return False
        return follows and not any(_differs(e, node, value) for e in self.others)

    def _worth_writing(self, node: ast.expr) -> bool:
        """Whether a constant says more here than the name that already stands for one."""
        if isinstance(self.chosen.value(node)[0], bool) and not isinstance(node, ast.Name):
            return True
        return any(id(n) in self.reads.places for n in ast.walk(node))

    def varies(self, node: ast.expr) -> bool:
        """Whether `node` has one value now, and had others for other people."""
        try:
            value, follows = self.chosen.value(node)
        except UnknownError:
            return False
        return follows and any(_differs(e, node, value) for e in self.others)

    def _decided(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant) or not isinstance(
            getattr(node, "ctx", ast.Load()), ast.Load
        ):
            return False
        if not self.varies(node):
            return False
        value = self.chosen.value(node)[0]
        return _writable(value) and (id(node) not in self.reads.places or self._replaceable(node))

    def _replaceable(self, node: ast.expr) -> bool:
        if self.thorough and not self.reads.shown(node):
            return True
        return self.reads.decides(node)

    def _constant(self, node: ast.expr) -> str:
        return self.text.literal(self.chosen.value(node)[0])

    def value(self, node: ast.expr) -> object:
        """The value of a decided expression."""
        return self.chosen.value(node)[0]

    def spliced(self, node: ast.AST) -> Folded:
        """The text of `node` with what is folded below it."""
        edits = list(self.below(node))
        return self.text.replaced(node, edits) if edits else None

    def below(self, node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                if not self.text.holds(child):
                    continue  # positions inside f-strings are wrong before Python 3.12
                folded = self.fold(child)
                if folded is not None:
                    yield child, folded
            elif isinstance(child, (ast.keyword, ast.comprehension, ast.arguments, ast.withitem)):
                yield from self.below(child)

    def of(self, node: ast.expr) -> str:
        """The text of `node`, folded or not, with the brackets that it needs elsewhere."""
        folded = self.fold(node)
        return self.text.lifted(node, self.text.of(node) if folded is None else folded)


def _boolean(folder: Folder, node: ast.expr) -> Folded:
    assert isinstance(node, ast.BoolOp)
    whole = folder.truth(node)
    if whole is not None:
        return str(whole)
    passes = isinstance(node.op, ast.And)
    kept = [v for v in node.values if folder.truth(v) is not passes]
    dropped_last = kept[-1] is not node.values[-1]
    if len(kept) == len(node.values) or (dropped_last and not _is_flag(kept[-1])):
        return None
    if len(kept) == 1:
        return folder.of(kept[0])
    word = " and " if passes else " or "
    return word.join(folder.of(v) for v in kept)


def _negation(folder: Folder, node: ast.expr) -> Folded:
    truth = folder.truth(node)
    return None if truth is None else str(truth)


def _choice(folder: Folder, node: ast.expr) -> Folded:
    assert isinstance(node, ast.IfExp)
    truth = folder.truth(node.test)
    if truth is None:
        return None
    return folder.of(node.body if truth else node.orelse)


def _operation(folder: Folder, node: ast.expr) -> Folded:
    """`+ 0` and `* 1` are left out; so is a mask that lets every row through."""
    assert isinstance(node, ast.BinOp)
    neutral: dict[type[ast.operator], tuple[object, bool]] = {
        ast.Add: (0, True), ast.Sub: (0, False), ast.Mult: (1, True), ast.Div: (1, False),
        ast.BitAnd: (True, True), ast.BitOr: (False, True),
    }  # fmt: skip
    if type(node.op) not in neutral:
        return None
    nothing, both = neutral[type(node.op)]
    mask = isinstance(nothing, bool)
    sides = [(node.right, node.left)] + ([(node.left, node.right)] if both else [])
    for side, other in sides:
        if not folder.decided(side):
            continue
        value = folder.value(side)
        if isinstance(value, bool) == mask and value == nothing:
            return folder.of(other)
    return None


def _subscript(folder: Folder, node: ast.expr) -> Folded:
    """`df[mask]` is `df`, and `df.loc[mask, "fee"]` is `df["fee"]`, where all rows pass."""
    assert isinstance(node, ast.Subscript)
    owner, key = node.value, node.slice
    at = isinstance(owner, ast.Attribute) and owner.attr == "loc"
    if isinstance(key, ast.Tuple) and at and len(key.elts) == 2:
        if _passes(folder, key.elts[0]):
            assert isinstance(owner, ast.Attribute)
            return f"{folder.of(owner.value)}[{folder.of(key.elts[1])}]"
    elif _passes(folder, key):
        return folder.of(owner.value if isinstance(owner, ast.Attribute) and at else owner)
    elif isinstance(key, (ast.Compare, ast.BinOp, ast.Call)) and folder.truth(key) is False:
        rows = owner.value if isinstance(owner, ast.Attribute) and at else owner
        return f"{folder.of(rows)}.iloc[:0]"
    return None


def _passes(folder: Folder, mask: ast.expr) -> bool:
    return (folder.decided(mask) and folder.value(mask) is True) or folder.fold(mask) == "True"


def _call(folder: Folder, node: ast.expr) -> Folded:
    assert isinstance(node, ast.Call)
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if name == "where" and len(node.args) == 3:
        mask = folder.fold(node.args[0])
        if mask in {"True", "False"}:
            return folder.of(node.args[1 if mask == "True" else 2])
    sorts = isinstance(node.func, ast.Name) and node.func.id == "sorted" and bool(node.args)
    if sorts and sorts_by_nothing(folder, node):
        return f"list({folder.of(node.args[0])})"
    return None


def sorts_by_nothing(folder: Folder, call: ast.Call) -> bool:
    """Whether the key of a sort is the same for everyone now."""
    key = next((k.value for k in call.keywords if k.arg == "key"), None)
    return isinstance(key, ast.Lambda) and folder.varies(key.body)


def _lambda(folder: Folder, node: ast.expr) -> Folded:
    """A sorting key's parts that are the same for everyone are left out."""
    assert isinstance(node, ast.Lambda)
    around = folder.reads.parents.get(id(node))
    body = node.body
    if not (
        isinstance(around, ast.keyword) and around.arg == "key" and isinstance(body, ast.Tuple)
    ):
        return None
    kept = [e for e in body.elts if not folder.varies(e)]
    if len(kept) == len(body.elts) or not kept:
        return None
    texts = [folder.of(e) for e in kept]
    new = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
    return folder.text.replaced(node, [(body, new)])


def _comprehension(folder: Folder, node: ast.expr) -> Folded:
    """A condition that everyone passes is left out."""
    assert isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp))
    edits: list[tuple[ast.AST, str]] = []
    for generator in node.generators:
        for condition in generator.ifs:
            if folder.truth(condition) is False and generator is node.generators[0]:
                return EMPTY[type(node)]
            if folder.truth(condition) is True:
                edits.append((condition, ""))
            elif (folded := folder.fold(condition)) is not None:
                edits.append((condition, folded))
    if not any(new == "" for _, new in edits):
        return None
    parts: list[ast.expr] = [g.iter for g in node.generators]
    parts += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    edits += [(p, f) for p in parts if (f := folder.fold(p)) is not None]
    return folder.text.replaced(node, edits)


EMPTY = {ast.ListComp: "[]", ast.SetComp: "set()", ast.DictComp: "{}", ast.GeneratorExp: "(())"}
"""The brackets of a call belong to a generator that is its only argument."""
RULES = {
    ast.BoolOp: _boolean,
    ast.UnaryOp: _negation,
    ast.IfExp: _choice,
    ast.BinOp: _operation,
    ast.Subscript: _subscript,
    ast.Call: _call,
    ast.Lambda: _lambda,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
}


def _differs(evaluator: Evaluator, node: ast.expr, value: object) -> bool:
    try:
        other, _ = evaluator.value(node)
    except UnknownError:
        return True
    return type(other) is not type(value) or other != value


def _writable(value: object) -> bool:
    if isinstance(value, float):
        return len(repr(value)) <= LONGEST
    if isinstance(value, tuple):
        return len(value) <= 4 and all(_writable(v) for v in value)
    return value is None or isinstance(value, (str, int, Member))


def _is_flag(node: ast.expr) -> bool:
    """Whether an expression is True or False and nothing else."""
    if isinstance(node, ast.BoolOp):
        return all(_is_flag(v) for v in node.values)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if named and node.func.id in {"isinstance", "bool", "any", "all", "callable"}:  # type: ignore[attr-defined]
        return True
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )
