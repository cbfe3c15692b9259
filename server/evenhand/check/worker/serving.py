"""The first process of a worker: it greets, and has modules served until its input ends."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from typing import Any

from . import breakout, walls
from .tripwire import Tripwire


def main(scratch: str, wanted: str, processes: str = "auto", *snapshot: str) -> None:
    """Serve in the new folder `scratch` until the input ends, then remove it.

    How processes end is waited for, whether or not whoever started this one did so.

    `wanted` is the isolation: walls are raised unless it is `basic`. `processes` says how those of
    checked code are made: `fork`, `spawn`, or `auto` for the better one that the system has.
    `snapshot` is, for `wasm`, what such a process starts from: `host.mjs` and a file beside it.
    """
    if hasattr(signal, "SIGCHLD"):
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    out = os.dup(1)  # what anything else prints must not be read as an answer
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.set_inheritable(out, False)

    try:
        os.mkdir(scratch, 0o700)
        os.chdir(scratch)
    except OSError as error:
        _say(out, {"problem": {"cause": "no_folder", "message": error.strerror or ""}})
        return

    status = 0
    try:
        status = _serve(out, scratch, wanted, processes, snapshot)
    except BrokenPipeError:
        return
    finally:
        _remove(scratch)
    _end_as(status)


def _serve(out: int, scratch: str, wanted: str, processes: str, snapshot: tuple[str, ...]) -> int:
    """Greet, and serve one module after another; returns the status to end with."""
    if wanted == "wasm":
        return _in_wasm(out, scratch, *snapshot)
    can_fork = hasattr(os, "fork")
    if processes == "fork" and not can_fork:
        _say(out, {"problem": {"cause": "needs_fork"}})
        return 0
    if processes == "fork" or (processes == "auto" and can_fork):
        return _by_forking(out, scratch, wanted)
    return _by_spawning(out, scratch, wanted)


def _by_forking(out: int, scratch: str, wanted: str) -> int:
    from . import template  # and not the other way, which every process would carry along

    try:
        standing = _standing(scratch, wanted, template.try_walls)
    except OSError as error:
        _say(out, {"problem": {"cause": "not_forked", "message": error.strerror or ""}})
        return 0
    _greet(out, standing, "fork")
    return template.serve(out, standing.walls)


def _by_spawning(out: int, scratch: str, wanted: str) -> int:
    from . import spawning

    maker = spawning.SpawnMaker(spawning.Interpreter())
    standing = _standing(scratch, wanted, maker.try_walls)
    _greet(out, standing, "spawn")
    return spawning.serve(out, standing.walls, maker)


def _in_wasm(out: int, scratch: str, host: str, snapshot: str) -> int:
    from . import spawning, wasm

    maker = spawning.SpawnMaker(wasm.WasmProgram(host, snapshot))
    python = list(sys.version_info[:3])

    def run(readable: tuple[str, ...], treasure: str) -> dict[str, Any] | None:
        report = maker.try_walls(readable, treasure)
        python[:] = report["python"] if report is not None else python
        return report

    standing = breakout.tested((), scratch, run, walls.AROUND, "wasm")
    _greet(out, standing, "spawn", python)
    return spawning.serve(out, standing.walls, maker)


def _standing(scratch: str, wanted: str, run: breakout.Run) -> breakout.Standing:
    if wanted == "basic":
        return breakout.Standing((), "basic", ())
    return breakout.tested(Tripwire(()).readable, scratch, run, walls.NAMES, "strong")


def _greet(
    out: int, standing: breakout.Standing, processes: str, python: list[int] | None = None
) -> None:
    told = {**standing._asdict(), "processes": processes}
    _say(out, {"ready": python or list(sys.version_info[:3]), "standing": told})


def _say(out: int, message: dict[str, Any]) -> None:
    os.write(out, json.dumps(message).encode() + b"\n")


def _remove(scratch: str) -> None:
    """Remove the folder, from outside: Windows keeps the current one."""
    os.chdir(os.path.dirname(scratch))
    shutil.rmtree(scratch, ignore_errors=True)


def _end_as(status: int) -> None:
    """End as another process did: by its signal, or with its status."""
    if status < 0:
        os.kill(os.getpid(), -status)
    sys.exit(status)
