"""What becomes of each kind of expression when a part of it is the same for everyone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from evenhand.check.reading.node_handlers import on
from evenhand.repair.rewrite.expression_folding import ExpressionFolding, Folded, FoldingRules
from evenhand.repair.rewrite.query_texts import folded_query
from evenhand.repair.rewrite.source_text import Edit, needs_no_brackets

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp

NEUTRAL: Mapping[type[ast.operator], object] = {
    ast.Add: 0, ast.Sub: 0, ast.Mult: 1, ast.Div: 1, ast.BitAnd: True, ast.BitOr: False,
}  # fmt: skip
"""The right operand that changes nothing."""
ENDS = (ast.Tuple, ast.Subscript, ast.Assign, ast.Return)
"""Where no expression needs brackets around it."""
PRIMARY = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)
"""What needs no brackets, wherever it stands."""
COMMUTATIVE = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)
EMPTY: Mapping[type[ast.AST], str] = {
    ast.ListComp: "[]", ast.SetComp: "set()", ast.DictComp: "{}", ast.GeneratorExp: "(())",
}  # fmt: skip
"""What a comprehension without elements is.

The brackets of a call belong to a generator that is its only argument, hence two pairs.
"""
COPIES: Mapping[type[ast.AST], str] = {ast.ListComp: "list", ast.SetComp: "set"}
"""What makes the same of all items as a comprehension that leaves none out."""
TAKING = frozenset("deque list tuple set frozenset sorted sum min max any all".split())
"""Functions for which a generator and what it goes through are the same."""
RETURNS_FLAG = frozenset({"isinstance", "bool", "any", "all", "callable"})


def _boolean(node: ast.BoolOp, folding: ExpressionFolding) -> Folded:
    """Operands that decide nothing are left out."""
    truth = folding.truth(node)
    if truth is not None:
        return str(truth)

    is_and = isinstance(node.op, ast.And)
    kept = [operand for operand in node.values if folding.truth(operand) is not is_and]
    gives_last = kept[-1] is node.values[-1] or _is_flag(kept[-1])
    if len(kept) == len(node.values) or not (gives_last or _is_test(node, folding)):
        return None

    if len(kept) == 1:
        return folding.of(kept[0])
    return (" and " if is_and else " or ").join(folding.of(operand) for operand in kept)


def _negation(node: ast.UnaryOp, folding: ExpressionFolding) -> Folded:
    truth = folding.truth(node)
    return None if truth is None else str(truth)


def _conditional(node: ast.IfExp, folding: ExpressionFolding) -> Folded:
    truth = folding.truth(node.test)
    if truth is None:
        return None
    return folding.of(node.body if truth else node.orelse)


def _operation(node: ast.BinOp, folding: ExpressionFolding) -> Folded:
    """`+ 0` and `* 1` are left out; so is a mask that lets every row through."""
    if type(node.op) not in NEUTRAL:
        return None

    neutral = NEUTRAL[type(node.op)]
    sides = [(node.right, node.left)]
    if isinstance(node.op, COMMUTATIVE):
        sides.append((node.left, node.right))

    for side, other in sides:
        if folding.decided(side) and _is_neutral(folding.value(side), neutral):
            around = folding.reads.parents.get(id(node))
            return folding.plain(other) if isinstance(around, ENDS) else folding.of(other)
    return _without_way_back(node, folding)


def _without_way_back(node: ast.BinOp, folding: ExpressionFolding) -> Folded:
    """`pay / 100 * 100`, where the first of these was read from a table, is `pay`."""
    match node:
        case ast.BinOp(
            left=ast.BinOp(left=amount, op=ast.Div(), right=share),
            op=ast.Mult(),
            right=ast.Constant(value=back),
        ) if folding.decided(share) and folding.value(share) == back:
            return folding.of(amount)
    return None


def _is_neutral(value: object, neutral: object) -> bool:
    is_mask = isinstance(neutral, bool)
    return value == neutral and (isinstance(value, bool) or not is_mask)


def _subscript(node: ast.Subscript, folding: ExpressionFolding) -> Folded:
    """`df[mask]` is `df`, and `df.loc[mask, "fee"]` is `df["fee"]`, if all rows pass."""
    key = node.slice
    located = _table_of_loc(node.value)
    table = node.value if located is None else located

    if isinstance(key, ast.Tuple) and located is not None and len(key.elts) == 2:
        mask, column = key.elts
        if not _passes_all(mask, folding):
            return None
        return f"{folding.of(table)}[{folding.of(column)}]"

    if _passes_all(key, folding):
        return folding.of(table)
    may_be_mask = isinstance(key, (ast.Compare, ast.BinOp, ast.Call))
    if may_be_mask and folding.truth(key) is False:
        return f"{folding.of(table)}.iloc[:0]"
    return None


def _table_of_loc(owner: ast.expr) -> ast.expr | None:
    """`df` in `df.loc`."""
    if isinstance(owner, ast.Attribute) and owner.attr == "loc":
        return owner.value
    return None


def _passes_all(mask: ast.expr, folding: ExpressionFolding) -> bool:
    return folding.truth(mask) is True or folding.fold(mask) == "True"


def _call(node: ast.Call, folding: ExpressionFolding) -> Folded:
    """`where` with one mask for all rows, a query, and a sort by what is the same for everyone."""
    sides = _sides_of_mask(node)
    if sides is not None:
        mask, if_true, if_false = sides
        folded = folding.fold(mask)
        if folded in {"True", "False"}:
            return _in_place_of(node, if_true if folded == "True" else if_false, folding)

    default = folding.chosen_part(node)
    if default is not node and folding.varies(node.args[0]):
        return folding.of(default)

    query = folded_query(node, folding)
    if query is not None:
        return query

    is_sorted = isinstance(node.func, ast.Name) and node.func.id == "sorted"
    if is_sorted and node.args and sorts_by_nothing(node, folding):
        return f"list({folding.of(node.args[0])})"
    return None


def _sides_of_mask(call: ast.Call) -> tuple[ast.expr, ast.expr, ast.expr] | None:
    """The mask, and what is taken where it holds and where not.

    In `np.where(mask, a, b)`, `column.where(mask, b)` and `column.mask(mask, b)`.
    """
    if not isinstance(call.func, ast.Attribute) or call.keywords:
        return None
    column, name = call.func.value, call.func.attr
    if name == "where" and len(call.args) == 3:
        return call.args[0], call.args[1], call.args[2]
    if name == "where" and len(call.args) == 2:
        return call.args[0], column, call.args[1]
    if name == "mask" and len(call.args) == 2:
        return call.args[0], call.args[1], column
    return None


def _in_place_of(call: ast.Call, chosen: ast.expr, folding: ExpressionFolding) -> str:
    """The text of an argument where its call stood, in brackets if it needs them there."""
    text, around = folding.of(chosen), folding.reads.parents.get(id(call))
    stands_alone = isinstance(around, (*ENDS, ast.keyword, ast.Call)) and call is not getattr(
        around, "func", None
    )
    is_owner = isinstance(around, ast.Subscript) and around.value is call
    is_free = (stands_alone and not is_owner) or needs_no_brackets(text)
    return text if is_free or isinstance(chosen, PRIMARY) else f"({text})"


def sorts_by_nothing(call: ast.Call, folding: ExpressionFolding) -> bool:
    """Whether the key of a sort is the same for everyone now."""
    key = next((keyword.value for keyword in call.keywords if keyword.arg == "key"), None)
    return isinstance(key, ast.Lambda) and folding.varies(key.body)


def _lambda(node: ast.Lambda, folding: ExpressionFolding) -> Folded:
    """Parts of a sorting key that are the same for everyone are left out."""
    around = folding.reads.parents.get(id(node))
    is_sorting_key = isinstance(around, ast.keyword) and around.arg == "key"
    if not is_sorting_key or not isinstance(node.body, ast.Tuple):
        return None

    parts = node.body.elts
    kept = [part for part in parts if not folding.varies(part)]
    if len(kept) == len(parts) or not kept:
        return None

    texts = [folding.of(part) for part in kept]
    key = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
    return folding.text.replaced(node, [(node.body, key)])


def _comprehension(node: Comprehension, folding: ExpressionFolding) -> Folded:
    """A condition that is always true is left out; one that is always false leaves nothing."""
    first = node.generators[0]
    if any(folding.truth(condition) is False for condition in first.ifs):
        return EMPTY[type(node)]

    edits = list(_condition_edits(node.generators, folding))
    if not any(new == "" for _, new in edits):
        return None

    copied = _copied(node, folding) if all(new == "" for _, new in edits) else None
    if copied is not None:
        return copied

    for part in _parts(node):
        folded = folding.fold(part)
        if folded is not None:
            edits.append((part, folded))
    return folding.text.replaced(node, edits)


def _copied(node: Comprehension, folding: ExpressionFolding) -> Folded:
    """What a comprehension is that is left with every item as it is: `list(guests)`."""
    first = node.generators[0]
    if len(node.generators) > 1 or first.is_async or isinstance(node, ast.DictComp):
        return None
    if not isinstance(first.target, ast.Name) or not isinstance(node.elt, ast.Name):
        return None
    if first.target.id != node.elt.id:
        return None

    items = folding.of(first.iter)
    if not isinstance(node, ast.GeneratorExp):
        return f"{COPIES[type(node)]}({items})"
    return f"({items})" if _is_taken_at_once(node, folding) else None


def _is_taken_at_once(node: ast.GeneratorExp, folding: ExpressionFolding) -> bool:
    """Whether a generator is the only argument of a function that goes through all of it."""
    match folding.reads.parents.get(id(node)):
        case ast.Call(func=ast.Name(id=name), args=[_], keywords=[]):
            return name in TAKING
    return False


def _condition_edits(
    generators: Sequence[ast.comprehension], folding: ExpressionFolding
) -> Iterator[Edit]:
    for condition in (condition for generator in generators for condition in generator.ifs):
        if folding.truth(condition) is True:
            yield condition, ""
        elif (folded := folding.fold(condition)) is not None:
            yield condition, folded


def _parts(node: Comprehension) -> Sequence[ast.expr]:
    """What a comprehension goes through, and what it makes of each."""
    sources = [generator.iter for generator in node.generators]
    if isinstance(node, ast.DictComp):
        return [*sources, node.key, node.value]
    return [*sources, node.elt]


def _is_test(node: ast.expr, folding: ExpressionFolding) -> bool:
    """Whether it only matters if an expression is true or false."""
    around = folding.reads.parents.get(id(node))
    if isinstance(around, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return around.test is node
    if isinstance(around, ast.UnaryOp):
        return isinstance(around.op, ast.Not)
    if isinstance(around, ast.BoolOp):
        return _is_test(around, folding)
    return isinstance(around, ast.comprehension) and node in around.ifs


def _is_flag(node: ast.expr) -> bool:
    """Whether an expression can only be True or False."""
    if isinstance(node, ast.BoolOp):
        return all(_is_flag(operand) for operand in node.values)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in RETURNS_FLAG
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare)


FOLDING_RULES: FoldingRules = dict(
    [
        on(ast.BoolOp, _boolean),
        on(ast.UnaryOp, _negation),
        on(ast.IfExp, _conditional),
        on(ast.BinOp, _operation),
        on(ast.Subscript, _subscript),
        on(ast.Call, _call),
        on(ast.Lambda, _lambda),
        on(ast.ListComp, _comprehension),
        on(ast.SetComp, _comprehension),
        on(ast.GeneratorExp, _comprehension),
        on(ast.DictComp, _comprehension),
    ]
)
"""All other expressions are folded part by part."""
