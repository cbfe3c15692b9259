"""Whether an attribute only says of whom a function speaks, or into which groups it puts people."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evenhand.check.reading.source import called_name
from evenhand.repair.survey.attribute_reads import Reads
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.task_signs import reads_of_attribute

FEWEST_GROUPS = 2
GROUPING = frozenset("groupby cut qcut crosstab pivot_table".split())
"""Functions that put the rows of a table into groups."""
SUMMING_UP = frozenset("sum len mean median std min max count nunique fmean pstdev stdev".split())
"""Functions and methods that make one figure of many people."""
MASKS = (ast.Compare, ast.BinOp, ast.Call)
"""What chooses rows of a table between square brackets."""
TESTS = (ast.UnaryOp, ast.BoolOp, ast.If, ast.IfExp)
LISTS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
PARTS = (*LISTS, ast.comprehension, ast.Subscript, ast.Attribute, ast.Call)
"""What is still about the people whom it goes through."""


def only_selects(case: Case, attribute: str) -> bool:
    """Whether an education, an occupation or a place only says whom the function is about."""
    reads = reads_of_attribute(case, attribute) if case.is_contextual else []
    return bool(reads) and all(_is_in_filter(case.reads, node) for node in reads)


def compares_groups(case: Case, attribute: str) -> bool:
    """Whether it only puts people into groups, of which it then has figures: `men`, `women`."""
    reads = reads_of_attribute(case, attribute)
    if not reads:
        return False
    if all(_is_grouped_by(case.reads, node) for node in reads):
        return True
    values = {value for node in reads for value in _compared_with(case.reads, node)}
    are_groups = len(values) >= FEWEST_GROUPS
    return are_groups and all(_is_summed_up(case, node) for node in reads)


def _is_grouped_by(reads: Reads, node: int) -> bool:
    """Whether it says to which group of a table a row belongs: `pd.cut(df["age"], bins)`."""
    around = reads.parents.get(node)
    while isinstance(around, (ast.expr, ast.keyword)):
        if isinstance(around, ast.Call) and called_name(around) in GROUPING:
            return True
        around = reads.parents.get(id(around))
    return False


def _compared_with(reads: Reads, node: int) -> Iterator[object]:
    """The constants with which a value is compared, whatever is made of it before."""
    around = reads.parents.get(node)
    while isinstance(around, ast.expr) and not isinstance(around, ast.Compare):
        around = reads.parents.get(id(around))
    if isinstance(around, ast.Compare):
        sides = (around.left, *around.comparators)
        yield from (side.value for side in sides if isinstance(side, ast.Constant))


def _is_summed_up(case: Case, node: int) -> bool:
    """Whether it chooses people of whom nothing is taken but figures."""
    around = case.reads.parents.get(node)
    while isinstance(around, (ast.expr, ast.comprehension)):
        is_mask = isinstance(around, ast.Subscript) and isinstance(around.slice, MASKS)
        if is_mask or isinstance(around, LISTS):
            return _is_in_filter(case.reads, node) and _gives_figures(case, around)
        around = case.reads.parents.get(id(around))
    return False


def _gives_figures(case: Case, selected: ast.AST, known: frozenset[str] = frozenset()) -> bool:
    """Whether some people only go into a figure, or are asked whether there are any.

    `known` are names that hold them and are being looked at.
    """
    around = case.reads.parents.get(id(selected))
    if isinstance(around, ast.Call) and called_name(around) in SUMMING_UP:
        return True
    if isinstance(around, PARTS):
        return _gives_figures(case, around, known)
    if isinstance(around, ast.Assign) and isinstance(around.targets[0], ast.Name):
        return _is_name_summed_up(case, around.targets[0].id, known)
    return isinstance(around, TESTS)


def _is_name_summed_up(case: Case, name: str, known: frozenset[str]) -> bool:
    """Whether nothing but figures are taken of the people whom a name holds."""
    if name in known:
        return False
    names = (node for node in ast.walk(case.function.node) if isinstance(node, ast.Name))
    loads = [node for node in names if node.id == name and isinstance(node.ctx, ast.Load)]
    return bool(loads) and all(_gives_figures(case, load, known | {name}) for load in loads)


def _is_in_filter(reads: Reads, node: int) -> bool:
    """Whether it is asked which rows or people are taken at all."""
    below, around = node, reads.parents.get(node)
    while around is not None and not isinstance(around, ast.stmt):
        is_mask = isinstance(around, ast.Subscript) and id(around.slice) == below
        if isinstance(around, ast.comprehension) and below in map(id, around.ifs):
            return True
        if is_mask and isinstance(around, ast.Subscript) and isinstance(around.slice, MASKS):
            return True
        below, around = id(around), reads.parents.get(id(around))
    leaves_out = isinstance(around, ast.If) and id(around.test) == below
    return leaves_out and isinstance(around, ast.If) and isinstance(around.body[-1], ast.Continue)
