"""Find the user's Python: the one whose packages the checked code imports.

A virtual environment in the checked folder is not started until the user agrees: the folder's
author decided what its Python does.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.files import Unreadable, is_file, real_path
from evenhand.doors.programs import absolute_program, program
from evenhand.doors.project import folders_up, project_of

WORKER_NEEDS = (3, 9)
"""The oldest Python in which checked code can run."""
ENVIRONMENT = ".venv"
"""The folder in which a project keeps its virtual environment."""
_COMMAND = re.compile(r"(python|pypy)[\d.]*t?(\.exe)?")
"""Names of programs, which are never looked for in the current folder."""


@dataclass(frozen=True, slots=True)
class FolderPython:
    """The Python of a virtual environment in the checked folder."""

    folder: Path
    """The folder of the environment's folder, without links."""
    path: str


IsTrusted = Callable[[FolderPython], bool]
"""Whether the user agrees to start it."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python, and what it was found by."""

    path: str
    origin: str
    """Such as `--python`, `VIRTUAL_ENV`, `.venv`, or `Evenhand's own`."""
    passed_over: FolderPython | None = None
    """What would have been taken, had the user agreed to it."""

    @property
    def note(self) -> str:
        """What to tell the user if his folder's own Python was passed over; empty if not."""
        if self.passed_over is None:
            return ""
        version = ".".join(map(str, sys.version_info[:2]))
        folder = shlex.quote(str(self.passed_over.folder))
        return (
            f"the code runs in Evenhand's own Python {version}; {self.passed_over.path} is the "
            f"folder's and not trusted. To use it: `evenhand trust {folder}`"
        )


class NoInterpreterError(Exception):
    """The Python that the user asked for does not exist; the message names it."""


def find_interpreter(
    chosen: str | None,
    folder: Path,
    is_trusted: IsTrusted,
    environment: Mapping[str, str] = os.environ,
) -> Interpreter:
    """The user's Python for code in `folder`.

    `chosen` is a file, a virtual environment's folder or a command such as `python3.12`; if it
    does not exist, `NoInterpreterError` is raised. Without it: the active virtual environment,
    a `.venv` in `folder` or above it in the project if `is_trusted`, and last the Python that runs
    Evenhand.
    """
    if chosen:
        return Interpreter(_chosen(chosen, folder, environment), "--python")

    active = environment.get("VIRTUAL_ENV", "")
    # A relative path would mean another environment in each folder.
    if os.path.isabs(active) and (python := _python_in(Path(active))):
        return Interpreter(python, "VIRTUAL_ENV")

    own = _folder_python(folder)
    if own is None:
        return Interpreter(sys.executable, "Evenhand's own")
    if _runs_evenhand(own):
        return Interpreter(sys.executable, ENVIRONMENT)
    if is_trusted(own):
        return Interpreter(own.path, ENVIRONMENT)
    return Interpreter(sys.executable, "Evenhand's own", passed_over=own)


def _chosen(chosen: str, folder: Path, environment: Mapping[str, str]) -> str:
    is_command = _COMMAND.fullmatch(chosen)
    if not is_command and (python := _python_in(Path(chosen))):
        return python
    if os.path.dirname(chosen):
        command = chosen if _is_program(Path(chosen)) else None
    else:
        command = _command(chosen, folder, environment)
    if command is not None:
        return os.path.abspath(command)
    raise NoInterpreterError(f"no Python at `{chosen}`: not an executable file, folder or command")


def _command(name: str, folder: Path, environment: Mapping[str, str]) -> str | None:
    """The program of that name on the PATH, but none of the project's own."""
    project = project_of(folder)
    if project.shared:
        return absolute_program(name, environment)
    return program(name, project.root, environment)


def _folder_python(folder: Path) -> FolderPython | None:
    """The Python of the nearest `.venv`, in `folder` or above it in the project."""
    for candidate in folders_up(folder):
        real = real_path(candidate)
        if isinstance(real, Unreadable):
            continue
        if python := _python_in(real / ENVIRONMENT):
            return FolderPython(real, python)
    return None


def _runs_evenhand(own: FolderPython) -> bool:
    """Whether the environment is the one that Evenhand was started from."""
    return real_path(own.folder / ENVIRONMENT) == real_path(Path(sys.prefix))


def _python_in(environment: Path) -> str | None:
    """The Python of a virtual environment's folder; symbolic links stay as they are."""
    for name in ("bin/python", "bin/python3", "Scripts/python.exe"):
        if _is_program(environment / name):
            return os.path.abspath(environment / name)
    return None


def _is_program(path: Path) -> bool:
    return is_file(path) and os.access(path, os.X_OK)
