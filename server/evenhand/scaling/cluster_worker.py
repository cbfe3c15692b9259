"""Runs inside a worker of a cluster, in any of its threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from evenhand import __version__
from evenhand.check.checking import Checker
from evenhand.scaling.work import R, T

Doer = tuple[asyncio.Runner, Checker]
"""The event loop of one thread, and its checker."""

_of_this_thread = threading.local()
_doers: list[Doer] = []
"""Of all threads that have worked."""


def installed_version() -> str:
    """The version of Evenhand that the worker has."""
    return __version__


def do_on_cluster(do: Callable[[Checker, T], Coroutine[Any, Any, R]], item: T) -> R:
    """Do one piece of work with the checker of this thread."""
    if not hasattr(_of_this_thread, "doer"):
        _of_this_thread.doer = asyncio.Runner(), Checker()
        _doers.append(_of_this_thread.doer)

    doer: Doer = _of_this_thread.doer
    runner, checker = doer
    return runner.run(do(checker, item))


async def end_workers() -> None:
    """End the processes that run checked code; later work starts new ones."""
    await asyncio.to_thread(_close_checkers)


def _close_checkers() -> None:
    for runner, checker in _doers:
        runner.run(checker.aclose())
