"""Tests the walls at start: a forked process raises them and tries to break out."""

from __future__ import annotations

import json
import os
import select
import signal
from typing import Any, Callable, NamedTuple

from . import walls

SECONDS = 10.0
"""How long the forked process may take."""
DONE = 42
"""Its status if it came to its end."""


class Standing(NamedTuple):
    """The walls that work on this machine, and the level of isolation that they give."""

    walls: tuple[str, ...]
    level: str
    """`strong` if every wall works and nothing got through; otherwise `basic`."""
    problems: tuple[str, ...]
    """Why the level is not `strong`; empty if it is."""


def tested(readable: tuple[str, ...], scratch: str) -> Standing:
    """Try the walls in a process of its own, with a file in `scratch` as the treasure."""
    if not walls.NAMES:
        return Standing((), "basic", ("walls are known for Linux only",))

    treasure = os.path.join(scratch, "treasure")
    with open(treasure, "w"):
        pass
    report = _in_a_fork(lambda: _tried(readable, treasure))
    if os.path.exists(treasure):
        os.remove(treasure)

    if report is None or report["broken"]:
        return Standing((), "basic", ("Python does not work behind its walls",))

    missing = report["missing"]
    problems = [f"no {name}: {why}" for name, why in missing.items()]
    if not problems:  # without a wall, something is bound to get through
        problems = [f"the walls do not stop what {what}" for what in report["escaped"]]
    working = tuple(name for name in walls.NAMES if name not in missing)
    return Standing(working, "basic" if problems else "strong", tuple(problems))


def _tried(readable: tuple[str, ...], treasure: str) -> dict[str, Any]:
    """In the forked process: which walls are missing, what escapes, and whether Python works."""
    missing: dict[str, str] = {}
    for name in walls.NAMES:
        try:
            walls.confine((name,), readable)
        except OSError as error:
            missing[name] = error.strerror or str(error)

    escaped = [what for what, attempt in _attempts(treasure).items() if not _refused(attempt)]
    return {"missing": missing, "escaped": escaped, "broken": not _works()}


def _attempts(treasure: str) -> dict[str, Callable[[], object]]:
    """What must fail, by how a message says it."""
    import _socket

    parent, folder = os.getppid(), os.path.dirname(treasure)
    return {
        "reads files": lambda: open(treasure).close(),
        "writes files": lambda: open(treasure, "w").close(),
        "lists folders": lambda: os.listdir(folder),
        "changes files": lambda: os.chmod(treasure, 0o600),
        "uses the network": lambda: _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM),
        "calls local services": lambda: _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM),
        "signals others": lambda: os.kill(parent, 0),
        "looks at others": lambda: open(f"/proc/{parent}/environ").close(),
        "starts processes": lambda: os.fork() or os._exit(0),
        "removes files": lambda: os.remove(treasure),
    }


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except PermissionError:
        return True
    return False


def _works() -> bool:
    """Whether checked code can still do what it may."""
    try:
        with open(os.__file__, "rb") as file:
            file.read(1)
        os.listdir(os.path.dirname(os.__file__))
        for descriptor in os.pipe():
            os.close(descriptor)
        import _socket

        for end in _socket.socketpair():
            end.close()
    except OSError:
        return False
    return True


def _in_a_fork(work: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
    """The result of `work` in a process of its own; None if that does not come to its end."""
    receive, send = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(send, json.dumps(work()).encode())
            os._exit(DONE)
        finally:
            os._exit(1)

    os.close(send)
    text = _read_or_kill(receive, pid)
    os.close(receive)

    status = os.waitpid(pid, 0)[1]
    ended_well = os.WIFEXITED(status) and os.WEXITSTATUS(status) == DONE
    return json.loads(text) if ended_well else None


def _read_or_kill(receive: int, pid: int) -> bytes:
    """Everything until the pipe closes; kills the process at its end if it stays silent."""
    text = b""
    while select.select([receive], [], [], SECONDS)[0]:
        chunk = os.read(receive, 1 << 16)
        if not chunk:
            return text
        text += chunk

    os.kill(pid, signal.SIGKILL)
    return text
