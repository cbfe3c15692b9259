"""Finds the rules by an attribute in a function, and how each of them can go.

A rule is a condition that then holds for nobody, a statement that changes what was there before, or
a case of a `match`. Where a value cannot be followed to its test (through a property, a helper, a
date), the rule itself can go. Whether everyone is treated alike then, and as whom, is for a proof
to say.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from evenhand.check.reading.source import constant_text, last_name
from evenhand.repair.rewrite.function_nodes import blocks_of

Names = Callable[[str], bool]
"""Whether a name is that of the attribute."""
About = Callable[[ast.expr], bool]
"""Whether an expression is about the attribute, and nothing but what it is compared with."""
JOINED = (ast.BitAnd, ast.BitOr)
"""Operators that join masks of rows."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How rules go."""

    whole: bool = False
    """Statements go with all that they do to anybody."""
    joint: bool = False
    """Conditions are taken out of others."""
    parts: bool = False
    """Terms of sums, factors, and what people are sorted by, go, too."""


MANNERS = (
    Manner(whole=True),
    Manner(),
    Manner(joint=True),
    Manner(whole=True, parts=True),
    Manner(parts=True),
    Manner(joint=True, parts=True),
)
NEUTRAL = (0, 1, "")
"""What a rule gives to those to whom it does not apply: nothing to add or to multiply with."""
CONVERSIONS = frozenset("int float str bool abs round min max len date datetime".split())
"""Functions that give a value another form, and decide nothing by it."""


@dataclass(frozen=True, slots=True)
class Removal:
    """One way in which the rules by an attribute go."""

    outcomes: Mapping[int, object] = field(default_factory=dict)
    """How conditions and look-ups come out from now on, by the identities of their nodes."""
    gone: frozenset[int] = frozenset()
    """The identities of the statements and cases that go."""
    left: Mapping[int, Sequence[ast.expr]] = field(default_factory=dict)
    """What is left of sums, products and tuples, by their identities."""
    widens: bool = False
    """Whether what some people have may become everybody's: a condition is taken out, or of two
    values one stays."""

    @property
    def nodes(self) -> frozenset[int]:
        """The identities of all nodes that change."""
        return self.gone.union(self.outcomes, self.left)


def removals(
    function: ast.AST,
    helpers: Sequence[ast.AST],
    is_traced: About,
    names: Names,
    modules: Collection[str],
    kept: Collection[int],
) -> list[Removal]:
    """The ways in which the rules of a function can go, the one that takes most of them first.

    Those of the function itself come first, then those with the rules of its helpers.

    First whole statements go that ask for nothing but the attribute, with whatever they do to
    everybody else. Then each condition holds for nobody, so that its rule does not apply. At last a
    condition is taken out of its `and` or `or`, so that the other conditions go on to decide.
    `is_traced` says whether a value rests on the attribute alone, by whatever way it came there.
    `modules` are names that hold no value, and `kept` the identities of nodes that stay.
    """
    ways: list[Removal] = []
    for places in ([function], [function, *helpers]):
        about = [_about(place, is_traced, names, modules) for place in places]
        rules = [(place, _Rules(each, kept)) for place, each in zip(places, about, strict=True)]
        for manner in MANNERS:
            way = _together([each.removal(place, manner) for place, each in rules])
            if all(replace(way, widens=other.widens) != other for other in ways):
                ways.append(way)
    return ways


def _together(parts: Sequence[Removal]) -> Removal:
    outcomes = {node: holds for part in parts for node, holds in part.outcomes.items()}
    gone = frozenset(node for part in parts for node in part.gone)
    left = {node: rest for part in parts for node, rest in part.left.items()}
    return Removal(outcomes, gone, left, widens=any(part.widens for part in parts))


def _about(function: ast.AST, is_traced: About, names: Names, modules: Collection[str]) -> About:
    """What is about the attribute, with the variables that hold nothing else."""
    variables: set[str] = set()

    def is_own(name: str) -> bool:
        return name in variables or names(name)

    def is_about(node: ast.expr) -> bool:
        if is_traced(node):
            return True
        if isinstance(node, ast.Compare):
            return any(is_about(side) for side in (node.left, *node.comparators))
        if isinstance(node, (ast.BoolOp, ast.IfExp)):
            return all(is_about(each) for each in _tests_of(node))
        leaves = [name for name in _leaves(node) if not name.isupper() and name not in modules]
        return bool(leaves) and all(map(is_own, leaves))

    for statement in ast.walk(function):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if is_about(statement.value):
                variables.update(target.id for target in targets if isinstance(target, ast.Name))
    return is_about


def _tests_of(node: ast.BoolOp | ast.IfExp) -> list[ast.expr]:
    """What decides the value of an expression; branches that are constants decide nothing."""
    if isinstance(node, ast.BoolOp):
        return node.values
    branches = (node.body, node.orelse)
    return [node.test, *(each for each in branches if not isinstance(each, ast.Constant))]


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of one function."""

    about: About
    kept: Collection[int]

    def removal(self, function: ast.AST, manner: Manner) -> Removal:
        """The rules of a function gone in one of the `MANNERS`."""
        outcomes: dict[int, object] = {}
        left: dict[int, Sequence[ast.expr]] = {}
        gone: set[int] = set()
        ways_out = {id(branch): is_plain for branch, is_plain in _ways_out(function)}
        chooses = False
        for node in _own_nodes(function):
            if id(node) in self.kept:
                continue
            if isinstance(node, ast.Match):
                gone.update(id(case) for case in node.cases if self._is_for_few(node, case))
            if manner.parts and isinstance(node, ast.BinOp | ast.Lambda):
                left.update(self._left_of(node))
            if isinstance(node, ast.stmt) and self._goes(node, manner):
                gone.add(id(node))
            else:
                is_plain = ways_out.get(id(node), False)
                found = dict(self._conditions(node, joint=manner.joint, is_plain=is_plain is True))
                chooses = chooses or (is_plain is None and bool(found))
                outcomes.update(found)
        return Removal(outcomes, frozenset(gone), left, widens=manner.joint or chooses)

    def _left_of(self, node: ast.BinOp | ast.Lambda) -> Iterator[tuple[int, list[ast.expr]]]:
        """What is left of `base * factor(sex)`, or of the key `(points, sex == "m")`."""
        match node:
            case ast.Lambda(body=ast.Tuple(elts=parts) as key):
                rest = [part for part in parts if not self.about(part)]
                if rest and len(rest) < len(parts):
                    yield id(key), rest
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
                for side, other in ((left, right), (right, left)):
                    if self._gives_by(side) and not self.about(other):
                        yield id(node), [other]
            case ast.BinOp(left=left, op=ast.Sub() | ast.Div(), right=right):
                if self._gives_by(right) and not self.about(left):
                    yield id(node), [left]

    def _gives_by(self, side: ast.expr) -> bool:
        """Whether an operand is what a rule gives, and not the attribute itself."""
        match side:
            case ast.IfExp():
                return self.about(side)
            case ast.Subscript(slice=key):
                return constant_text(key) is None and self.about(key)
            case ast.Call(func=ast.Attribute(attr="get"), args=[key, ast.Constant() as default]):
                return self.about(key) and default.value in NEUTRAL
            case ast.Call():
                return last_name(side.func) not in CONVERSIONS and self.about(side)
            case _:
                return False

    def _goes(self, statement: ast.stmt, manner: Manner) -> bool:
        """Whether a statement only changes something by the attribute."""
        match statement:
            case ast.AugAssign(value=ast.IfExp()):
                return False
            case ast.AugAssign(target=target, value=value):
                return self._selects(target) or self._works_out(value)
            case ast.Assign(targets=[target], value=value):
                is_whole = manner.whole or not manner.parts
                return self._selects(target) or (is_whole and self._changes(target, value))
            case ast.Match(subject=subject, cases=cases) if manner.whole:
                is_asked = self.about(subject) and all(case.guard is None for case in cases)
                return is_asked and _only_change(each for case in cases for each in case.body)
            case ast.If() if manner.whole:
                bodies = self._chosen_throughout(statement)
                return bool(bodies) and _only_change(bodies)
            case _:
                return False

    def _chosen_throughout(self, statement: ast.If) -> list[ast.stmt]:
        """What is in all branches of an `if` with an `else`, if the attribute chooses among them.

        None of them is everybody's then.
        """
        bodies, current = list[ast.stmt](), statement
        while self.about(current.test):
            bodies += current.body
            match current.orelse:
                case [ast.If() as inner]:
                    current = inner
                case otherwise:
                    return [*bodies, *otherwise] if otherwise else []
        return []

    def _works_out(self, value: ast.expr) -> bool:
        """Whether a value is worked out from the attribute, whatever it is multiplied with."""
        if isinstance(value, ast.BinOp):
            is_factor = isinstance(value.op, ast.Mult | ast.Div)
            return (any if is_factor else all)(map(self._works_out, (value.left, value.right)))
        return self.about(value)

    def _selects(self, target: ast.expr) -> bool:
        """Whether a place is that of rows with the attribute: `df.loc[df["age"] > 50, "score"]`."""
        if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Attribute):
            return False
        rows = target.slice.elts[0] if isinstance(target.slice, ast.Tuple) else target.slice
        return any(map(self.about, _masks(rows)))

    def _changes(self, target: ast.expr, value: ast.expr) -> bool:
        """Whether a value is what was there before, but for the attribute."""
        place = ast.dump(target).replace("Store()", "Load()")

        def is_made_of_it(node: ast.expr) -> bool:
            if ast.dump(node) == place or isinstance(node, ast.Constant) or self.about(node):
                return True
            match node:
                case ast.Call(func=func, args=arguments):
                    receiver = func.value if isinstance(func, ast.Attribute) else func
                    is_plain = isinstance(receiver, ast.Name)
                    return (is_plain or is_made_of_it(receiver)) and all(
                        map(is_made_of_it, arguments)
                    )
                case ast.BinOp() | ast.BoolOp() | ast.UnaryOp() | ast.IfExp() | ast.Subscript():
                    parts = ast.iter_child_nodes(node)
                    return all(is_made_of_it(each) for each in parts if isinstance(each, ast.expr))
                case _:
                    return False

        inner = [node for node in ast.walk(value) if isinstance(node, ast.expr)]
        was_there = any(ast.dump(node) == place for node in inner)
        return was_there and any(map(self.about, inner)) and is_made_of_it(value)

    def _is_for_few(self, statement: ast.Match, case: ast.match_case) -> bool:
        """Whether a case is only for people with some value of the attribute."""
        if case.guard is not None and self.about(case.guard):
            return True
        match statement.subject, case.pattern:
            case ast.Tuple(elts=parts), ast.MatchSequence(patterns=patterns) if len(parts) == len(
                patterns
            ):
                pairs = zip(parts, patterns, strict=True)
                if any(self.about(part) and not _takes_any(each) for part, each in pairs):
                    return True
        return any(self._asks(pattern) for pattern in ast.walk(case.pattern))

    def _asks(self, pattern: ast.AST) -> bool:
        """Whether a pattern asks a record for a value: `Worker(gender=Gender.MALE)`."""
        pairs: list[tuple[ast.expr, ast.pattern]] = []
        if isinstance(pattern, ast.MatchClass):
            fields = map(ast.Name, pattern.kwd_attrs)
            pairs += zip(fields, pattern.kwd_patterns, strict=True)
        elif isinstance(pattern, ast.MatchMapping):
            keys = (ast.Name(constant_text(key) or "") for key in pattern.keys)
            pairs += zip(keys, pattern.patterns, strict=True)
        return any(self.about(field) and not _takes_any(inner) for field, inner in pairs)

    def _conditions(
        self, node: ast.AST, *, joint: bool, is_plain: bool
    ) -> Iterator[tuple[int, object]]:
        """The smallest expressions that are asked whether they hold, and how they come out.

        A look-up gives what it gives to those that its table does not name.
        """
        match node:
            case ast.If(test=test, body=body) if not self._chosen_throughout(node):
                is_way_out = isinstance(body[-1], (ast.Return, ast.Raise, ast.Continue))
                yield from self._parts(test, joint=joint and is_way_out, alone=is_plain)
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                is_body = _plainer(body, otherwise)
                if is_body is not None:
                    yield from self._parts(test, joint=False, alone=is_body)
            case ast.Call(func=ast.Attribute(attr="get"), args=[key, ast.Constant() as default]):
                if self.about(key) and default.value in NEUTRAL:
                    yield id(node), default.value
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from self._parts(test, joint=True, alone=True)
            case ast.Subscript(slice=ast.Compare() | ast.BinOp() | ast.BoolOp() as mask):
                yield from self._parts(mask, joint=True, alone=True)
            case ast.Return(value=(ast.BoolOp() | ast.UnaryOp()) as value):
                yield from self._parts(value, joint=True, alone=False)

    def _parts(self, test: ast.expr, *, joint: bool, alone: bool) -> Iterator[tuple[int, bool]]:
        """The parts of a test; `alone` is how one comes out that has nothing beside it."""
        if id(test) in self.kept:
            return
        match test:
            case ast.BoolOp(op=op, values=values):
                beside = isinstance(op, ast.And) if joint else alone
                for value in values:
                    yield from self._parts(value, joint=joint, alone=beside)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, JOINED):
                for value in (left, right):
                    yield from self._parts(value, joint=joint, alone=isinstance(op, ast.BitAnd))
            case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
                yield from self._parts(operand, joint=joint, alone=not alone)
            case _ if self.about(test):
                yield id(test), alone


def _ways_out(function: ast.AST) -> Iterator[tuple[ast.If, bool | None]]:
    """Branches that return a value of their own, before another is returned.

    With each, whether its value is what is changed for everybody else: of `fee` and `fee + 4`,
    `fee`. None: neither of the two is made of the other.
    """
    for node in ast.walk(function):
        for block in blocks_of(node):
            for branch, rest in pairwise(block):
                match branch, rest:
                    case ast.If(body=[ast.Return(value=body)], orelse=[]), ast.Return(value=other):
                        if body and other and not isinstance(body, ast.Constant):
                            yield branch, _plainer(body, other)


def _plainer(first: ast.expr, second: ast.expr) -> bool | None:
    """Whether the first value is what the second one changes; None if none changes the other."""
    is_first, is_second = _is_plain(first, second), _is_plain(second, first)
    return None if is_first == is_second else is_first


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function; of a script, without those of its functions and classes."""
    if not isinstance(function, ast.Module):
        yield from ast.walk(function)
        return
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for statement in function.body:
        if not isinstance(statement, definitions):
            yield from ast.walk(statement)


def _takes_any(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def _is_plain(value: ast.expr, other: ast.expr) -> bool:
    """Whether a value is what the other one changes, or one to add or multiply with: `0`, `1`."""
    if isinstance(value, ast.Constant):
        return value.value in NEUTRAL
    tree = ast.dump(value)
    return any(ast.dump(inner) == tree for inner in ast.iter_child_nodes(other))


def _only_change(statements: Iterator[ast.stmt] | list[ast.stmt]) -> bool:
    """Whether some statements only change what is there before, so that they can go."""
    return all(
        isinstance(each, (ast.AugAssign, ast.Pass))
        or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Call))
        for each in statements
    )


def _masks(rows: ast.expr) -> Iterator[ast.expr]:
    if isinstance(rows, ast.BinOp) and isinstance(rows.op, JOINED):
        yield from _masks(rows.left)
        yield from _masks(rows.right)
    else:
        yield rows


def _leaves(node: ast.expr) -> Iterator[str]:
    """The names of what an expression reads: `age` of `applicant.age < 25`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name
        case ast.Subscript(slice=key) if constant_text(key) is not None:
            yield constant_text(key) or ""
        case ast.Subscript(value=ast.Name() | ast.Dict(), slice=key):
            yield from _leaves(key)  # a table, by its key
        case ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]) if (
            constant_text(key) is not None
        ):
            yield constant_text(key) or ""
        case ast.Call(
            func=ast.Attribute(value=ast.Name() | ast.Dict(), attr="get"), args=[key, *_]
        ):
            yield from _leaves(key)
        case ast.Call(func=ast.Attribute(value=receiver), args=arguments):
            yield from _leaves(receiver)
            for argument in arguments:
                yield from _leaves(argument)
        case ast.Call(args=arguments):
            for argument in arguments:
                yield from _leaves(argument)
        case _:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from _leaves(child)
