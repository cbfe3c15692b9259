"""Room for a call that recurses deeply: Python's compiler, and going through syntax trees.

Evenhand's own process uses it too (`evenhand.check.deep_stack`).
"""

from __future__ import annotations

import sys
import threading
from typing import Callable, TypeVar

T = TypeVar("T")

DEPTH = 30_000
"""Calls within each other. Python itself refuses a text of more than 3,000 levels."""
STACK = 256 << 20
"""Bytes, of which the system only provides what is used."""

_one_at_a_time = threading.RLock()
"""The depth and the size of stacks are settings of the whole process."""


def on_large_stack(call: Callable[[], T]) -> T:
    """What `call` gives, made once more in a thread with a larger stack if this one is too small.

    Raises RecursionError if that is too small too.
    """
    try:
        return call()
    except RecursionError:
        pass  # the frames that its traceback holds are left behind
    return _in_thread(call)


def _in_thread(call: Callable[[], T]) -> T:
    results: list[T] = []
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
            thread = threading.Thread(target=run, daemon=True)
            _start(thread)
            thread.join()
        finally:
            sys.setrecursionlimit(depth)
            threading.stack_size(stack)

    if errors:
        raise errors[0]
    return results[0]


def _start(thread: threading.Thread) -> None:
    """Start a thread; RecursionError if there are none, as in WebAssembly."""
    try:
        thread.start()
    except RuntimeError as error:
        raise RecursionError("nested too deeply") from error
