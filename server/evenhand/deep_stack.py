"""Room for code that goes through syntax trees of any depth by recursion."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
ResultT = TypeVar("ResultT")

DEPTH = 30_000
"""Calls within each other. Python itself refuses a text of more than 3,000 levels."""
STACK = 256 << 20
"""Bytes, of which the system only provides what is used."""

_one_at_a_time = threading.RLock()
"""The depth and the size of stacks are settings of the whole process."""


def with_deep_stack(function: Callable[P, ResultT], *args: P.args, **kwargs: P.kwargs) -> ResultT:
    """What a call gives, made once more in a thread with a larger stack if this one is too small.

    `function` must be one that can be called twice. Raises RecursionError if that is too small too.
    """
    try:
        return function(*args, **kwargs)
    except RecursionError:
        pass  # the frames that its traceback holds are left behind
    return _in_deep_thread(lambda: function(*args, **kwargs))


def _in_deep_thread(call: Callable[[], ResultT]) -> ResultT:
    results: list[ResultT] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:  # it belongs to the caller
            errors.append(error.with_traceback(None))

    with _one_at_a_time:
        depth, stack = sys.getrecursionlimit(), threading.stack_size(STACK)
        sys.setrecursionlimit(max(depth, DEPTH))
        try:
            thread = threading.Thread(target=run, name="deep stack", daemon=True)
            thread.start()
            thread.join()
        finally:
            sys.setrecursionlimit(depth)
            threading.stack_size(stack)

    if errors:
        raise errors[0]
    return results[0]
