"""The warm process that never runs checked code: it compiles, forks, watches and ends.

It reads requests as JSON lines on its standard input and answers on a private descriptor.
At the end of its input it ends, and its children with it.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

from . import breakout
from .forking import GRACE, Abandoned, Child, Ended, requests
from .loading import Compiled, compile_module
from .tripwire import Tripwire

HEAVY = ("asyncio", "numpy", "pandas", "sklearn", "scipy", "torch", "pydantic", "attrs", "attr")


class Supervisor:
    """Holds the module in place and its child."""

    def __init__(self, out: int) -> None:
        self.out = out
        self.walls: tuple[str, ...] = ()
        self.child: Child | None = None
        self.compiled: dict[tuple[str, str, bool], tuple[Compiled | None, str]] = {}
        self.current: tuple[Compiled, dict[str, Any]] | None = None

    def open(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Compile and load a module in a new process."""
        self.close()
        yield self._opened(request)

    def _opened(self, request: dict[str, Any]) -> dict[str, Any]:
        key = (request["source"], request["path"], request["watch"])
        if key not in self.compiled:
            if len(self.compiled) > 8:
                self.compiled.clear()
            self.compiled[key] = compile_module(*key)
        compiled, problem = self.compiled[key]
        if compiled is None:
            self.current = None
            return {"problem": problem}
        _import_ahead(compiled.imports, request["search_path"])
        self.current = (compiled, request)
        try:
            self.child, loaded = self._start()
        except Ended as ended:
            self.current = None
            return {"problem": f"loading the file {ended.reason}"}
        return loaded

    def run(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Make calls one after another; a process that ends is replaced for the next call."""
        deaths = 0
        for call in request["calls"]:
            if deaths >= request["deaths"]:
                yield {"kind": "died", "reason": "earlier calls ended its process"}
                continue
            try:
                outcome = self._call(call, request)
            except Ended as ended:
                self.child = None
                deaths += 1
                outcome = {"kind": ended.kind, "reason": ended.reason}
            yield outcome

    def close(self) -> None:
        if self.child is not None:
            self.child.end()
            self.child = None

    def _call(self, call: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
        if request["fresh"]:
            self.close()
        if self.child is None:
            self.child, _ = self._start()
        return self.child.ask(call, request["seconds"] + GRACE)

    def _start(self) -> tuple[Child, dict[str, Any]]:
        if self.current is None:
            raise Ended("died", "no module is open")
        compiled, request = self.current
        try:
            made = Child(compiled, {**request, "walls": self.walls})
        except OSError as error:
            raise Ended("died", f"could not start: {error.strerror}") from None
        loaded = made.answer(request["limits"]["load_seconds"] + GRACE)
        if "unwalled" in loaded:
            made.end()
            raise Ended("died", f"could not start: {loaded['unwalled']}")
        return made, loaded

    def serve(self) -> None:
        """Answer requests until the input ends, or nobody listens any more."""
        try:
            for line in requests():
                request = json.loads(line)
                for answer in getattr(self, request["do"])(request):
                    self.write(answer)
        except (Abandoned, BrokenPipeError):
            return
        finally:
            self.close()

    def write(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self.out, data) :]


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
    return any(
        os.path.exists(os.path.join(folder, entry))
        for folder in search_path
        for entry in (name, f"{name}.py")
    )


def main(scratch: str) -> None:
    """Serve until the input ends; then the folder `scratch` goes too."""
    out = os.dup(1)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.set_inheritable(out, False)
    try:
        _serve(Supervisor(out), scratch)
    except BrokenPipeError:
        return
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _serve(supervisor: Supervisor, scratch: str) -> None:
    if not hasattr(os, "fork"):
        supervisor.write({"problem": "runs on a system without fork, which is needed"})
        return
    standing = breakout.tested(Tripwire(()).readable, scratch)
    supervisor.walls = standing.walls
    ready = list(sys.version_info[:3])
    level = {"isolation": standing.level, "isolation_problems": standing.problems}
    supervisor.write({"ready": ready, **level})
    supervisor.serve()
