"""Tables of functions by the type of syntax node that each of them handles.

A table is one literal, complete where it is defined, and handed to the code that looks handlers up:

    EXPRESSIONS: Handlers[[Tracer, Environment], Value] = dict((
        on(ast.Name, evaluate_name),
        on(ast.List, evaluate_display),
        on(ast.Tuple, evaluate_display),
    ))

    handler = EXPRESSIONS.get(type(node))

Every handler takes its node first, under the node's own type; `on` lets the type checker compare
the two.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar

NodeT = TypeVar("NodeT", bound=ast.AST)
ContextP = ParamSpec("ContextP")
ResultT = TypeVar("ResultT")

Handlers = Mapping[type[ast.AST], Callable[Concatenate[Any, ContextP], ResultT]]
"""What to do with a node of each type: `Handlers[[Tracer, Environment], Value]`."""


def on(
    kind: type[NodeT], handler: Callable[Concatenate[NodeT, ContextP], ResultT]
) -> tuple[type[ast.AST], Callable[Concatenate[Any, ContextP], ResultT]]:
    """One entry of a table: nodes of type `kind` go to `handler`."""
    return kind, handler
