"""Serves requests in a warm process, which compiles code and forks the processes that run it.

It reads requests as JSON lines on its standard input and answers on a private descriptor. It never
runs checked code itself. At the end of its input it ends, and its children with it.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Callable

from . import breakout, child
from .forking import GRACE, Abandoned, Child, Ended, reap, requests
from .loading import LONGEST_MESSAGE, Compiled, compile_module
from .tripwire import Tripwire

PORTION, PIPE_CHARS = 64, 8_000
"""Calls that are sent to a process at once, and their characters in all."""
AHEAD = 2
"""Processes that are forked before their calls."""
KEPT_MODULES = 8
"""Compiled modules that are kept."""
HEAVY = ("asyncio", "numpy", "pandas", "sklearn", "scipy", "torch", "pydantic", "attrs", "attr")
"""Packages that take long to import."""

Request = dict[str, Any]
Answers = Iterator[list[bytes]]
"""Lines of JSON, as they come."""


class Supervisor:
    """Holds the open module and the processes that have loaded it."""

    def __init__(self, out: int) -> None:
        self.out = out
        self.walls: tuple[str, ...] = ()
        self.child: Child | None = None
        self.ahead: deque[Child] = deque()
        """Processes of calls to come, which load the module meanwhile."""
        self.compiled: dict[tuple[str, str, bool], tuple[Compiled | None, dict[str, Any]]] = {}
        self.current: tuple[Compiled, Request] | None = None
        """The open module, and the request that opened it."""
        self.handlers: Mapping[str, Callable[[Request], Answers]] = {
            "open": self.open,
            "run": self.run,
        }

    def serve(self) -> None:
        """Answer requests until the input ends, or the reader of the answers has gone."""
        try:
            for line in requests():
                request = json.loads(line)
                for answers in self.handlers[request["do"]](request):
                    self.write(answers)
        except (Abandoned, BrokenPipeError):
            return
        finally:
            self.close()

    def write(self, lines: list[bytes]) -> None:
        """Send answers."""
        data = b"\n".join([*lines, b""])
        while data:
            data = data[os.write(self.out, data) :]

    def open(self, request: Request) -> Answers:
        """Compile a module, and load it in a new process."""
        self.close()
        yield [json.dumps(self._opened(request)).encode()]

    def _opened(self, request: Request) -> dict[str, Any]:
        compiled, problem = self._compiled(request)
        if compiled is None:
            self.current = None
            return {"problem": problem}

        _import_ahead(compiled.imports, request["search_path"])
        self.current = (compiled, request)
        try:
            self.child, loaded = self._start()
        except Ended as ended:
            self.current = None
            return {"problem": {**ended.explanation, "while_loading": True}}
        return loaded

    def _compiled(self, request: Request) -> tuple[Compiled | None, dict[str, Any]]:
        key = (request["source"], request["path"], request["watch"])
        if key not in self.compiled:
            if len(self.compiled) > KEPT_MODULES:
                self.compiled.clear()
            self.compiled[key] = compile_module(*key)
        return self.compiled[key]

    def run(self, request: Request) -> Answers:
        """Make calls one after another; a process that ends is replaced for the next call."""
        deaths, done, calls = 0, 0, request["calls"]
        while done < len(calls):
            if deaths >= request["deaths"]:
                not_made = json.dumps(child.died("earlier_deaths")).encode()
                yield [not_made] * (len(calls) - done)
                return

            try:
                if request["fresh"]:
                    self._renew(len(calls) - done)
                for outcomes in self._calls(_portion(calls, done, request["fresh"]), request):
                    done += len(outcomes)
                    yield outcomes
            except Ended as ended:
                self.child = None
                deaths += 1
                done += 1
                yield [json.dumps(_outcome(ended)).encode()]

    def close(self) -> None:
        """End every process, and wait until all are gone."""
        if self.child is not None:
            self.ahead.append(self.child)
            self.child = None
        while self.ahead:
            self.ahead.pop().drop()
        reap()

    def _calls(self, portion: list[dict[str, Any]], request: Request) -> Answers:
        if self.child is None:
            self.child, _ = self._start()

        messages = [{**call, "watched": request["watched"]} for call in portion]
        return self.child.ask(messages, request["seconds"] + GRACE)

    def _renew(self, calls: int) -> None:
        """Drop a used process, and fork those of the next calls, of which there are `calls`."""
        if self.child is not None and self.child.used:
            self.child.drop()
            self.child = None

        needed = calls - 1 if self.child is not None else calls
        while self.current is not None and len(self.ahead) < min(needed, AHEAD):
            self.ahead.append(self._forked())

    def _start(self) -> tuple[Child, dict[str, Any]]:
        """A process that has loaded the module, and its report of that."""
        if self.current is None:
            raise Ended("died", "no_module")

        started = self.ahead.popleft() if self.ahead else self._forked()
        _, request = self.current
        loaded = started.greeting(request["limits"]["load_seconds"] + GRACE)
        if "unwalled" in loaded:
            started.end()
            raise Ended("died", "walls_down", message=str(loaded["unwalled"])[:LONGEST_MESSAGE])
        return started, loaded

    def _forked(self) -> Child:
        assert self.current is not None
        compiled, request = self.current
        try:
            return Child(compiled, {**request, "walls": self.walls})
        except OSError as error:
            raise Ended("died", "not_forked", message=error.strerror or "") from None


def _outcome(ended: Ended) -> dict[str, Any]:
    return {"kind": ended.kind, "explanation": ended.explanation}


def _portion(calls: list[dict[str, Any]], start: int, fresh: bool) -> list[dict[str, Any]]:
    """The next calls that are sent at once: one to a fresh process, otherwise what a pipe holds."""
    end, size = start + 1, len(calls[start]["text"])
    while not fresh and end < len(calls) and end - start < PORTION:
        size += len(calls[end]["text"])
        if size > PIPE_CHARS:
            break
        end += 1
    return calls[start:end]


def _import_ahead(names: tuple[str, ...], search_path: list[str]) -> None:
    """Import large installed packages once, so that every fork has them."""
    for name in names:
        first = name.partition(".")[0]
        if first not in HEAVY or name in sys.modules or _is_local(first, search_path):
            continue

        try:
            importlib.import_module(name)
        except BaseException:  # the child says what is missing
            continue


def _is_local(name: str, search_path: list[str]) -> bool:
    paths = [os.path.join(folder, name) for folder in search_path]
    return any(os.path.exists(path) or os.path.exists(f"{path}.py") for path in paths)


def main(scratch: str, wanted: str) -> None:
    """Serve in the new folder `scratch` until the input ends, then remove it.

    `wanted` is the isolation: walls are raised unless it is `basic`.
    """
    out = os.dup(1)  # what anything else prints must not be read as an answer
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.set_inheritable(out, False)

    try:
        os.mkdir(scratch, 0o700)
        os.chdir(scratch)
    except OSError as error:
        problem = {"cause": "no_folder", "message": error.strerror}
        os.write(out, json.dumps({"problem": problem}).encode() + b"\n")
        return

    try:
        _serve(Supervisor(out), scratch, wanted)
    except BrokenPipeError:
        return
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _serve(supervisor: Supervisor, scratch: str, wanted: str) -> None:
    if not hasattr(os, "fork"):
        problem = {"problem": {"cause": "needs_fork"}}
        supervisor.write([json.dumps(problem).encode()])
        return

    standing = breakout.Standing((), "basic", ())
    if wanted != "basic":
        standing = breakout.tested(Tripwire(()).readable, scratch)
    supervisor.walls = standing.walls

    ready = list(sys.version_info[:3])
    supervisor.write([json.dumps({"ready": ready, "standing": standing._asdict()}).encode()])
    supervisor.serve()
