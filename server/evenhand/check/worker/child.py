"""The process in which checked code runs: one module, one function, then it ends."""

from __future__ import annotations

import collections
import functools
import json
import operator
import os
import sys
import types
import warnings
from collections.abc import Iterator
from typing import Any

from . import freezing, walls
from .calling import Caller, too_slow
from .importing import make_importable
from .loading import Compiled, OutOfTime, load, stop_timer
from .tripwire import Tripwire
from .watching import Watcher

MAX_OUTCOME = 2_000_000
"""Characters."""
_encoded = json.JSONEncoder().encode
"""Bound before checked code can replace what is in `json`."""


def serve(
    compiled: Compiled, request: dict[str, Any], wire: Tripwire, receive: int, send: int
) -> None:
    """Load the module, then answer calls until the other side closes. Never returns."""
    limits = request["limits"]
    watcher = Watcher()
    _quiet()
    sys.argv[:] = [request["path"]]
    make_importable(tuple(request["search_path"]), watcher if request["watch"] else None)
    sys.setrecursionlimit(1000)
    warnings.simplefilter("ignore")  # Python shows a warning once, and a call must repeat itself
    frozen = freezing.freeze(request["now"])
    _hide()
    walls.limit_resources(limits["memory_bytes"], limits["cpu_seconds"])
    wire.install()
    _wall_in(tuple(request["walls"]), wire.readable, send)
    folders = tuple(request["search_path"])
    module, skipped = load(compiled, request["name"], request["path"], folders, watcher, wire)
    caller = Caller(
        module, request["path"], watcher, wire, limits["call_seconds"], limits["output_chars"],
        lambda: _script(compiled, request["path"], watcher), frozen,
    )  # fmt: skip
    _write(send, {"skipped": skipped})
    calls = _Calls(_lines(receive))
    # While checked code runs, its number is in the hands of `map` alone, where no frame shows it.
    answers = map(operator.concat, iter(calls.number, None), calls.answers(caller))
    collections.deque(map(functools.partial(_send, send), answers), maxlen=0)
    os._exit(0)


class _Calls:
    """Calls as they come in, each in two parts: its number, then what comes of it."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines = lines
        self.call: dict[str, Any] = {}

    def number(self) -> bytes | None:
        """What the answer to the next call begins with; None where no call follows."""
        line = next(self.lines, None)
        if line is None:
            return None
        self.call = json.loads(line)
        return f"{self.call.pop('number')} ".encode()

    def answers(self, caller: Caller) -> Iterator[bytes]:
        while True:
            yield _answered(caller, self.call).encode() + b"\n"


def _hide() -> None:
    """Take the worker's own modules away from imports: checked code has no business there."""
    sys.modules["__main__"] = types.ModuleType("__main__")
    for name in [n for n in sys.modules if n.partition(".")[0] == __name__.partition(".")[0]]:
        del sys.modules[name]


def _wall_in(names: tuple[str, ...], readable: tuple[str, ...], send: int) -> None:
    """Raise the walls that stood at the self-test; without them nothing runs."""
    try:
        walls.confine(names, readable)
    except OSError as error:
        _write(send, {"unwalled": error.strerror})
        os._exit(71)


def _answered(caller: Caller, call: dict[str, Any]) -> str:
    try:
        return _checked(caller.call(call["text"], call["answers"], call["watched"]))
    except OutOfTime:  # the bell rang between the call and its end
        stop_timer()
        return _encoded(too_slow(caller.seconds))


def _script(compiled: Compiled, path: str, watcher: Watcher) -> None:
    """Run the module from the top, as `python file.py` would."""
    module = types.ModuleType("__main__")
    module.__dict__.update(watcher.names(), __file__=path, __builtins__=__builtins__)
    sys.modules["__main__"] = module
    for _, code in compiled.statements:
        exec(code, module.__dict__)


def _quiet() -> None:
    """Standard streams lead nowhere, for code that writes to descriptors itself."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    if null > 2:
        os.close(null)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115


def _checked(outcome: dict[str, Any]) -> str:
    """An outcome as JSON, or a `died` outcome if it cannot be encoded."""
    try:
        for carried in (outcome, {**outcome, "events": []}):
            text = _encoded(carried)
            if len(text) <= MAX_OUTCOME:
                return text
    except (ValueError, TypeError, RecursionError):
        return _encoded(died("result_not_described"))
    return _encoded(died("result_too_large"))


def died(cause: str) -> dict[str, Any]:
    """The outcome of a call that gave none, for a cause without details."""
    return {"kind": "died", "explanation": {"cause": cause}}


def _write(descriptor: int, message: dict[str, Any]) -> None:
    _send(descriptor, json.dumps(message).encode() + b"\n")


def _send(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _lines(descriptor: int) -> Iterator[bytes]:
    rest = b""
    while True:
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            return
        rest += chunk
        *whole, rest = rest.split(b"\n")
        whole.reverse()
        while whole:
            yield whole.pop()  # and nothing here refers to it any more
