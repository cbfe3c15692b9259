"""FastAPI: a route behind the framework's test client."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from evenhand.check.proofs.framework_requests import (
    SERVED,
    Request,
    View,
    fields,
    keyword,
    parameters_of,
    route,
    stand_ins,
    url,
)
from evenhand.check.search.arguments.argument_trees import Branch, Leaf, Node, Raw, branches

APP, ROUTER = "fastapi.FastAPI", "fastapi.APIRouter"
_PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")
SERVER = "http://localhost:8000"
CLIENT = "from fastapi.testclient import TestClient"


def request(view: View) -> Request | None:
    """The request that leads to a route; None if it is none, or takes what cannot be sent."""
    routed = route(view, (APP, ROUTER))
    if routed is None or view.context.receiver is not None or view.context.inner is not None:
        return None
    owner, method, path = routed
    prefix = keyword(view.made_by(owner), "prefix")
    app, made = _application(view, owner)
    sorted_out = _sorted(view, path, app)
    address = url(f"{prefix or ''}{path}", _PARAMETER, view.context.arguments)
    patches = stand_ins(view, ())
    if sorted_out is None or address is None or patches is None:
        return None
    setup, options = sorted_out
    call = f"client.{method}({', '.join([address, *options])})"
    decorator = view.decorators[0]
    status = keyword(decorator, "status_code") if isinstance(decorator, ast.Call) else None
    return Request(
        (*made, *setup, f"client = TestClient({app})"),
        (CLIENT,),
        call,
        patches,
        f"{method.upper()} {prefix or ''}{path}",
        "text",
        SERVER,
        ".json()",
        status if isinstance(status, int) else SERVED,
    )


def _application(view: View, owner: str) -> tuple[str, tuple[str, ...]]:
    if view.is_made_by(owner, APP):
        return owner, ()
    made = 'app = __import__("fastapi").FastAPI()'
    return "app", (made, f"app.include_router({owner})")


def _sorted(view: View, path: str, app: str) -> tuple[list[str], list[str]] | None:
    """What replaces the route's dependencies, and the contents of the request."""
    arguments = view.context.arguments
    in_path = set(parameters_of(path, _PARAMETER))
    setup, query, bodies = list[str](), list[tuple[str, Node]](), list[tuple[str, Node]]()
    for name, node in zip(map(str, arguments.names), arguments.children, strict=True):
        dependency = _dependency(view, name)
        if name in in_path:
            continue
        if dependency:
            if any(isinstance(n, Raw) for n in _parts(node)):
                return None
            value = view.writer.write(node)
            setup.append(f"{app}.dependency_overrides[{dependency}] = lambda: {value}")
        elif isinstance(node, Leaf | Raw):
            query.append((name, node))
        elif node.style == "call" and fields(node) is not None:
            bodies.append((name, node))
        else:
            return None
    if len(bodies) > 1:
        return None
    options = [f"json={_written(view, node)}" for _, node in bodies]
    if query:
        names, nodes = zip(*query, strict=True)
        options.append(f"params={_written(view, Branch('dict', names, nodes))}")
    return setup, options


def _written(view: View, node: Node) -> str:
    contents = fields(node)
    assert contents is not None
    return view.writer.write(contents)


def _parts(node: Node) -> Iterator[Node]:
    yield node
    for _, branch in branches(node):
        yield from branch.children


def _dependency(view: View, name: str) -> str:
    """The function or class that a parameter is got from; empty if there is none."""
    node = view.function.node
    if isinstance(node, ast.Module):
        return ""
    arguments = [*node.args.posonlyargs, *node.args.args]
    defaults = dict(zip(reversed(arguments), reversed(node.args.defaults), strict=False))
    defaults |= dict(zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True))  # type: ignore[arg-type]
    for argument in (*arguments, *node.args.kwonlyargs):
        if argument.arg == name:
            parts = [argument.annotation, defaults.get(argument)]
            return next(filter(None, (_depends(part) for part in parts if part)), "")
    return ""


def _depends(part: ast.expr) -> str:
    for call in ast.walk(part):
        is_it = isinstance(call, ast.Call) and ast.unparse(call.func).endswith("Depends")
        if is_it and isinstance(call, ast.Call) and call.args:
            return ast.unparse(call.args[0])
    return ""
