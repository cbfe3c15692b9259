"""Runs inside the process of one lane."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

from evenhand.check.checking import Checker
from evenhand.scaling.work import R, T

GRACE = 2.0
"""Seconds that a process has to end by itself before it is killed."""

_runner = asyncio.Runner()
_checker = Checker()


def arrive() -> None:
    """Prepare this process: it ends on SIGTERM, and when the process that started it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _on_sigterm)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def do_here(do: Callable[[Checker, T], Coroutine[Any, Any, R]], item: T) -> R:
    """Do one piece of work with this process's checker."""
    try:
        return _runner.run(do(_checker, item))
    except SystemExit:
        _end()
        raise


def leave() -> None:
    """Close the checker; no work follows."""
    _runner.run(_checker.aclose())
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _runner.close()


def _on_sigterm(*_: Any) -> None:
    if _runner.get_loop().is_running():
        raise SystemExit  # `do_here` catches it once the loop has stopped.
    _end()


def _end() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        _runner.run(_cancel_everything())
    finally:
        os._exit(1)


async def _cancel_everything() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()

    await asyncio.gather(*others, return_exceptions=True)
    await _checker.aclose()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
