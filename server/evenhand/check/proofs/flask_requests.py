"""Flask: a view behind its own test client."""

from __future__ import annotations

import re

from evenhand.check.proofs.framework_requests import (
    Request,
    View,
    fields,
    keyword,
    route,
    stand_ins,
    url,
)
from evenhand.check.search.arguments.argument_trees import Branch, Node

APP, BLUEPRINT = "flask.Flask", "flask.Blueprint"
SERVER = "http://localhost:5000"
REQUEST = "flask.request"
OWN = frozenset({REQUEST, "flask.jsonify", "flask.make_response", "flask.abort"})
"""What needs nothing but a request around it."""
WRITTEN = {"form": "data", "values": "data", "args": "query_string", "json": "json"}
"""Parts of a request, and how the client is given each."""
_PARAMETER = re.compile(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>")


def request(view: View) -> Request | None:
    """The request that leads to a view; None if it is no such view, or reads more of the request
    than the client is told."""
    routed = route(view, (APP, BLUEPRINT))
    if routed is None or view.context.receiver is not None:
        return None
    owner, method, path = routed
    setup = _client(view, owner)
    options = _options(view)
    if setup is None or options is None:
        return None
    statements, prefix = setup
    address = url(prefix + path, _PARAMETER, view.context.arguments)
    patches = stand_ins(view, OWN)
    if address is None or patches is None:
        return None
    call = f"client.{method}({', '.join([address, *options])})"
    return Request(
        statements, (), call, patches, f"{method.upper()} {prefix}{path}", "text", SERVER, ".json"
    )


def _client(view: View, owner: str) -> tuple[tuple[str, ...], str] | None:
    """Statements that make the client, and what stands before the paths of the routes."""
    if view.is_made_by(owner, APP):
        return (f"client = {owner}.test_client()",), ""
    made = view.made_by(owner)
    prefix = keyword(made, "url_prefix")
    has_other = any(k.arg == "url_prefix" for k in made.keywords) if made is not None else True
    if has_other and not isinstance(prefix, str):
        return None
    statements = (
        'app = __import__("flask").Flask("app")',
        f"app.register_blueprint({owner})",
        "client = app.test_client()",
    )
    return statements, str(prefix or "")


def _options(view: View) -> list[str] | None:
    """The contents of the request as arguments of the client; None if it cannot be told them."""
    world = view.context.world
    pairs = zip(map(str, world.names), world.children, strict=True) if world is not None else ()
    asked = next((child for name, child in pairs if view.origin(name) == REQUEST), None)
    if asked is None:
        return []
    if not isinstance(asked, Branch):
        return None
    options: list[str] = []
    for name, child in zip(map(str, asked.names), asked.children, strict=True):
        option, contents = _part(name, child)
        if not option or contents is None:
            return None
        options.append(f"{option}={view.writer.write(contents)}")
    return options


def _part(name: str, child: Node) -> tuple[str, Node | None]:
    is_called = isinstance(child, Branch) and child.style == "function"
    if name == "get_json" and is_called and len(child.children) == 1:  # type: ignore[union-attr]
        return "json", fields(child.children[0])  # type: ignore[union-attr]
    if isinstance(child, Branch) and child.style == "dict":
        return WRITTEN.get(name, ""), fields(child)
    return "", None
