"""Finds where a new text looks at a whole record, of which an attribute is a part.

`str(person)`, `person.values()` and `person["a" + "ge"]` hold the age, and nothing says so.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import last_name, parents_of
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.proof.looked_at import Looked

PARTS = frozenset({Via.KEY, Via.ATTRIBUTE})
COPYING = frozenset("dict replace copy deepcopy isinstance model_copy _replace".split())
"""Calls that take a record and look at none of its parts."""
LISTING = frozenset(
    "len enumerate zip sorted list tuple set reversed sum min max any all iter next map filter "
    "DataFrame".split()
)
"""Calls that take many records, and look at them one by one."""
WHOLE_MEMBERS = frozenset(
    "__dict__ items values keys popitem to_dict to_records to_numpy to_string to_json to_csv iloc "
    "iat itertuples iterrows select_dtypes dict model_dump json".split()
)
"""Members that give all parts of a record or of a table."""
Parents = Mapping[int, ast.AST]


def new_whole(old: Looked, new: Looked, attributes: Collection[str]) -> Objection | None:
    """A whole record with one of the attributes, at which only the new function looks."""
    paths = [entry.path for entry in old.reading.inputs if entry.attribute in attributes]
    records = {p.parent.text for p in paths if p.via in PARTS and p.parent is not None}
    before = set(_uses(old, records))
    for use in _uses(new, records):
        if use not in before:
            return Objection(ObjectionKind.NEW_INPUT, {"input": use})
    return None


def _uses(looked: Looked, records: Collection[str]) -> Iterator[str]:
    """The expressions that may look at all parts of a record, as the source writes them.

    Of a loop it is the first line: what is done within it is another thing.
    """
    parents = parents_of(ast.walk(looked.job.source.tree))
    helpers = looked.job.source.symbols
    for node, path in looked.held:
        around = parents.get(id(node))
        if path.text not in records or around is None:
            continue
        is_single = not path.shows(Evidence.FRAME)
        if _is_whole(node, around, parents, is_single=is_single, helpers=helpers):
            yield ast.unparse(_shown(around, parents)).partition("\n")[0]


def _is_whole(
    node: ast.expr,
    around: ast.AST,
    parents: Parents,
    *,
    is_single: bool,
    helpers: Collection[str],
) -> bool:
    """Whether what stands around a record may look at any part of it."""
    match around:
        case ast.Subscript(slice=ast.Constant()) | ast.Subscript(slice=ast.Slice()):
            return False
        case ast.Subscript(value=value):
            return value is node and is_single
        case ast.Attribute(attr="get"):
            return not _has_constant_argument(parents.get(id(around)), 0)
        case ast.Attribute(attr=name):
            return name in WHOLE_MEMBERS
        case ast.Call():
            return _looks_inside(around, is_single=is_single, helpers=helpers)
        case ast.For() | ast.comprehension() | ast.FormattedValue() | ast.BinOp():
            return is_single
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return False
        case ast.Compare():
            return is_single
    return False


def _looks_inside(call: ast.Call, *, is_single: bool, helpers: Collection[str]) -> bool:
    name = last_name(call)
    if name == "getattr":
        return not _has_constant_argument(call, 1)
    is_harmless = name in helpers or name in COPYING
    return not is_harmless and not (name in LISTING and not is_single)


def _has_constant_argument(call: ast.AST | None, index: int) -> bool:
    is_call = isinstance(call, ast.Call) and len(call.args) > index
    return is_call and isinstance(call, ast.Call) and isinstance(call.args[index], ast.Constant)


def _shown(around: ast.AST, parents: Parents) -> ast.AST:
    """The expression that a person recognises: the call of a method, not the method alone."""
    above = parents.get(id(around))
    is_called = isinstance(above, ast.Call) and above.func is around
    return above if is_called and above is not None else around
