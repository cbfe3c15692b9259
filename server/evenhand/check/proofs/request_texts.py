"""Writes the two requests of a witness for a test client, and for the command `curl`."""

from __future__ import annotations

import ast
import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from evenhand.check.proofs.witness_programs import imported, module_for, prepared
from evenhand.doors.call_layout import filled, in_double_quotes
from evenhand.findings import Staging

WIDTH = 96
QUERIES = frozenset({"params", "query_string"})
"""What clients call the part of an address behind its question mark."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """What goes over the network."""

    method: str
    path: str
    query: Mapping[str, Any]
    form: Mapping[str, Any]
    body: Any
    """Sent as JSON; None if there is none."""


def client_text(file: Path, staged: Staging) -> str | None:
    """Both requests, one after the other, as one types them; None if nothing can be imported."""
    module = module_for(file, staged)
    if module is None or staged.statuses is None:
        return None
    lines = [*imported(staged, module, file), "", *staged.setup]
    for value in staged.values:
        each = _with_value(staged, value)
        lines += prepared(each, module, filled(each.call, WIDTH))
    return in_double_quotes("\n".join(lines).strip() + "\n")


def curl_text(staged: Staging) -> str | None:
    """Both requests as commands; None if they hold what a command line cannot say."""
    if not staged.server:
        return None
    try:
        sent = [_sent(_with_value(staged, value)) for value in staged.values]
    except ValueError:
        return None
    lines = [] if "/" in staged.place else ["# Write the address of the view behind the port."]
    if staged.patches or len(staged.given) > 1 or len(staged.setup) > 1:
        lines.append("# What is behind the view was made up: the server has its own.")
    return "\n".join([*lines, *(_command(staged.server, each) for each in sent)]) + "\n"


def _command(server: str, sent: _Sent) -> str:
    address = server + sent.path + (f"?{urlencode(sent.query)}" if sent.query else "")
    words = ["curl", *(["-X", sent.method.upper()] if sent.method != "get" else []), address]
    if sent.body is not None:
        words += ["-H", "Content-Type: application/json", "-d", json.dumps(sent.body)]
    for name, value in sent.form.items():
        words += ["--data-urlencode", f"{name}={value}"]
    return shlex.join(words)


def _sent(staged: Staging) -> _Sent:
    """What a request sends; raises `ValueError` if that is no plain data."""
    request = dict(staged.given).get("request", staged.call)
    call = ast.parse(request, mode="eval").body
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        raise ValueError(request)
    method, (path, *contents) = call.func.attr, map(ast.literal_eval, call.args)
    options = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
    query: Mapping[str, Any] = next((options[name] for name in QUERIES if name in options), {})
    form = next(iter(contents), options.get("data", {}))
    if method == "get" and form:
        query, form = form, {}
    return _Sent(method, path, query, form, options.get("json"))


def _with_value(staged: Staging, value: str) -> Staging:
    """The request with a value in the place of the variable."""
    put = _Put(staged.variable, ast.parse(value, mode="eval").body)
    return replace(
        staged,
        given=tuple((name, put.into(text)) for name, text in staged.given),
        patches=tuple((name, put.into(text)) for name, text in staged.patches),
        call=put.into(staged.call),
    )


class _Put(ast.NodeTransformer):
    """Puts an expression in the place of a variable, also within a text."""

    def __init__(self, variable: str, value: ast.expr) -> None:
        self.variable, self.value = variable, value

    def into(self, text: str) -> str:
        return ast.unparse(self.visit(ast.parse(text, mode="eval")))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.value if node.id == self.variable else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        self.generic_visit(node)
        parts = [p.value if isinstance(p, ast.FormattedValue) else p for p in node.values]
        constants = [part.value for part in parts if isinstance(part, ast.Constant)]
        return ast.Constant("".join(map(str, constants))) if len(constants) == len(parts) else node
