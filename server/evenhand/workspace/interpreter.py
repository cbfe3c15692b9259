"""Find the user's Python: the one whose packages the checked code imports."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.files import is_file
from evenhand.doors.project import folders_up

WORKER_NEEDS = (3, 9)
"""The oldest Python in which checked code can run."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python, and what it was found by."""

    path: str
    origin: str
    """Such as `--python`, `VIRTUAL_ENV`, `.venv`, or `Evenhand's own`."""


class NoInterpreterError(Exception):
    """The Python that the user asked for does not exist; the message names it."""


def find_interpreter(
    chosen: str | None, folder: Path, environment: Mapping[str, str] = os.environ
) -> Interpreter:
    """The user's Python for code in `folder`.

    `chosen` is a file, a virtual environment's folder or a command such as `python3.12`; if it
    does not exist, `NoInterpreterError` is raised. Without it: the active virtual environment,
    a `.venv` in `folder` or above it in the project, and last the Python that runs Evenhand.
    """
    if chosen:
        return Interpreter(_chosen(chosen), "--python")

    active = environment.get("VIRTUAL_ENV")
    if active and (python := _python_in(Path(active))):
        return Interpreter(python, "VIRTUAL_ENV")

    for candidate in folders_up(folder):
        if python := _python_in(candidate / ".venv"):
            return Interpreter(python, ".venv")

    return Interpreter(sys.executable, "Evenhand's own")


def _chosen(chosen: str) -> str:
    if python := _python_in(Path(chosen)):
        return python
    if command := shutil.which(chosen):
        return os.path.abspath(command)
    raise NoInterpreterError(f"no Python at `{chosen}`: not an executable file, folder or command")


def _python_in(environment: Path) -> str | None:
    """The Python of a virtual environment's folder; symbolic links stay as they are."""
    for name in ("bin/python", "bin/python3", "Scripts/python.exe"):
        python = environment / name
        if is_file(python) and os.access(python, os.X_OK):
            return os.path.abspath(python)
    return None
