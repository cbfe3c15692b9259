"""Blames the function that decides, and not those that hand on what it gives.

`yearly` multiplies what `monthly` gives. Who mends `monthly` has mended both, so `yearly` gets a
hint. A function that decides by itself, or by a helper without a finding, keeps its finding.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from evenhand.check import sentences
from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.chained_calls import only_chains
from evenhand.check.reading.imported_names import names_read
from evenhand.check.reading.inputs import read
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.shown_values import is_only_kept, is_only_shown
from evenhand.check.reading.source import Function, Source, last_name, with_tree
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.check.reading.turning_away import only_answers, only_turns_away
from evenhand.findings import (
    FunctionReport,
    Purpose,
    Recognised,
    Severity,
    Verdict,
    VerdictKind,
    quieter,
)

CONSTRUCTOR = "__init__"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
UNDECIDING = frozenset({VerdictKind.INDEPENDENT, VerdictKind.NO_DIFFERENCE_FOUND})
"""Verdicts on a function that at most repeats the attribute."""
MOST_READ = 100
"""Callers of one file that are read again without what they call."""

Purposes = Mapping[tuple[str, str], Recognised | None]
"""By function and attribute, what a difference is for."""
Marks = Mapping[tuple[str, str], str]
"""By the name of a function and an attribute, the function that decides for it."""


@dataclass(frozen=True, slots=True)
class Decider:
    """A function that a caller uses, with a finding that is as loud as the caller's."""

    function: Function
    of_same_class: bool
    """It makes the objects of the caller's class."""
    decorator: str = ""
    """The caller's decorator in which it is nested, so that it runs around the caller, or empty."""

    @property
    def name(self) -> str:
        return self.function.last_name


@dataclass(frozen=True, slots=True)
class _User:
    """A function with a finding that uses what others decide."""

    function: Function
    attribute: str
    deciders: tuple[Decider, ...]
    repeaters: frozenset[str]
    """Names of functions that at most repeat the attribute."""


def blamed(
    reports: Sequence[FunctionReport], source: Source, catalogue: Catalogue
) -> list[FunctionReport]:
    """The reports, with hints for functions that decide nothing by themselves."""
    marks = _marks(reports, source, catalogue)
    purposes = {(r.name, v.attribute): v.recognised for r in reports for v in r.verdicts}
    return [
        replace(
            report,
            verdicts=tuple(_marked(report.name, v, marks, purposes) for v in report.verdicts),
        )
        for report in reports
    ]


def _marked(name: str, verdict: Verdict, marks: Marks, purposes: Purposes) -> Verdict:
    """The verdict of a caller: its difference is for what that of the decider is for."""
    decider = marks.get((name, verdict.attribute), "")
    if not decider:
        return verdict
    severity = quieter(verdict.severity, Severity.HINT)
    reason = sentences.through(verdict.reason, decider.rpartition(".")[2])
    recognised = purposes.get((decider, verdict.attribute)) or verdict.recognised
    return replace(
        verdict, severity=severity, reason=reason, through=decider, recognised=recognised
    )


def _marks(reports: Sequence[FunctionReport], source: Source, catalogue: Catalogue) -> Marks:
    verdicts = {(r.name, v.attribute): v for r in reports for v in r.verdicts}
    findings = {place: verdict for place, verdict in verdicts.items() if _is_finding(verdict)}
    functions = {function.name: function for function in source.functions}
    names = frozenset(function.last_name for function in source.functions)
    repeaters = _repeaters(verdicts)
    marks: dict[tuple[str, str], str] = {}
    read_again = 0

    for (name, attribute), verdict in findings.items():
        others = [
            functions[other]
            for (other, of), finding in findings.items()
            if other != name and of == attribute
            if marks.get((other, attribute)) != name
            if _may_be_blamed(finding, functions[other], verdict, functions[name])
        ]
        deciders = _used_by(functions[name], others)
        if not deciders:
            continue

        hands_on = _only_chains(functions[name], names)
        if not hands_on and read_again < MOST_READ:
            read_again += 1
            user = _User(functions[name], attribute, tuple(deciders), repeaters[attribute])
            hands_on = not _decides_itself(user, source, catalogue)
        if hands_on:
            marks[name, attribute] = deciders[0].function.name
    return marks


def _repeaters(verdicts: Mapping[tuple[str, str], Verdict]) -> dict[str, frozenset[str]]:
    """By attribute, the names of the functions that at most repeat it."""
    names: dict[str, set[str]] = {attribute: set() for _, attribute in verdicts}
    for (name, attribute), verdict in verdicts.items():
        if verdict.kind in UNDECIDING:
            names[attribute].add(name.rpartition(".")[2])
    return {attribute: frozenset(of_attribute) for attribute, of_attribute in names.items()}


def _is_finding(verdict: Verdict) -> bool:
    return verdict.kind.tells_apart and verdict.severity is not None


def _may_be_blamed(finding: Verdict, decider: Function, other: Verdict, caller: Function) -> bool:
    """Whether a finding is at least as loud as another: a decision that rests on a formula is.

    A function that only refuses people by an age limit of the law decides nothing beyond it.
    """
    if quieter(finding.severity, other.severity) is other.severity:
        return True
    if finding.purpose is not Purpose.AGE_LIMIT:
        return False
    turns_away = only_answers(decider.node) and only_turns_away(caller.node, decider.last_name)
    return finding.kind is VerdictKind.REFUSES or turns_away


def _used_by(function: Function, others: Iterable[Function]) -> list[Decider]:
    """Those of some functions whose results a function uses, those that it names first."""
    nodes = list(_own_nodes(function))
    bound = {name for node in nodes for name in _bound_name(node)}
    names = [name for node in nodes for name in _name_of_use(node, bound)]
    used = [Decider(other, False) for other in others if other.last_name in names]
    used.sort(key=lambda decider: names.index(decider.name))
    makers = [o for o in others if o.last_name == CONSTRUCTOR and o.owner is function.owner]
    is_method = function.owner is not None
    return [
        *used,
        *(Decider(maker, True) for maker in makers if is_method),
        *(
            Decider(wrapper, False, wrapper.outer.name)
            for wrapper in others
            if wrapper.outer is not None and function.decorated(wrapper.outer.name)
        ),
    ]


def _own_nodes(function: Function) -> Iterable[ast.AST]:
    """The nodes of a function; of a script those outside of its definitions."""
    if not function.is_script:
        return ast.walk(function.node)
    statements = [
        node for node in ast.iter_child_nodes(function.node) if not isinstance(node, DEFINITIONS)
    ]
    return [node for statement in statements for node in ast.walk(statement)]


def _bound_name(node: ast.AST) -> list[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return [name]
    return []


def _name_of_use(node: ast.AST, bound: Container[str] = ()) -> list[str]:
    """The name by which a node may use a function; what the code itself binds is none."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            return [] if name in bound else [name]
        case ast.Attribute(attr=name, ctx=ast.Load()):
            return [name]
    return []


def _only_chains(function: Function, functions: frozenset[str]) -> bool:
    """Whether a function only calls `functions` of its file, whichever of them decides."""
    if isinstance(function.node, ast.Module):
        return False
    names = [argument.arg for argument in nodes_of(function.node.args, ast.arg)]
    parameters = frozenset(names[1:] if function.owner is not None else names)
    return only_chains(function.node.body, parameters, functions)


def _decides_itself(user: _User, source: Source, catalogue: Catalogue) -> bool:
    """Whether the attribute may still decide when nothing comes from the deciders."""
    try:
        without = _without(user.function, user.deciders, source)
        again = next(each for each in without.functions if each.name == user.function.name)
        is_made = any(decider.of_same_class for decider in user.deciders)
        built = [again.owner] if is_made and again.owner is not None else []
        reading = read(again, without, catalogue, from_fields=frozenset(built))
    except (RecursionError, StopIteration, TooLargeError):
        return True
    left = [e.path for e in reading.inputs if e.attribute == user.attribute and e.may_decide]
    return not all(
        is_only_shown(path, _own_nodes(again), user.repeaters)
        or is_only_kept(path, _own_nodes(again), without.symbols)
        for path in left
    )


def _without(function: Function, deciders: Sequence[Decider], source: Source) -> Source:
    """The file, in which a function has None where it uses what the deciders give."""
    names = frozenset(decider.name for decider in deciders if not decider.of_same_class)
    memo: dict[int, object] = {id(s): s for s in source.tree.body if not _holds(s, function)}
    tree = copy.deepcopy(source.tree, memo)
    node = memo[id(function.node)]
    assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module))

    emptied = _Emptied(names, skip_definitions=function.is_script)
    node.body[:] = [emptied.statement(statement) for statement in node.body]
    _Unnamed(names_read(ast.walk(node))).visit(node)
    if not isinstance(node, ast.Module):
        around = {decider.decorator for decider in deciders}
        node.decorator_list = [d for d in node.decorator_list if last_name(d) not in around]
    return with_tree(source, tree)


def _holds(statement: ast.stmt, function: Function) -> bool:
    """Whether a statement of a file is a function, or has it or a part of it inside."""
    if isinstance(function.node, ast.Module):
        return not isinstance(statement, DEFINITIONS)
    return statement.lineno <= function.node.lineno <= (statement.end_lineno or 0)


class _Emptied(ast.NodeTransformer):
    """Puts None in the place of calls, and of other uses, of functions with some names.

    A number stays the text that it is read from: that a text is none decides about nobody.
    """

    def __init__(self, names: frozenset[str], *, skip_definitions: bool) -> None:
        self.names, self.skip_definitions = names, skip_definitions

    def statement(self, node: ast.stmt) -> ast.stmt:
        """A statement with None in these places."""
        emptied = self.visit(node)
        return emptied if isinstance(emptied, ast.stmt) else ast.Pass()

    def visit(self, node: ast.AST) -> ast.AST:
        if self.skip_definitions and isinstance(node, DEFINITIONS):
            return node
        used = node.func if isinstance(node, ast.Call) else node
        if not self.names.isdisjoint(_name_of_use(used)):
            return ast.copy_location(ast.Constant(None), node)
        if isinstance(node, ast.Call) and _is_conversion(node):
            return self.visit(node.args[0])
        return super().generic_visit(node)


class _Unnamed(ast.NodeTransformer):
    """Takes away the names of values that nothing reads any more."""

    def __init__(self, read: set[str]) -> None:
        self.read = read

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if len(names) < len(node.targets) or not self.read.isdisjoint(names):
            return node
        return ast.copy_location(ast.Expr(node.value), node)


def _is_conversion(call: ast.Call) -> bool:
    """Whether a call only makes a number of one value: `int(input())`."""
    is_number = isinstance(call.func, ast.Name) and call.func.id in ("int", "float")
    return is_number and len(call.args) == 1 and not call.keywords
