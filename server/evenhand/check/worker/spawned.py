"""The program of a spawned process: it waits for a module, compiles it and serves it."""

from __future__ import annotations

import json
import os
from typing import Any, NoReturn

from . import child, walls
from .breakout import DONE, tried
from .compiling import compile_module, mark
from .importing_ahead import import_ahead
from .tied import die_with_parent

COMPILED = b")"
"""The first that is written once the module is compiled."""


def main(parent: int) -> None:
    """Do what the process `parent` says, line by line, until it says no more."""
    receive, send = _become(parent)
    for line in child.lines(receive):
        message = json.loads(line)
        if "do" not in message:
            import_ahead(**message)
        elif message["do"] == "break_out":
            child.write(send, tried(tuple(message["readable"]), message["treasure"]))
            os._exit(DONE)
        else:
            _serve(message, receive, send)


def _serve(request: dict[str, Any], receive: int, send: int) -> NoReturn:
    """Compile and load the module of a request, and answer calls."""
    limits, watch = request["limits"], request["watch"]
    with walls.within_limits(limits["memory_bytes"], limits["load_seconds"]):
        compiled, problem = compile_module(request["source"], request["path"], watch)
    if compiled is None:
        child.write(send, {"problem": problem})
        os._exit(0)

    if watch:
        mark(compiled, request["sites"])
    os.write(send, COMPILED)
    child.serve(compiled, request, child.tripwire(request), receive, send)
    os._exit(0)


def _become(parent: int) -> tuple[int, int]:
    """End with the process `parent`, and keep only 0 to 2 and a private channel; returns that."""
    die_with_parent(parent)
    channel = child.moved_channel(0, 1)
    child.quiet()
    return channel
