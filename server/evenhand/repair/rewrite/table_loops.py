"""Folds loops that look something up in a table: `for low, high, rate in BANDS`.

The entry that everyone falls under now takes the loop's place, with what the table says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.repair.rewrite.evaluation_rules import LARGEST_TABLE, bound_names
from evenhand.repair.rewrite.evaluator import Evaluator, UnknownError
from evenhand.repair.rewrite.function_nodes import names_read
from evenhand.repair.rewrite.source_lines import Line
from evenhand.repair.rewrite.statement_folding import NewLines, StatementFolding

Entry = Mapping[str, object]
"""What one round of the loop binds its names to."""


@dataclass(frozen=True, slots=True)
class _Lookup:
    """A loop that takes one entry of a table."""

    loop: ast.For
    test: ast.expr
    taken: Sequence[ast.stmt]
    """What is done with the entry, without the `break` at its end."""
    is_last: bool
    """Whether the last entry that fits counts, and not the first."""


def fold_for(node: ast.For, folding: StatementFolding) -> NewLines | None:
    """New lines for a look-up that ends with one entry now; None if it may end with several."""
    lookup = _as_lookup(node)
    if lookup is None:
        return None
    expressions = folding.expressions
    try:
        entry = _entry(lookup, expressions.chosen)
    except UnknownError:
        return None
    if not any(_takes_another(lookup, other, entry) for other in expressions.others):
        return None

    if entry is None:
        return _without_entry(lookup, folding)
    return _with_entry(lookup, entry, folding)


def _as_lookup(loop: ast.For) -> _Lookup | None:
    if len(loop.body) != 1 or not isinstance(loop.body[0], ast.If) or loop.body[0].orelse:
        return None
    (choice,) = loop.body
    assert isinstance(choice, ast.If)
    *before, last = choice.body
    if any(isinstance(n, (ast.Break, ast.Continue)) for s in before for n in ast.walk(s)):
        return None
    if isinstance(last, ast.Break):
        return _Lookup(loop, choice.test, before, is_last=False)
    if isinstance(last, ast.Return):
        return _Lookup(loop, choice.test, choice.body, is_last=False)
    if not before and not loop.orelse and _only_sets(last):
        return _Lookup(loop, choice.test, choice.body, is_last=True)
    return None


def _only_sets(statement: ast.stmt) -> bool:
    """Whether it gives a name a value that does not rest on the one before."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    (target,) = statement.targets
    return isinstance(target, ast.Name) and target.id not in names_read(statement)


def _entry(lookup: _Lookup, evaluator: Evaluator) -> Entry | None:
    """The entry that is taken; None if none fits. Raises `UnknownError`."""
    items = evaluator.value(lookup.loop.iter)
    if not isinstance(items, (tuple, dict)) or len(items) > LARGEST_TABLE:
        raise UnknownError

    taken: Entry | None = None
    for item in items:
        entry = bound_names(lookup.loop.target, item)
        if evaluator.with_names(entry, [lookup.test]).value(lookup.test):
            taken = entry
            if not lookup.is_last:
                break
    return taken


def _takes_another(lookup: _Lookup, evaluator: Evaluator, entry: Entry | None) -> bool:
    try:
        return _entry(lookup, evaluator) != entry
    except UnknownError:
        return True


def _without_entry(lookup: _Lookup, folding: StatementFolding) -> NewLines | None:
    """Nobody falls under any entry: what stands in the `else` of the loop, if it has one."""
    if not _names_read_behind(lookup, folding) <= _names_set(lookup.loop.orelse):
        return None
    if not lookup.loop.orelse:
        return NewLines([])
    header = folding.source.else_line(lookup.loop.orelse[0])
    return folding.moved_out(lookup.loop.orelse, header)


def _with_entry(lookup: _Lookup, entry: Entry, folding: StatementFolding) -> NewLines | None:
    if not all(isinstance(value, (str, int, float, type(None))) for value in entry.values()):
        return None
    written = {name: folding.text.literal(value) for name, value in entry.items()}
    for node in _reads_in(lookup.taken):
        if node.id in written:
            folding.expressions.written[id(node)] = written[node.id]

    indent, newline = folding.text.indent(lookup.loop.lineno), folding.text.newline
    behind = _names_read_behind(lookup, folding)
    texts = (f"{indent}{name} = {written[name]}{newline}" for name in written if name in behind)
    lines = [Line(text) for text in texts]
    if not lookup.taken:
        return NewLines(lines)
    new = folding.moved_out(lookup.taken, lookup.loop.lineno)
    return NewLines([*lines, *new.lines], new.leaves)


def _names_read_behind(lookup: _Lookup, folding: StatementFolding) -> frozenset[str]:
    """Names that the loop binds and that something outside of it reads."""
    around: ast.AST = lookup.loop
    parents = folding.expressions.reads.parents
    while not isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
        around = parents[id(around)]
    inside = {id(node) for node in ast.walk(lookup.loop)}
    read = {node.id for node in _reads_in([around]) if id(node) not in inside}
    bound = {n.id for n in ast.walk(lookup.loop.target) if isinstance(n, ast.Name)}
    return frozenset(read & bound)


def _names_set(statements: Sequence[ast.stmt]) -> frozenset[str]:
    """Names to which the statements of a block give a value in any case."""
    targets = (t for s in statements if isinstance(s, ast.Assign) for t in s.targets)
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))


def _reads_in(nodes: Sequence[ast.AST]) -> Iterator[ast.Name]:
    for node in nodes:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                yield inner
