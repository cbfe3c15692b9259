"""Finds what a function may go on doing with an attribute, and sets it aside.

In one function a legal age or a formula of the body may stand beside a decision that is biased. A
repair of the decision keeps them as they are. So they are found in the old text, are demanded of
the new one, and are replaced in both before anything is compared: whatever differs then is the
decision's.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass

from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.purposes import manners
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.file_job import Job
from evenhand.check.outcomes.better_outcomes import is_welcome
from evenhand.check.reading.function_words import first_found, function_words
from evenhand.check.reading.source import Function, called_name
from evenhand.findings import Purpose
from evenhand.lines import lines_with_ends
from evenhand.scalars import is_number

AGE = "age"
LEGAL_AGES, PENSION_AGES = frozenset(range(10, 22)) - {11}, frozenset(range(50, 71))
"""Ages at which laws draw lines."""
ENDING = frozenset({"exit", "stop", "abort"})
"""Functions that end a program, or what it shows."""
ADULT_AGE = "40"
"""Everyone's age in a formula that is set aside."""
Attributes = Mapping[int, frozenset[str]]
"""By the identity of an expression, the attributes on which its value rests."""


@dataclass(frozen=True, slots=True)
class KeptPart:
    """A statement that may rest on an attribute."""

    purpose: Purpose
    text: str
    """As the source writes it: the condition, or the formula."""
    statement: str
    """Its tree, by which it is found again in another text: of an age limit, what it leads to."""
    replaced: Mapping[int, str]
    """What stands in the place of its nodes, numbered as `ast.walk` meets them."""
    condition: str = ""
    """The tree of an age limit, which may stand beside other conditions; empty for a formula."""


class PartLostError(Exception):
    """A text does not have a part that has to stay."""

    def __init__(self, part: KeptPart) -> None:
        super().__init__(part.text)
        self.part = part


def kept_parts(
    function: Function, job: Job, rests_on: Attributes, attributes: Collection[str]
) -> list[KeptPart]:
    """The age limits and the formulas of the body in a function that rest on these attributes.

    With them, the limits of its helpers that end in an error, or in more than a no.
    """
    spoken = function_words(function, job.source)
    measures = frozenset(lexicon().phrases("measures").found_in(spoken.all))
    parts: list[KeptPart] = []
    for node in ast.walk(function.node):
        if _attributes_in(node, rests_on).isdisjoint(attributes):
            continue
        parts += _limits(node, rests_on)
        formula = _formula(node, rests_on, measures)
        parts += [formula] if formula is not None else []

    for node in _walked(_helpers(function, job)):
        if isinstance(node, ast.If) and not _is_no(node.body[-1]):
            parts += _limits(node, rests_on)
    return list({(part.condition, part.statement): part for part in parts}.values())


def said_to_stay(parts: Collection[KeptPart]) -> str:
    """That these parts stay, as a clause; empty if there are none."""
    texts: dict[str, list[str]] = {}
    for part in parts:
        texts.setdefault(manners()[part.purpose].reason, []).append(f"`{part.text}`")
    return "; ".join(f"{reason} stays: {', '.join(of_it)}" for reason, of_it in texts.items())


def set_aside(function: Function, job: Job, parts: Collection[KeptPart]) -> str:
    """The file's text with something that tells nobody apart in the place of each part.

    Raises `PartLostError` if the function, with its helpers, does not have one of them.
    """
    edits: list[tuple[ast.AST, str]] = []
    for part in parts:
        found = _found_in(function, job, part)
        if found is None:
            raise PartLostError(part)
        for number, node in enumerate(ast.walk(found[0])):
            if number in part.replaced:
                edits.append((node, part.replaced[number]))
    return _edited(job.source.text, [*edits, *_unused_then(function.node, edits)])


def kept_nodes(function: Function, job: Job, parts: Collection[KeptPart]) -> set[int]:
    """The identities of the nodes of these parts, with those of what an age limit leads to."""
    found = (_found_in(function, job, part) for part in parts)
    nodes = [node for each in found if each is not None for node in each]
    return {id(inner) for inner in _walked(nodes)}


def _helpers(function: Function, job: Job) -> list[ast.AST]:
    return [node for node in job.dependencies.closure(function) if node is not function.node]


def _walked(nodes: Collection[ast.AST]) -> Iterator[ast.AST]:
    return (inner for node in nodes for inner in ast.walk(node))


def _unused_then(
    function: ast.AST, edits: Collection[tuple[ast.AST, str]]
) -> Iterator[tuple[ast.AST, str]]:
    """Values that only what is replaced has used: `age = person.age(today)` before a limit."""
    replaced = {id(inner) for inner in _walked([node for node, _ in edits])}
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    loads = [name for name in names if isinstance(name.ctx, ast.Load)]
    needed = {name.id for name in loads if id(name) not in replaced}
    unused = {name.id for name in loads} - needed
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in unused:
                yield value, "None"


def _found_in(function: Function, job: Job, part: KeptPart) -> list[ast.AST] | None:
    """The node that is replaced, and those that it leads to; None if the part is not there."""
    for node in _walked([function.node, *(_helpers(function, job) if part.condition else ())]):
        if part.condition and isinstance(node, ast.If) and _tree_of(node.body) == part.statement:
            conditions = (each for each in _conditions(node.test))
            found = next((c for c in conditions if ast.dump(c) == part.condition), None)
            if found is not None:
                return [found, *node.body]
        if not part.condition and isinstance(node, ast.stmt) and ast.dump(node) == part.statement:
            return [node]
    return None


def _limits(node: ast.AST, rests_on: Attributes) -> Iterator[KeptPart]:
    """The conditions that refuse whoever is younger than a law wants, whatever is beside them."""
    if not isinstance(node, ast.If) or not _refuses(node.body):
        return
    for condition in _conditions(node.test):
        if _is_limit(condition, rests_on):
            text, tree = ast.unparse(condition), ast.dump(condition)
            yield KeptPart(Purpose.AGE_LIMIT, text, _tree_of(node.body), {0: "False"}, tree)


def _conditions(test: ast.expr) -> Iterator[ast.expr]:
    """A test, or the conditions of which one is enough for it."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        for value in test.values:
            yield from _conditions(value)
    else:
        yield test


def _is_limit(condition: ast.expr, rests_on: Attributes) -> bool:
    """Whether it holds for people below an age of the law: `applicant.age < 18`."""
    match condition:
        case ast.Compare(left=low, ops=[ast.Lt() | ast.LtE()], comparators=[bound]):
            pass
        case ast.Compare(left=bound, ops=[ast.Gt() | ast.GtE()], comparators=[low]):
            pass
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Compare(left=low, ops=[ast.GtE() | ast.Gt()], comparators=[bound]),
        ):
            pass
        case _:
            return False
    is_own = AGE in rests_on.get(id(low), ()) and AGE not in rests_on.get(id(bound), ())
    return is_own and _is_of_law(bound)


def _tree_of(body: list[ast.stmt]) -> str:
    return ast.dump(ast.Module(body, []))


def _formula(node: ast.AST, rests_on: Attributes, measures: Set[str]) -> KeptPart | None:
    """A statement that works out what only medicine knows: `egfr *= 0.742` for women.

    `measures` are what the function speaks of that is measured of a body.
    """
    may = manners()[Purpose.BODY].allows
    if isinstance(node, ast.If) and not node.orelse:
        attributes = rests_on.get(id(node.test), frozenset())
        is_formula = all(_works_out_body(each, measures) for each in node.body)
        if is_formula and attributes and all(map(may, attributes)):
            return _part(Purpose.BODY, node, node, {id(node.test): "False"})

    if isinstance(node, (ast.Assign, ast.AugAssign)) and _works_out_body(node, measures):
        ages = [n for n in ast.walk(node.value) if _is_plain_age(n, rests_on)]
        others = _attributes_in(node.value, rests_on) - {AGE}
        if ages and not others:
            return _part(Purpose.BODY, node, node, {id(n): ADULT_AGE for n in ages})
    return None


def _part(
    purpose: Purpose, statement: ast.stmt, shown: ast.AST, replaced: Mapping[int, str]
) -> KeptPart:
    numbered = {
        number: replaced[id(node)]
        for number, node in enumerate(ast.walk(statement))
        if id(node) in replaced
    }
    text = ast.unparse(shown).partition("\n")[0].removesuffix(":")
    return KeptPart(purpose, text, ast.dump(statement), numbered)


def _is_of_law(bound: ast.expr) -> bool:
    """Whether it is an age that laws use, or has the name of one: `LEGAL_AGE`."""
    if isinstance(bound, ast.Constant):
        return is_number(bound.value) and bound.value in LEGAL_AGES | PENSION_AGES
    spoken = in_singular(map(_name_of, ast.walk(bound)))
    return bool(first_found(lexicon().phrases("legal_ages", "least_ages"), spoken))


def _name_of(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _refuses(body: list[ast.stmt]) -> bool:
    """Whether a block ends in an error or another person, or gives no, nothing, or a refusal."""
    last = body[-1]
    if isinstance(last, (ast.Raise, ast.Continue)):
        return True
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return called_name(last.value) in ENDING
    if not isinstance(last, ast.Return):
        return False
    constants = [n.value for n in ast.walk(last) if isinstance(n, ast.Constant)]
    return last.value is None or any(not value or is_welcome(value) is False for value in constants)


def _is_no(statement: ast.stmt) -> bool:
    """Whether a function only says no, with which its caller may do whatever it likes."""
    return isinstance(statement, ast.Return) and (
        statement.value is None or isinstance(statement.value, ast.Constant)
    )


def _works_out_body(node: ast.stmt, measures: Set[str]) -> bool:
    """Whether a statement sets a name that says that it is worked out of a body: `egfr`.

    What is short means much else, unless something is measured besides: a salary has `growth`.
    """
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign):
        targets = [node.target]
    else:
        return False
    spoken = in_singular(t.id for t in targets if isinstance(t, ast.Name))
    short = first_found(lexicon().phrases("abbreviations"), spoken)
    is_short = bool(short) and not measures <= {short}
    return is_short or bool(first_found(lexicon().phrases("formulas", "sports"), spoken))


def _is_plain_age(node: ast.AST, rests_on: Attributes) -> bool:
    is_single = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
    return is_single and rests_on.get(id(node)) == frozenset({AGE})


def _attributes_in(node: ast.AST, rests_on: Attributes) -> set[str]:
    return {name for inner in ast.walk(node) for name in rests_on.get(id(inner), ())}


def _edited(source: str, edits: list[tuple[ast.AST, str]]) -> str:
    """A text with other texts in the place of nodes, none of which is within another."""
    lines = [line.encode() for line in lines_with_ends(source)]
    for node, text in sorted(edits, key=lambda edit: _begin(edit[0]), reverse=True):
        (first, start), (last, end) = _begin(node), _end(node)
        lines[first : last + 1] = [lines[first][:start] + text.encode() + lines[last][end:]]
    return b"".join(lines).decode()


def _begin(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 1) - 1, getattr(node, "col_offset", 0)


def _end(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "end_lineno", 1) - 1, getattr(node, "end_col_offset", 0)
