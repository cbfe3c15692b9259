"""What becomes of each kind of expression when a part of it is the same for everyone."""

from __future__ import annotations

import ast

from evenhand.repair.rewrite.folding import RULES, Folded, Folder


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
        if value == nothing and (isinstance(value, bool) or not mask):
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


RULES.update(
    {
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
)
