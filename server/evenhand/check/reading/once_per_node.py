"""Works out what follows from a piece of code alone once, as long as its tree is there."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

NodeT = TypeVar("NodeT", bound=ast.AST)
ResultT = TypeVar("ResultT")


def once_per_node(work_out: Callable[[NodeT], ResultT]) -> Callable[[NodeT], ResultT]:
    """The same function, which remembers its results: what several files import is one node."""
    known: WeakKeyDictionary[NodeT, ResultT] = WeakKeyDictionary()

    @wraps(work_out)
    def remembered(node: NodeT) -> ResultT:
        if node not in known:
            known[node] = work_out(node)
        return known[node]

    return remembered
