"""Room for a call that recurses deeply: Python's compiler, and going through syntax trees."""

from __future__ import annotations

import sys
import threading
from typing import Any, Callable

DEPTH = 30_000
"""Calls within each other."""
STACK = 256 << 20
"""Bytes, of which the system only provides what is used."""


def on_large_stack(call: Callable[[], Any]) -> Any:
    """What `call` gives, made once more in a thread with a larger stack if this one is too small.

    Raises RecursionError if that is too small too.
    """
    try:
        return call()
    except RecursionError:
        pass

    results: list[Any] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error.with_traceback(None))

    depth, stack = sys.getrecursionlimit(), threading.stack_size(STACK)
    sys.setrecursionlimit(max(depth, DEPTH))
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(depth)
        threading.stack_size(stack)

    if errors:
        raise errors[0]
    return results[0]
