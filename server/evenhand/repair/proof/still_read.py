"""Whether the source of a new text says that a repaired attribute may still decide something.

No search tries everything: an age of 53, or the 41st letter of a word, is soon missed. A text that
is repaired does not ask. It may go on repeating what a person has told, and refusing as before what
is no value at all.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Set
from itertools import pairwise

from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import Job
from evenhand.check.reading.classes import is_dataclass, method
from evenhand.check.reading.inputs import Input, Reading
from evenhand.check.reading.mentions import MARKUP
from evenhand.check.reading.source import (
    Function,
    Source,
    constant_text,
    last_name,
    parse,
    span_of,
)
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.findings import Span, VerdictKind
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.survey.repair_case import Case

TAKING = frozenset(
    "input int float str strip lower upper get date datetime fromisoformat strptime".split()
)
"""Functions and methods that give a value another form."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
PLAIN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)


def still_read(case: Case, job: Job, reading: Reading) -> Objection | None:
    """An attribute that may decide in the new text, of which `job` and `reading` are."""
    open_inputs = [e for e in reading.inputs if e.may_decide and e.attribute in case.wanted]
    if not open_inputs:
        return None

    decided = _deciding_after_openings(job, reading)
    checks = [*_kept(case.job.source, job.source, _is_check), *_dropped(reading.function.node)]
    checks += [*_stored(job, reading.function), *_told(case.job.source, job, reading.function.node)]
    statements = list(_kept(case.job.source, job.source, _is_simple))
    defaults = [span_of(node) for node in ast.walk(job.source.tree) if _is_default(node)]
    refusing = {v.attribute for v in case.verdicts if v.kind is VerdictKind.REFUSES}

    for entry in open_inputs:
        may_stay = [*checks, *statements, *defaults] if entry.attribute in refusing else checks
        if entry.path.text in decided and not _only_in(entry, may_stay):
            line = entry.sites[0].line if entry.sites else reading.function.span.line
            details = {"input": entry.path.text, "attribute": entry.attribute, "line": line}
            return Objection(ObjectionKind.STILL_READ, details)
    return None


def invented(case: Case, job: Job, function: Function) -> Objection | None:
    """A field of a record, or a text, with a constant in the place of what a person has told."""
    before = {constant_text(node) for node in ast.walk(case.function.node)}
    texts = {constant_text(node) or "" for node in ast.walk(function.node)} - before
    for label, attribute in _labels(case):
        behind = [text.partition(label)[2].partition("\n")[0].strip() for text in texts]
        if any(behind):
            return Objection(ObjectionKind.WRONG_ECHO, {"attribute": attribute})

    told: dict[tuple[str, str | None], frozenset[str]] = {}
    for name, keyword in _fields(case.function.node, case.job.source):
        rests_on = case.reads.rests_on.get(id(keyword.value), frozenset())
        told[name, keyword.arg] = rests_on & case.wanted
    for name, keyword in _fields(function.node, job.source):
        attributes = told.get((name, keyword.arg), frozenset())
        if attributes and isinstance(keyword.value, ast.Constant):
            return Objection(ObjectionKind.WRONG_ECHO, {"attribute": min(attributes)})
    return None


def _labels(case: Case) -> Iterator[tuple[str, str]]:
    """What stands before an attribute in a text, with the attribute: `Age:` of `f"Age: {age}"`."""
    texts = (node for node in ast.walk(case.function.node) if isinstance(node, ast.JoinedStr))
    for before, part in (pair for text in texts for pair in pairwise(text.values)):
        label = (constant_text(before) or "").rpartition("\n")[2].strip()
        rests_on = {a for n in ast.walk(part) for a in case.reads.rests_on.get(id(n), ())}
        yield from ((label, each) for each in sorted(rests_on & case.wanted) if label)


def _fields(function: ast.AST, source: Source) -> Iterator[tuple[str, ast.keyword]]:
    """What the fields of records are set to, each with the name of the class."""
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and _makes_record(call, source):
            yield from ((ast.unparse(call.func), keyword) for keyword in call.keywords)


def _deciding_after_openings(job: Job, reading: Reading) -> set[str]:
    """The inputs that may decide, when parameters that are set anew have another name after that.

    A function that begins with `gender = "male"` asks nobody for their gender.
    """
    source, function = job.source, reading.function
    memo: dict[int, object] = {}
    tree = copy.deepcopy(source.tree, memo)
    node = memo[id(function.node)]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        _rename_what_is_set_anew(node)

    try:
        renamed = parse(ast.unparse(tree), source.symbols)
        again = next(f for f in reversed(renamed.functions) if f.name == function.name)
        entries = with_deep_stack(job.read_of, again, renamed).inputs
    except (SyntaxError, RecursionError, StopIteration, TooLargeError):
        entries = reading.inputs
    return {entry.path.text for entry in entries if entry.read and entry.may_decide}


def _rename_what_is_set_anew(function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Give each parameter another name from where the body sets it, whatever happened before."""
    parameters = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    names: dict[str, str] = {}
    for statement in function.body:
        is_plain = isinstance(statement, ast.Assign) and len(statement.targets) == 1
        target = statement.targets[0] if isinstance(statement, ast.Assign) and is_plain else None
        _Renaming(names).visit(statement)
        if isinstance(target, ast.Name) and target.id in parameters:
            names[target.id] = f"{target.id}_set_anew"
            target.id = names[target.id]


class _Renaming(ast.NodeTransformer):
    """Puts other names in the place of names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node


def _dropped(function: ast.AST) -> list[Span]:
    """Statements that take a value, which then nothing uses: `age = int(input("Age? "))`."""
    nodes = list(ast.walk(function))
    plain = [n for n in nodes if isinstance(n, (ast.Assign, ast.Expr))]
    takes = [n for n in plain if _only_takes(n.value) or _is_question(n.value)]
    dropped: list[ast.Assign | ast.Expr] = []
    while True:
        inside = {id(node) for statement in dropped for node in ast.walk(statement)}
        used = {n.id for n in nodes if isinstance(n, ast.Name) and _is_load(n, inside)}
        now = [statement for statement in takes if used.isdisjoint(_targets(statement))]
        if len(now) == len(dropped):
            return [span_of(statement) for statement in dropped]
        dropped = now


def _stored(job: Job, function: Function) -> Iterator[Span]:
    """Values that only become fields of records, which nothing reads: `Row(gender=gender)`."""
    definitions = job.dependencies.closure(function)
    nodes = [node for definition in definitions for node in ast.walk(definition)]
    attributes = (node for node in nodes if isinstance(node, ast.Attribute))
    read = {node.attr for node in attributes if isinstance(node.ctx, ast.Load)}
    for _, field in _fields(function.node, job.source):
        if field.arg not in {None, *read} and _only_takes(field.value):
            yield span_of(field.value)


def _told(old: Source, job: Job, function: ast.AST) -> Iterator[Span]:
    """Texts that are as before, such as `f"Age: {age}"`, where nothing asks what is in them."""
    before = {ast.dump(node) for node in ast.walk(old.tree) if isinstance(node, ast.JoinedStr)}
    asked = {id(inner) for node in _asked(function, job) for inner in ast.walk(node)}
    names = _names_that_reach(function, asked)
    for statement in ast.walk(function):
        if not isinstance(statement, PLAIN) or not names.isdisjoint(_changed_by(statement)):
            continue
        for text in ast.walk(statement):
            if isinstance(text, ast.JoinedStr) and ast.dump(text) in before:
                inner = (node for node in ast.walk(text) if isinstance(node, ast.expr))
                if all(isinstance(e, ast.Constant) or id(e) not in asked for e in inner):
                    yield span_of(text)


def _asked(function: ast.AST, job: Job) -> Iterator[ast.AST]:
    """Whatever may decide something: tests, keys, queries, and what own helpers are given."""
    symbols = job.source.symbols
    for node in ast.walk(function):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield test
            case ast.Match(subject=subject):
                yield subject
            case ast.Compare() | ast.BoolOp() | ast.Assert() | ast.Try() | ast.comprehension():
                yield node
            case ast.Subscript(slice=key):
                yield key
            case ast.Call(func=ast.Name(id=name)) if isinstance(symbols.get(name), DEFINITIONS):
                yield node
            case ast.Call(func=called) if last_name(called) in MARKUP:
                yield node
            case ast.Call(func=ast.Attribute(attr="get"), args=arguments):
                yield from arguments


def _names_that_reach(function: ast.AST, asked: Set[int]) -> set[str]:
    """The variables whose values come to one of the places that ask."""
    nodes = list(ast.walk(function))
    names = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) in asked}
    count = -1
    while count != len(names):
        count = len(names)
        for node in nodes:
            if isinstance(node, (*PLAIN, ast.For)) and not names.isdisjoint(_changed_by(node)):
                names.update(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))
    return names


def _changed_by(statement: ast.stmt) -> Iterator[str]:
    """The variables that a statement sets, or of which it calls a method."""
    match statement:
        case ast.Assign(targets=targets):
            pass
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.For(target=target):
            targets = [target]
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=receiver))):
            targets = [receiver]
        case _:
            targets = []
    yield from (n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))


def _makes_record(call: ast.Call, source: Source) -> bool:
    """Whether the class is one whose fields are only set: a constructor may do more."""
    klass = source.symbols.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if not isinstance(klass, ast.ClassDef) or not is_dataclass(klass, source.symbols):
        return False
    written = (method(klass, name, source.symbols) for name in ("__init__", "__post_init__"))
    return all(each is None for each in written)


def _is_load(node: ast.Name, without: Set[int]) -> bool:
    return isinstance(node.ctx, ast.Load) and id(node) not in without


def _targets(statement: ast.Assign | ast.Expr) -> Iterator[str]:
    """The names that a statement sets; anything else that it sets counts as used."""
    for target in statement.targets if isinstance(statement, ast.Assign) else ():
        roots = (node.id for node in ast.walk(target) if isinstance(node, ast.Name))
        yield from roots


def _only_takes(value: ast.expr) -> bool:
    """Whether an expression takes a value and at most gives it another form.

    It calls nothing that may do more, and does not divide: a zero would refuse somebody.
    """
    nodes = list(ast.walk(value))
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    names = [f.id if isinstance(f, ast.Name) else getattr(f, "attr", "") for f in called]
    fails = any(isinstance(node, (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)) for node in nodes)
    return TAKING.issuperset(names) and not fails


def _is_question(value: ast.expr) -> bool:
    """Whether a call is given nothing but constants: `st.selectbox("Gender", ["F", "M"])`."""
    if not isinstance(value, ast.Call):
        return False
    given = [*value.args, *(keyword.value for keyword in value.keywords)]
    nodes = (node for argument in given for node in ast.walk(argument))
    return TAKING.issuperset(node.id for node in nodes if isinstance(node, ast.Name))


def _only_in(entry: Input, spans: list[Span]) -> bool:
    """Whether an input is only read in some pieces of the text."""
    return bool(entry.sites) and all(
        any(_is_within(site, span) for span in spans) for site in entry.sites
    )


def _is_within(site: Span, span: Span) -> bool:
    begins = (span.line, span.column) <= (site.line, site.column)
    return begins and (site.end_line, site.end_column) <= (span.end_line, span.end_column)


def _kept(old: Source, new: Source, is_of_kind: Callable[[ast.AST], bool]) -> Iterator[Span]:
    """The statements of some kind that both files have."""
    before = {ast.dump(node) for node in ast.walk(old.tree) if is_of_kind(node)}
    for node in ast.walk(new.tree):
        if is_of_kind(node) and ast.dump(node) in before:
            yield span_of(node)


def _is_check(node: ast.AST) -> bool:
    """Whether a statement does nothing but refuse a value with an error."""
    if isinstance(node, ast.Assert):
        return True
    if not isinstance(node, ast.If) or node.orelse:
        return False
    return all(isinstance(statement, ast.Raise) for statement in node.body)


def _is_simple(node: ast.AST) -> bool:
    """Whether a statement holds no others."""
    return isinstance(node, (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr))


def _is_default(node: ast.AST) -> bool:
    """Whether a statement only gives a value that is served to whoever has none of those.

    `if sex not in ("M", "F"): sex = "M"`
    """
    if not isinstance(node, ast.If) or node.orelse or len(node.body) != 1:
        return False
    is_listed = isinstance(node.test, ast.Compare) and isinstance(node.test.ops[0], ast.NotIn)
    return is_listed and isinstance(node.body[0], ast.Assign)
