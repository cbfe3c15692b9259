"""Finds what reads oddly in a new text and did not in the old one.

Nobody writes `if 66 < limit`, or a list that is made of people and looks at none of them. A reader
of such a text asks what it was meant to do, so it is no repair, whatever its proof says.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.source import called_name, parents_of
from evenhand.repair.rewrite.function_nodes import (
    blocks_of,
    functions_of,
    is_same_code,
    names_read,
)
from evenhand.scalars import is_number

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
Test = ast.If | ast.While | ast.IfExp | ast.Assert
PLAIN_HOLDERS = (ast.Assign, ast.AnnAssign, ast.Return, ast.Dict, ast.keyword, ast.Expr)
"""Where a `True` or `False` is a plain answer."""
ADDING = (ast.Add, ast.Mult, ast.Div)
"""Operations by which a constant may stand for what everyone gets: a bonus, a factor."""
TELLING = frozenset("print format write info debug warning error log echo".split())
"""Functions that tell what a person has, which is the same for nobody else."""
AGGREGATES = frozenset("sum mean any all max min count where select len isnull isna".split())
"""Functions that nobody calls for a flag."""


class OddKind(StrEnum):
    """What is odd."""

    CONSTANT_TEST = "a test of a constant"
    EMPTY_BRANCH = "a branch that does nothing"
    SAME_BRANCHES = "branches that are the same"
    IGNORED_ITEM = "a comprehension that ignores its items"
    OPERATED_CONSTANT = "a constant where the attribute was compared or asked"
    LEFT_OVER_CONSTANT = "a constant in place of the attribute"
    GIVEN_CONSTANT = "a constant that is given to a function in place of the attribute"
    DEAD_BRANCH = "a branch whose result is overwritten at once"
    UNUSED_NAME = "a name that nothing reads"
    EMPTY_COLLECTION = "a collection of nobody"


NEVER = frozenset(
    {
        OddKind.CONSTANT_TEST,
        OddKind.EMPTY_BRANCH,
        OddKind.IGNORED_ITEM,
        OddKind.OPERATED_CONSTANT,
        OddKind.DEAD_BRANCH,
        OddKind.EMPTY_COLLECTION,
    }
)
"""Nobody would merge a text with one of these."""
FOR_PERSON = NEVER | {OddKind.GIVEN_CONSTANT}
"""Nobody would merge a text with one of these without being asked."""


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing that reads oddly."""

    kind: OddKind
    text: str
    """The code, on one line."""


def new_oddities(old: str, new: str) -> list[Oddity]:
    """What is odd in `new` and was not in `old`; both can be parsed."""
    old_tree, new_tree = ast.parse(old), ast.parse(new)
    before = Counter(_oddities(old_tree))
    found = [oddity for oddity in _oddities(new_tree) if before[oddity] == 0]
    return [*found, *_left_over(old_tree, new_tree), *_unused(old, new)]


def _oddities(tree: ast.Module) -> Iterator[Oddity]:
    for node in ast.walk(tree):
        rule = RULES.get(type(node))
        kind = rule(node) if rule is not None else None
        if kind is not None:
            yield Oddity(kind, ast.unparse(node).partition("\n")[0])
        for block in blocks_of(node):
            yield from _dead_branches(block)


def _dead_branches(block: Sequence[ast.stmt]) -> Iterator[Oddity]:
    """`if paid: fee = 3`, and behind it `fee = 4`."""
    for branch, statement in pairwise(block):
        name = _name_set(statement)
        if not isinstance(branch, ast.If) or name is None or name in names_read(statement):
            continue
        if all(_name_changed(inner) == name for inner in (*branch.body, *branch.orelse)):
            yield Oddity(OddKind.DEAD_BRANCH, ast.unparse(branch).partition("\n")[0])


def _name_changed(statement: ast.stmt) -> str | None:
    """The one name to which a statement gives a value, or adds one."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id
    return _name_set(statement)


def _name_set(statement: ast.stmt) -> str | None:
    """The one name to which a statement gives a value."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    (target,) = statement.targets
    return target.id if isinstance(target, ast.Name) else None


def _comparison(node: ast.Compare) -> OddKind | None:
    are_constant = all(_is_constant(side) for side in (node.left, *node.comparators))
    return OddKind.CONSTANT_TEST if are_constant else None


def _test(node: Test) -> OddKind | None:
    is_endless = isinstance(node, ast.While)
    return OddKind.CONSTANT_TEST if _is_constant(node.test) and not is_endless else None


def _if(node: ast.If) -> OddKind | None:
    if _is_constant(node.test):
        return OddKind.CONSTANT_TEST
    if _is_empty(node.body) or (node.orelse and _is_empty(node.orelse)):
        return OddKind.EMPTY_BRANCH
    return OddKind.SAME_BRANCHES if is_same_code(node.body, node.orelse) else None


def _loop(node: ast.For) -> OddKind | None:
    return OddKind.EMPTY_BRANCH if _is_empty(node.body) else None


def _boolean(node: ast.BoolOp) -> OddKind | None:
    """`x or 0` is a default; but a constant that is not the last decides or does nothing."""
    return OddKind.CONSTANT_TEST if any(map(_is_constant, node.values[:-1])) else None


def _negation(node: ast.UnaryOp) -> OddKind | None:
    is_test = isinstance(node.op, (ast.Not, ast.Invert))
    return OddKind.CONSTANT_TEST if is_test and _is_constant(node.operand) else None


def _operation(node: ast.BinOp) -> OddKind | None:
    has_flag = any(isinstance(side, ast.Constant) and isinstance(side.value, bool)
                   for side in (node.left, node.right))  # fmt: skip
    return OddKind.OPERATED_CONSTANT if has_flag else None


def _addition(node: ast.AugAssign) -> OddKind | None:
    is_flag = isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool)
    return OddKind.OPERATED_CONSTANT if is_flag else None


def _named(node: ast.NamedExpr) -> OddKind | None:
    return OddKind.OPERATED_CONSTANT if _is_constant(node.value) else None


def _match(node: ast.Match) -> OddKind | None:
    parts = node.subject.elts if isinstance(node.subject, ast.Tuple) else [node.subject]
    return OddKind.CONSTANT_TEST if any(map(_is_constant, parts)) else None


def _case(node: ast.match_case) -> OddKind | None:
    is_decided = node.guard is not None and _is_constant(node.guard)
    return OddKind.CONSTANT_TEST if is_decided else None


def _call(node: ast.Call) -> OddKind | None:
    """`deque(())`: all people are in another one."""
    is_made_of_none = len(node.args) == 1 and _is_empty_display(node.args[0])
    return OddKind.EMPTY_COLLECTION if is_made_of_none else None


def _comprehension(node: Comprehension) -> OddKind | None:
    targets = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
    element = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    conditions = [condition for g in node.generators for condition in g.ifs]
    sources = [g.iter for g in node.generators[1:]]
    read = {name for part in (*element, *conditions, *sources) for name in names_read(part)}
    return OddKind.IGNORED_ITEM if targets.isdisjoint(read) else None


RULES: Handlers[[], OddKind | None] = dict(
    [
        on(ast.Compare, _comparison),
        on(ast.If, _if),
        on(ast.For, _loop),
        on(ast.IfExp, _test),
        on(ast.Assert, _test),
        on(ast.While, _test),
        on(ast.BoolOp, _boolean),
        on(ast.UnaryOp, _negation),
        on(ast.BinOp, _operation),
        on(ast.AugAssign, _addition),
        on(ast.Call, _call),
        on(ast.NamedExpr, _named),
        on(ast.Match, _match),
        on(ast.match_case, _case),
        on(ast.ListComp, _comprehension),
        on(ast.SetComp, _comprehension),
        on(ast.GeneratorExp, _comprehension),
        on(ast.DictComp, _comprehension),
    ]
)
"""What is odd by itself."""


def _left_over(old: ast.Module, new: ast.Module) -> Iterator[Oddity]:
    """Constants that stand where something was read before: there are more of them now."""
    old_parents, parents = parents_of(ast.walk(old)), parents_of(ast.walk(new))
    more = Counter(map(_key, _constants(new))) - Counter(map(_key, _constants(old)))
    more_given = Counter(_given(new, parents)) - Counter(_given(old, old_parents))
    holders = {id(holder): holder for holder in map(old_parents.get, map(id, _constants(old)))}
    old_places = {ast.dump(holder) for holder in holders.values() if holder is not None}
    for constant in _constants(new):
        around = parents[id(constant)]
        is_plain_flag = isinstance(constant.value, bool) and isinstance(around, PLAIN_HOLDERS)
        counts = more_given if isinstance(around, ast.Call) else more
        if not counts[_key(constant)] or is_plain_flag or ast.dump(around) in old_places:
            continue
        yield Oddity(_kind_of_left_over(constant, around), ast.unparse(around).partition("\n")[0])


def _kind_of_left_over(constant: ast.Constant, around: ast.AST) -> OddKind:
    is_flag = isinstance(constant.value, bool)
    is_owner = isinstance(around, ast.Attribute)
    is_compared = isinstance(around, (ast.Compare, ast.MatchValue))
    is_asked = is_flag and isinstance(around, ast.Call) and called_name(around) in AGGREGATES
    is_told = isinstance(around, ast.Call) and called_name(around) in TELLING
    is_given = isinstance(around, ast.Call) and not is_flag
    is_number_given = is_given and is_number(constant.value)
    is_deducted = isinstance(around, ast.BinOp) and not isinstance(around.op, ADDING)
    if is_owner or is_compared or is_asked or is_told or is_number_given or is_deducted:
        return OddKind.OPERATED_CONSTANT
    return OddKind.GIVEN_CONSTANT if is_given else OddKind.LEFT_OVER_CONSTANT


def _given(tree: ast.Module, parents: Mapping[int, ast.AST]) -> Iterator[tuple[type, object]]:
    """The constants that are given to functions."""
    for constant in _constants(tree):
        if isinstance(parents[id(constant)], ast.Call):
            yield _key(constant)


def _constants(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value is not None and node.value is not ...:
            yield node


def _key(constant: ast.Constant) -> tuple[type, object]:
    return type(constant.value), constant.value


def _unused(old: str, new: str) -> Iterator[Oddity]:
    """Names of a function that it still gives values, and that nothing reads any more."""
    functions: Mapping[str, ast.AST] = functions_of(old)
    for name, function in functions_of(new).items():
        if name not in functions:
            continue
        no_longer_read = names_read(functions[name]) - names_read(function)
        for node in ast.walk(function):
            is_set = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            if is_set and isinstance(node, ast.Name) and node.id in no_longer_read:
                yield Oddity(OddKind.UNUSED_NAME, node.id)


def _is_constant(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return all(map(_is_constant, node.elts))
    return isinstance(node, ast.Constant)


def _is_empty_display(node: ast.expr) -> bool:
    """Whether it is `()`, `[]` or `{}`."""
    if isinstance(node, ast.Dict):
        return not node.keys
    return isinstance(node, (ast.Tuple, ast.List)) and not node.elts


def _is_empty(block: list[ast.stmt]) -> bool:
    return all(isinstance(statement, ast.Pass) for statement in block)
