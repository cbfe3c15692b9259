"""Programs that start as copies of a process which has imported everything already.

A Python that imports Evenhand takes half a second, a language server twice that, and the tests
start hundreds of them. A copy is a process like any other: it has its own arguments, environment,
folder, streams and exit status. But it is no child of the test's: a test of how a program starts,
or of what it does with signals and with the processes below it, starts the program itself.
"""

from __future__ import annotations

import atexit
import functools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
CAN_COPY = hasattr(os, "pidfd_open")


def copied(command: list[str]) -> list[str]:
    """A command that does what `python -m MODULE ...` or `python SCRIPT ...` does, as a copy."""
    python, *rest = command
    assert python == sys.executable
    if not CAN_COPY:
        return command
    arguments = rest[1:] if rest[0] == "-P" else rest
    return [python, "-I", "-S", str(HERE / "asking.py"), _place_of_copies(), *arguments]


@functools.cache
def _place_of_copies() -> str:
    """The socket at which copies can be asked for, as long as this process lives."""
    place = str(Path(tempfile.mkdtemp(prefix="evenhand-copies-")) / "socket")
    command = [sys.executable, "-P", str(HERE / "copying.py"), place]
    copying = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert copying.stdin is not None
    assert copying.stdout is not None
    assert copying.stdout.readline() == b"ready\n"
    atexit.register(copying.communicate)
    return place
