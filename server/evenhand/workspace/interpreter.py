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
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.doors.files import Unreadable, is_file, real_path
from evenhand.doors.programs import absolute_program, program
from evenhand.doors.project import folders_up, project_of

ENVIRONMENTS = (".venv", "venv")
"""The folders in which a project keeps its virtual environment, the usual one first."""
OF_HOOKS = "PRE_COMMIT"
"""A variable that is set where a hook runs, in an environment that was made for the hook alone."""
_BASES = ("base", "root")
"""Conda's own environments, which are active in every terminal and chosen by nobody."""
_COMMAND = re.compile(r"(python|pypy)[\d.]*t?(\.exe)?")
"""Names of programs, which are never looked for in the current folder."""


@dataclass(frozen=True, slots=True)
class FolderPython:
    """The Python of a virtual environment in the checked folder."""

    folder: Path
    """The folder of the environment's folder, without links."""
    name: str
    """Of the environment's folder: `.venv`."""
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
    does not exist, `NoInterpreterError` is raised. Without it: the active environment, a `.venv`
    in `folder` or above it in the project if `is_trusted`, and last the Python that runs Evenhand.
    The environment of a hook was made to run Evenhand, and comes after the project's own.
    """
    if chosen:
        return Interpreter(_chosen(chosen, folder, environment), "--python")

    active = _active(environment)
    if active is not None and not _is_of_hook(active, environment):
        return active

    own = _folder_python(folder)
    rest = active or Interpreter(sys.executable, "Evenhand's own")
    if own is None:
        return rest
    if _runs_evenhand(own):
        return Interpreter(sys.executable, own.name)
    if is_trusted(own):
        return Interpreter(own.path, own.name)
    return replace(rest, passed_over=own)


def _active(environment: Mapping[str, str]) -> Interpreter | None:
    """The Python of the environment that the user has activated."""
    conda = "" if environment.get("CONDA_DEFAULT_ENV") in _BASES else "CONDA_PREFIX"
    for variable in filter(None, ("VIRTUAL_ENV", conda)):
        folder = environment.get(variable, "")
        # A relative path would mean another environment in each folder.
        if os.path.isabs(folder) and (python := _python_in(Path(folder))):
            return Interpreter(python, variable)
    return None


def _is_of_hook(active: Interpreter, environment: Mapping[str, str]) -> bool:
    """Whether an environment is that of the hook in which Evenhand runs."""
    is_own = real_path(Path(environment.get(active.origin, ""))) == real_path(Path(sys.prefix))
    return is_own and OF_HOOKS in environment


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
    """The Python of the nearest environment, in `folder` or above it in the project."""
    for candidate in folders_up(folder):
        real = real_path(candidate)
        if isinstance(real, Unreadable):
            continue
        for name in ENVIRONMENTS:
            if python := _python_in(real / name):
                return FolderPython(real, name, python)
    return None


def _runs_evenhand(own: FolderPython) -> bool:
    """Whether the environment is the one that Evenhand was started from."""
    return real_path(own.folder / own.name) == real_path(Path(sys.prefix))


def _python_in(environment: Path) -> str | None:
    """The Python of a virtual environment's folder; symbolic links stay as they are."""
    for name in ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe"):
        if _is_program(environment / name):
            return os.path.abspath(environment / name)
    return None


def _is_program(path: Path) -> bool:
    return is_file(path) and os.access(path, os.X_OK)
