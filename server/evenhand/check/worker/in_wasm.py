"""The program of a process that is WebAssembly: `host.mjs` hands it what comes in."""

from __future__ import annotations

import json
import sys
from typing import Any, Callable

from . import child, waiting_loop, warming_up
from .calling import Caller
from .compiling import Compiled, compile_module, mark
from .importing_ahead import import_ahead

USED_OFTEN = (
    "asyncio", "collections", "dataclasses", "datetime", "decimal", "enum", "functools",
    "itertools", "logging", "math", "operator", "random", "re", "statistics", "string", "typing",
    "uuid",
)  # fmt: skip
"""Modules that a snapshot has imported."""


class InWasm:
    """One process: the module that it compiles, loads and serves."""

    def __init__(self) -> None:
        self.request: dict[str, Any] = {}
        self.compiled: Compiled | None = None
        self.loading: Callable[[], tuple[Caller, dict[str, Any]]] | None = None
        self.caller: Caller | None = None

    def compile(self, line: str) -> str:
        """Compile the module of a request; returns why it cannot be, or nothing."""
        self.request = request = json.loads(line)
        self.compiled, problem = compile_module(
            request["source"], request["path"], request["watch"]
        )
        if self.compiled is None:
            return json.dumps({"problem": problem})
        if request["watch"]:
            mark(self.compiled, request["sites"])
        return ""

    def set_up(self) -> None:
        """Make the process ready for the module."""
        assert self.compiled is not None
        sys.path[:] = [folder for folder in sys.path if folder]  # no folder of its own
        wire = child.tripwire(self.request)
        waiting_loop.install()
        self.loading = child.set_up(self.compiled, self.request, wire)

    def load(self) -> str:
        """Load the module; returns the report."""
        assert self.loading is not None
        self.caller, report = self.loading()
        return json.dumps(report)

    def answer(self, line: str) -> str:
        """Make a call; returns its outcome."""
        assert self.caller is not None
        return child.answered(self.caller, json.loads(line))


def make_ready() -> None:
    """Do what is slow once; a snapshot has it behind itself."""
    import_ahead([*USED_OFTEN], [])
    for name in USED_OFTEN:
        __import__(name)
    compile_module("def f(x):\n    return x > 1\n", "", True)


def warm_up() -> None:
    """Do what a check does, with an example, so that the engine optimizes the worker's code.

    The memory is put back afterwards.
    """
    process = InWasm()
    process.compile(warming_up.REQUEST)
    process.set_up()
    process.load()
    for call in warming_up.CALLS:
        process.answer(call)


def ahead(line: str) -> None:
    """Import large packages, of which few are there."""
    import_ahead(**json.loads(line))


def about() -> str:
    """What a self-test has to know of this Python."""
    return json.dumps({"python": list(sys.version_info[:3]), "broken": False})


_process = InWasm()
compile, set_up, load = _process.compile, _process.set_up, _process.load
answer = _process.answer
