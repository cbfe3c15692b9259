"""Runs in the process of the checked code: loads one module, answers calls, and ends."""

from __future__ import annotations

import collections
import functools
import gc
import json
import operator
import os
import sys
import types
from collections.abc import Iterator
from typing import Any, Callable

from . import freezing, walls, working_folder
from .calling import Caller, too_slow
from .checked_sources import CheckedSources
from .compiling import Compiled
from .importing import WatchedFinder, make_importable, package_of, read_no_bytecode_in
from .importing_ahead import HEAVY
from .loading import Loading
from .made_up_packages import made_up_package
from .missing_modules import stand_in_for_missing
from .shown_warnings import show_warnings
from .time_limits import MOST_STEPS_OF_CALL, OutOfTime, ended_after, stop_timer
from .tripwire import Tripwire
from .watching import Watcher
from .worlds import StandInWorld

MAX_OUTCOME = 2_000_000
"""Characters."""
RECURSION_LIMIT = 1000
"""Python's own default, whatever the interpreter's is."""
_encoded = json.JSONEncoder().encode
"""Bound before checked code can replace what is in `json`."""


RECEIVE, SEND = 230, 231
"""Descriptors of the channel: high, so that code which closes or guesses small ones misses them."""
SET_UP = b"!"
"""The line that is written before any checked code runs: what ends earlier is not its doing."""


class WallsDown(Exception):
    """Walls that passed the self-test could not be raised."""


def serve(
    compiled: Compiled, request: dict[str, Any], wire: Tripwire, receive: int, send: int
) -> None:
    """Load the module, then answer calls until the other side closes. Never returns."""
    try:
        load = set_up(compiled, request, wire)
    except Exception as error:
        write(send, {"failed": _why_not_set_up(error)})
        os._exit(71)
    _send(send, SET_UP + b"\n")
    caller, report = load()
    write(send, report)
    _answer_calls(caller, receive, send)
    os._exit(0)


def _why_not_set_up(error: Exception) -> dict[str, str]:
    """An explanation; `str` of some errors is empty."""
    cause = "walls_down" if isinstance(error, WallsDown) else "not_set_up"
    return {"cause": cause, "message": str(error) or type(error).__name__}


def set_up(
    compiled: Compiled, request: dict[str, Any], wire: Tripwire
) -> Callable[[], tuple[Caller, dict[str, Any]]]:
    """Make the process ready for the module; returns what loads it. Raises WallsDown.

    Loading gives who calls its functions, and the report.
    """
    path, folders = request["path"], tuple(request["search_path"])
    watcher = Watcher()
    world = StandInWorld(CheckedSources(path, compiled.source, folders))

    workspace = _prepare(request, watcher)
    show_warnings(world.sources)
    finder = stand_in_for_missing(world)
    frozen = freezing.freeze(request["now"], wire.note_clock)
    code = (code for _, code in compiled.statements)
    working_folder.enter(code, path, readable(request), wire)
    _hide()
    walls.limit_resources(request["limits"]["memory_bytes"], request["limits"]["cpu_seconds"])
    wire.install()
    _wall_in(tuple(request["walls"]), wire.readable)
    wire.walled = bool(walls.NAMES) and set(walls.NAMES) <= set(request["walls"])

    package = package_of(path, folders) or made_up_package(
        compiled.source, path, readable(request), workspace, world
    )
    endless = dict(request["endless"])
    module = _module(request["name"], path, package, watcher)
    loading = Loading(compiled, module, wire, finder, watcher, endless)
    not_imported = [name for name in HEAVY if name not in sys.modules]

    def load() -> tuple[Caller, dict[str, Any]]:
        with ended_after(request["limits"]["load_seconds"]):
            loading.run_all()
        watcher.most_steps = MOST_STEPS_OF_CALL
        gc.freeze()  # what the module has made is no remains of a call
        caller = Caller(
            module, path, watcher, wire, request["limits"]["call_seconds"],
            request["limits"]["output_chars"], functools.partial(_script, compiled, path, watcher),
            frozen, world,
        )  # fmt: skip
        report = {
            "skipped": loading.skipped,
            "stood_in": loading.stood_in(),
            "packages": [name for name in not_imported if name in sys.modules],
        }
        return caller, {**report, "files": wire.newly_opened()}

    return load


def _module(name: str, path: str, package: str, watcher: Watcher) -> types.ModuleType:
    """The module under check, still empty."""
    module = types.ModuleType(name)
    module.__file__ = path
    module.__package__ = package
    module.__dict__.update(watcher.names())
    sys.modules[name] = module
    return module


def _prepare(request: dict[str, Any], watcher: Watcher) -> WatchedFinder:
    """Set up the interpreter as the checked code expects it."""
    quiet()
    sys.argv[:] = [request["path"]]
    sys.setrecursionlimit(RECURSION_LIMIT)
    folders = tuple(request["search_path"])
    read_no_bytecode_in((*folders, *readable(request)))
    return make_importable(folders, watcher if request["watch"] else None)


def tripwire(request: dict[str, Any]) -> Tripwire:
    """What stops the effects of the module that is asked for."""
    return Tripwire(readable(request), tuple(request["search_path"]), request["path"])


def readable(request: dict[str, Any]) -> tuple[str, ...]:
    """Folders of the workspace of which files may be read."""
    folders = request["search_path"] if request["readable"] is None else request["readable"]
    return tuple(folders)


def _answer_calls(caller: Caller, receive: int, send: int) -> None:
    """Answer calls until the other side closes.

    While checked code runs, the number of its call is a local of `map` alone, in C, where no frame
    shows it. So this is no loop with variables.
    """
    calls = _Calls(lines(receive))
    answers = map(operator.concat, iter(calls.number, None), calls.answers(caller))
    collections.deque(map(functools.partial(_send, send), answers), maxlen=0)


class _Calls:
    """Calls as they come in, answered in two parts: the number of the call, then its outcome."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines = lines
        self.call: dict[str, Any] = {}

    def number(self) -> bytes | None:
        """Read the next call; returns how its answer begins, or None if no call follows."""
        line = next(self.lines, None)
        if line is None:
            return None

        self.call = json.loads(line)
        return f"{self.call.pop('number')} ".encode()

    def answers(self, caller: Caller) -> Iterator[bytes]:
        """The outcome of the call that `number` has read, each time anew."""
        while True:
            yield answered(caller, self.call).encode() + b"\n"


def _hide() -> None:
    """Remove the worker's own modules from the imported ones: checked code must not reach them."""
    sys.modules["__main__"] = types.ModuleType("__main__")
    package = __name__.partition(".")[0]
    for name in list(sys.modules):
        if name.partition(".")[0] == package:
            del sys.modules[name]


def _wall_in(names: tuple[str, ...], readable: tuple[str, ...]) -> None:
    """Raise the walls that passed the self-test; WallsDown if one fails now."""
    try:
        walls.confine(names, readable)
    except OSError as error:
        raise WallsDown(error.strerror) from None


def answered(caller: Caller, call: dict[str, Any]) -> str:
    """The outcome of a call, as JSON."""
    try:
        return _checked(caller.call(call))
    except OutOfTime:  # the timer fired after the call, before it was stopped
        stop_timer()
        return _encoded(too_slow(caller.seconds))


def _script(compiled: Compiled, path: str, watcher: Watcher, names: dict[str, Any]) -> None:
    """Run the module from the top, as `python file.py` would, with some `names` known."""
    module = types.ModuleType("__main__")
    module.__dict__.update(watcher.names(), __file__=path, __builtins__=__builtins__, **names)
    sys.modules["__main__"] = module
    for _, code in compiled.statements:
        if isinstance(code, dict):
            raise MemoryError(code.get("message", "too much memory to compile"))
        exec(code, module.__dict__)


def moved_channel(receive: int, send: int) -> tuple[int, int]:
    """Move the ends of the channel to high descriptors, as high as this process may have any."""
    most = walls.most_descriptors()
    channel = min(RECEIVE, most - 2), min(SEND, most - 1)
    for descriptor, number in zip((receive, send), channel):
        os.dup2(descriptor, number, inheritable=False)
    return channel


def quiet() -> None:
    """Point the standard descriptors to nowhere, for code that writes to them directly."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    if null > 2:
        os.close(null)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115


def _checked(outcome: dict[str, Any]) -> str:
    """An outcome as JSON, or a `died` outcome if it cannot be encoded."""
    try:
        text = _encoded(outcome)
        if len(text) > MAX_OUTCOME:
            text = _encoded({**outcome, "events": []})
        if len(text) <= MAX_OUTCOME:
            return text
    except (ValueError, TypeError, RecursionError):
        return _encoded(died("result_not_described"))
    return _encoded(died("result_too_large"))


def died(cause: str) -> dict[str, Any]:
    """The outcome of a call that gave none, for a cause without details."""
    return {"kind": "died", "explanation": {"cause": cause}}


def write(descriptor: int, message: dict[str, Any]) -> None:
    """Write a message as a line."""
    _send(descriptor, json.dumps(message).encode() + b"\n")


def _send(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def lines(descriptor: int) -> Iterator[bytes]:
    """Lines as they come, until the other side closes."""
    rest = b""
    while True:
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            return

        rest += chunk
        *complete, rest = rest.split(b"\n")
        complete.reverse()
        while complete:
            yield complete.pop()  # nothing here refers to it any more, so that no frame shows it
