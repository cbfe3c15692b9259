"""What the sources of an old and a new function say of the inputs that they look at."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import Job
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.independence.function_body import Body
from evenhand.check.reading.independence.independence_proof import Reach, reach
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.source import Function
from evenhand.check.reading.tracing.abstract_values import Value
from evenhand.check.search.arguments.path_shapes import is_in_tree
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.survey.attribute_reads import Reads

FIELDS = frozenset({Via.PARAMETER, Via.KEY, Via.ATTRIBUTE})


@dataclass(frozen=True, slots=True)
class Looked:
    """One function as its source shows it."""

    function: Function
    job: Job
    reading: Reading
    parts: Mapping[str, AccessPath]
    """Parts of what it takes in that some expression holds, by their texts."""
    held: Sequence[tuple[ast.expr, AccessPath]]
    """The expressions that are one of these parts."""
    body: Body


def looked_at(function: Function, job: Job) -> Looked:
    """What the source of a function says of what it takes in.

    Raises `TooLargeError` and RecursionError.
    """
    parts: dict[str, AccessPath] = {}
    held: list[tuple[ast.expr, AccessPath]] = []

    def note(node: ast.expr, value: Value) -> None:
        if not isinstance(getattr(node, "ctx", None), ast.Store):
            held.extend((node, path) for path in value.own_paths)
            for path in value.paths:
                for whole in path.around():
                    parts.setdefault(whole.text, whole)

    reading = with_deep_stack(job.read, function, note)
    return Looked(function, job, reading, parts, held, Body(function, job.source))


def new_input(old: Looked, new: Looked) -> Objection | None:
    """A part of what it takes in that only the new function looks at.

    How deep the reading goes into a tree of records is no matter, but only what they hold.
    """
    names = {path.name for path in old.parts.values()}
    for text, path in new.parts.items():
        is_known = text in old.parts or (is_in_tree(path) and path.name in names)
        if not is_known and path.via in FIELDS and not path.shows(Evidence.CALLABLE):
            return Objection(ObjectionKind.NEW_INPUT, {"input": text})
    return None


def newly_deciding(old: Looked, new: Looked) -> Objection | None:
    """An input that the old function only repeated, or dropped, and by which the new one decides.

    `name` in a greeting may become the end of a name in a condition.
    """
    before = {path.text: path for path in old.reading.paths if path.is_leaf}
    for path in new.reading.paths:
        old_path = before.get(path.text)
        if old_path is None or not path.is_leaf or path.text not in new.parts:
            continue
        if _decides_nothing(old, old_path) and not _decides_nothing(new, path):
            details = {"input": path.text, "like": "anybody"}
            return Objection(ObjectionKind.NEW_CRITERION, details)
    return None


def criteria_lost(old: Looked, new: Looked, reads: Reads) -> tuple[AccessPath, ...]:
    """What else was asked in the old function and is nowhere asked in the new one.

    `hours > 3` of `gender == "m" and hours > 3`, but not what the attribute is compared with.
    """
    still_held = {path.name for path in new.parts.values()}
    names = still_held.union(entry.path.name for entry in old.reading.inputs)
    other = [held for held in old.held if held[1].via in FIELDS and held[1].is_leaf]
    asked = (path for node, path in other if not _is_beside_attribute(node, reads))
    return tuple(path for path in asked if path.name not in names)


def _is_beside_attribute(node: ast.AST, reads: Reads) -> bool:
    """Whether an expression is compared with an attribute, or looked up by one."""
    around = reads.parents.get(id(node))
    while isinstance(around, ast.Compare | ast.Subscript | ast.Call | ast.Attribute | ast.UnaryOp):
        if reads.rests_on.get(id(around)) or any(
            reads.rests_on.get(id(inner)) for inner in ast.iter_child_nodes(around)
        ):
            return True
        around = reads.parents.get(id(around))
    return False


def other_questions(old: Looked, new: Looked) -> Objection | None:
    """That the new function asks whoever sits at the terminal fewer questions, or more."""
    if _questions(old) == _questions(new):
        return None
    return Objection(ObjectionKind.OTHER_QUESTIONS)


def _decides_nothing(looked: Looked, path: AccessPath) -> bool:
    """Whether the source proves that an input decides nothing."""
    return reach(looked.body, path, looked.reading.receiver) is not Reach.UNKNOWN


def _questions(looked: Looked) -> int:
    definitions = looked.job.dependencies.closure(looked.function)
    nodes = [node for definition in definitions for node in ast.walk(definition)]
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    return sum(isinstance(called, ast.Name) and called.id == "input" for called in calls)
