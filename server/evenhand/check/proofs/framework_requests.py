"""What the clients of web frameworks have in common: a view, and the request that leads to it."""

from __future__ import annotations

import ast
import datetime
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.source import Function, Source
from evenhand.check.search.arguments.argument_texts import Writer
from evenhand.check.search.arguments.argument_trees import Branch, Leaf, Node, Raw
from evenhand.check.search.arguments.contexts import Context
from evenhand.findings import Staging
from evenhand.scalars import Scalar

METHODS = frozenset({"get", "post", "put", "patch", "delete"})
_STATUS = re.compile(r"\b[1-5]\d\d\b")
SERVED = 200


@dataclass(frozen=True, slots=True)
class View:
    """A function that may answer requests, and one of its calls."""

    function: Function
    source: Source
    context: Context
    """With a `Raw` for the value of the attribute."""
    writer: Writer

    @property
    def decorators(self) -> Sequence[ast.expr]:
        """As they are written, the outermost first."""
        node = self.function.node
        return [] if isinstance(node, ast.Module) else node.decorator_list

    def origin(self, name: str) -> str:
        """What a name was imported as: `flask.request`; empty if it was not."""
        return self.source.modules.get(name, "")

    def made_by(self, name: str) -> ast.Call | None:
        """The call that a variable of the module holds the result of."""
        for node in self.source.tree.body:
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.AnnAssign):
                targets = [node.target]
            is_it = any(isinstance(t, ast.Name) and t.id == name for t in targets)
            if is_it and isinstance(value, ast.Call):
                return value
        return None

    def is_made_by(self, name: str, origin: str) -> bool:
        """Whether a variable of the module is made by a class of a library."""
        call = self.made_by(name)
        if call is None:
            return False
        made = ast.unparse(call.func)
        first, _, rest = made.partition(".")
        return ".".join(filter(None, (self.origin(first), rest))) == origin


@dataclass(frozen=True, slots=True)
class Request:
    """How the client of a framework makes a request."""

    setup: tuple[str, ...]
    """Statements that make the client."""
    imports: tuple[str, ...]
    call: str
    """The request, an expression."""
    patches: tuple[tuple[str, str], ...]
    """What takes the place of something behind the view all the same."""
    place: str
    """What is asked for: `POST /apply`."""
    body: str
    """The attribute of an answer that holds its text."""
    server: str
    """Where a server of the framework listens while one develops."""
    record: str = ""
    """What follows an answer where its JSON is meant; empty if it has nothing of the kind."""
    served: int = SERVED
    """The status of an answer that is no refusal."""
    given: tuple[tuple[str, str], ...] = ()
    """What is made anew for each call, before it."""

    def value(self, leaf: Leaf) -> str:
        """How a value is written in it."""
        return repr(sent(leaf))

    def status_of(self, outcome: Outcome) -> int | None:
        """The status with which an outcome is answered; None if that is not known."""
        if outcome.raised:
            found = _STATUS.search(outcome.error[1]) if outcome.error is not None else None
            return int(found[0]) if found is not None else None
        tree = outcome.value
        parts = tree.get("v") if isinstance(tree, dict) and tree.get("t") == "tuple" else None
        if not isinstance(parts, list) or len(parts) < 2:
            return _status_in(tree) or self.served
        return parts[1] if isinstance(parts[1], int) else None


def staged_request(
    variable: str, values: tuple[str, str], request: Request, statuses: tuple[int, int]
) -> Staging:
    """A request as parts of a program."""
    return Staging(
        variable, values, request.given, request.patches, request.call, request.imports, (), (),
        request.setup, request.place, statuses, request.body, request.record, request.server,
    )  # fmt: skip


def stand_ins(view: View, own: Collection[str]) -> tuple[tuple[str, str], ...] | None:
    """What takes the place of something of the world behind a client, but for `own` names.

    None if something would answer in the framework's place: that is no answer to a request.
    """
    world = view.context.world
    pairs = zip(map(str, world.names), world.children, strict=True) if world is not None else ()
    others = [(name, child) for name, child in pairs if view.origin(name) not in own]
    if any(isinstance(child, Raw) and child.text.startswith("lambda") for _, child in others):
        return None
    return tuple((name, view.writer.write(child)) for name, child in others)


def route(view: View, owners: Sequence[str]) -> tuple[str, str, str] | None:
    """The variable of the application, the method and the path of a view that has one decorator."""
    if len(view.decorators) != 1:
        return None
    decorator = view.decorators[0]
    if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Attribute):
        return None
    owner, verb = decorator.func.value, decorator.func.attr
    if not isinstance(owner, ast.Name) or not decorator.args:
        return None
    path = decorator.args[0]
    is_owned = any(view.is_made_by(owner.id, each) for each in owners)
    if not is_owned or not isinstance(path, ast.Constant) or not isinstance(path.value, str):
        return None
    method = verb if verb in METHODS else _method(decorator)
    return (owner.id, method, path.value) if verb == "route" or verb in METHODS else None


def keyword(call: ast.Call | None, name: str) -> object:
    """The constant that a call is given by a keyword; None if there is none."""
    values = (k.value for k in call.keywords if k.arg == name) if call is not None else ()
    value = next(iter(values), None)
    return value.value if isinstance(value, ast.Constant) else None


def fields(node: Node) -> Node | None:
    """A record as the dict that is sent; None if it holds what cannot be sent."""
    if isinstance(node, Raw):
        return node
    if isinstance(node, Leaf):
        return Leaf(sent(node))
    if node.style not in {"dict", "call", "object", "list", "tuple"}:
        return None
    children = [fields(child) for child in node.children]
    known = tuple(child for child in children if child is not None)
    if len(known) != len(children):
        return None
    if node.style in {"list", "tuple"}:
        return Branch("list", node.names, known)
    return Branch("dict", node.names, known)


def sent(leaf: Leaf) -> Scalar:
    """A value as a request holds it."""
    value = leaf.value
    return value.isoformat() if isinstance(value, datetime.date) else value


def url(path: str, parameter: re.Pattern[str], arguments: Branch) -> str | None:
    """The path of a route with the arguments of a call in it, as an expression."""
    values = dict(zip(map(str, arguments.names), arguments.children, strict=True))
    pieces, is_varied, last = list[str](), False, 0
    for found in parameter.finditer(path):
        node = values.get(found[1])
        if isinstance(node, Raw):
            is_varied = True
            piece = "{" + node.text + "}"
        elif isinstance(node, Leaf):
            piece = str(sent(node))
        else:
            return None
        pieces += [path[last : found.start()], piece]
        last = found.end()
    text = "".join([*pieces, path[last:]])
    return f"f{text!r}" if is_varied else repr(text)


def parameters_of(path: str, parameter: re.Pattern[str]) -> Iterator[str]:
    """The names of the arguments that the path of a route gives."""
    return (found[1] for found in parameter.finditer(path))


def _method(decorator: ast.Call) -> str:
    methods = next((k.value for k in decorator.keywords if k.arg == "methods"), None)
    listed = methods.elts if isinstance(methods, ast.List | ast.Tuple | ast.Set) else []
    names = [str(each.value).lower() for each in listed if isinstance(each, ast.Constant)]
    return next((name for name in ("post", *names) if name in names), "get")


def _status_in(tree: object) -> int | None:
    """The status of a response that is an object of a framework."""
    entries = tree.get("v") if isinstance(tree, dict) else None
    pairs = (
        [e for e in entries if isinstance(e, list) and len(e) == 2]
        if isinstance(entries, list)
        else []
    )
    found = (value for key, value in pairs if key in {"status", "status_code"})
    status = next(found, None)
    return status if isinstance(status, int) else None
