"""Room for code that goes through syntax trees of any depth by recursion."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from evenhand.check.worker.large_stack import on_large_stack

P = ParamSpec("P")
ResultT = TypeVar("ResultT")


def with_deep_stack(function: Callable[P, ResultT], *args: P.args, **kwargs: P.kwargs) -> ResultT:
    """What a call gives, made once more in a thread with a larger stack if this one is too small.

    `function` must be one that can be called twice. Raises RecursionError if that is too small too.
    """
    return on_large_stack(lambda: function(*args, **kwargs))
