"""Django: a view that is given a request of the framework's factory."""

from __future__ import annotations

import ast

from evenhand.check.proofs.framework_requests import Request, View, fields, stand_ins
from evenhand.check.search.arguments.argument_trees import Branch, Node, Raw

FACTORY = "from django.test import RequestFactory"
SERVER = "http://localhost:8000"
SENT = {"POST": "post", "GET": "get"}
RESPONSES = frozenset({"django.http.JsonResponse", "django.http.HttpResponse"})


def request(view: View) -> Request | None:
    """The call of a view with what its request holds; None if it is no such view, or looks at more
    of the request than a form."""
    node, context = view.function.node, view.context
    is_function = isinstance(node, ast.FunctionDef) and view.function.owner is None
    uses_django = any(origin.startswith("django.") for origin in view.source.modules.values())
    arguments = context.arguments
    is_plain_call = context.receiver is None and context.inner is None
    if not (is_function and uses_django and is_plain_call and arguments.names):
        return None
    asked = arguments.children[0]
    if arguments.names[0] != "request" or not isinstance(asked, Branch):
        return None
    made, patches = _request(view, asked), stand_ins(view, RESPONSES)
    if made is None or patches is None:
        return None

    others = arguments.with_children((Raw("request"), *arguments.children[1:]))
    call = f"{context.head}({view.writer.arguments(others)})"
    return Request((), (FACTORY,), call, patches, _verb(asked), "content", SERVER, given=made)


def _request(view: View, asked: Branch) -> tuple[tuple[str, str], ...] | None:
    """The request and who sends it, as what is set to what."""
    parts = dict(zip(map(str, asked.names), asked.children, strict=True))
    forms = [name for name in SENT if name in parts]
    contents: Node | None = fields(parts[forms[0]]) if len(forms) == 1 else None
    if contents is None or not set(parts) <= {forms[0], "user", "method"}:
        return None
    made = f"RequestFactory().{SENT[forms[0]]}('/', {view.writer.write(contents)})"
    user = [("request.user", view.writer.write(parts["user"]))] if "user" in parts else []
    return (("request", made), *user)


def _verb(asked: Branch) -> str:
    """The method by which a form is sent."""
    return next(name for name in SENT if name in asked.names)
