"""What runs inside a worker of a cluster, in whichever of its threads gets the work."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from evenhand import __version__
from evenhand.check.checking import Checker
from evenhand.scaling.work import R, T

_own = threading.local()
_all: list[tuple[asyncio.Runner, Checker]] = []
"""Of every thread that has worked."""


def version_there() -> str:
    """Which Evenhand a worker has."""
    return __version__


def do_there(do: Callable[[Checker, T], Coroutine[Any, Any, R]], item: T) -> R:
    """Do one piece of work with the checker of this thread."""
    if not hasattr(_own, "pair"):
        _own.pair = asyncio.Runner(), Checker()
        _all.append(_own.pair)
    pair: tuple[asyncio.Runner, Checker] = _own.pair
    runner, checker = pair
    return runner.run(do(checker, item))


async def leave_there() -> None:
    """End the processes that run checked code; later work starts new ones."""
    await asyncio.to_thread(_put_away)


def _put_away() -> None:
    for runner, checker in _all:
        runner.run(checker.aclose())
