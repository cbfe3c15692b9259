"""Tests the walls at start: a process of its own raises them and tries to break out."""

from __future__ import annotations

import os
import sys
from typing import Any, Callable, NamedTuple, Optional

from . import walls

SECONDS = 25.0
"""How long that process may take; in WebAssembly, on a busy machine, it takes more than ten."""
DONE = 42
"""Its status if it came to its end."""


Run = Callable[[tuple[str, ...], str], Optional[dict[str, Any]]]
"""Calls `tried` in a process of its own; None if that does not come to its end."""


class Standing(NamedTuple):
    """The walls that work on this machine, and the level of isolation that they give."""

    walls: tuple[str, ...]
    level: str
    """`strong` if every wall works and nothing got through; otherwise `basic`."""
    problems: tuple[str, ...]
    """Why the level is not `strong`; empty if it is."""


def tested(
    readable: tuple[str, ...],
    scratch: str,
    run: Run,
    names: tuple[str, ...],
    level: str,
) -> Standing:
    """Try the walls in a process that `run` makes, with a file in `scratch` as the treasure.

    `level` is what they give if they stand.
    """
    if not names:
        return Standing((), "basic", ("Evenhand knows no walls of this system",))

    treasure = os.path.join(scratch, "treasure")
    with open(treasure, "w"):
        pass
    report = run(readable, treasure)
    if os.path.exists(treasure):
        os.remove(treasure)

    if report is None or report["broken"]:
        return Standing((), "basic", ("Python does not work behind its walls",))

    missing = report["missing"]
    problems = [f"no {name}: {why}" for name, why in missing.items()]
    if not problems:  # without a wall, something is bound to get through
        problems = [f"the walls do not stop what {what}" for what in report["escaped"]]
    working = tuple(name for name in names if name not in missing)
    return Standing(working, "basic" if problems else level, tuple(problems))


def tried(readable: tuple[str, ...], treasure: str) -> dict[str, Any]:
    """In that process: which walls are missing, what escapes, and whether Python works."""
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
    parent, folder = os.getppid(), os.path.dirname(treasure)
    own = _attempts_on_macos() if sys.platform == "darwin" else _attempts_on_linux(parent)
    return {
        **own,
        "reads files": lambda: open(treasure).close(),
        "writes files": lambda: open(treasure, "w").close(),
        "lists folders": lambda: os.listdir(folder),
        "changes files": lambda: os.chmod(treasure, 0o600),
        "signals others": lambda: os.kill(parent, 0),
        "removes files": lambda: os.remove(treasure),
    }


def _attempts_on_linux(parent: int) -> dict[str, Callable[[], object]]:
    import _socket

    return {
        "uses the network": lambda: _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM),
        "calls local services": lambda: _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM),
        "looks at others": lambda: open(f"/proc/{parent}/environ").close(),
        "starts processes": _start_process,
    }


def _attempts_on_macos() -> dict[str, Callable[[], object]]:
    """There a socket may be made, and must not lead anywhere."""
    import _socket

    def call(family: int, kind: int, address: Any) -> None:
        _socket.socket(family, kind).connect(address)

    return {
        "uses the network": lambda: call(_socket.AF_INET, _socket.SOCK_STREAM, ("127.0.0.1", 9)),
        "sends datagrams": lambda: call(_socket.AF_INET, _socket.SOCK_DGRAM, ("127.0.0.1", 9)),
        "calls local services": lambda: call(
            _socket.AF_UNIX, _socket.SOCK_STREAM, "/private/var/run/mDNSResponder"
        ),
        "starts processes": _start_process,
        "runs programs": lambda: os.posix_spawn("/usr/bin/true", ["true"], {}),
    }


def _start_process() -> None:
    if hasattr(os, "fork"):
        os.fork() or os._exit(0)
    else:
        os.posix_spawn(sys.executable, [sys.executable, "-V"], {})


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
