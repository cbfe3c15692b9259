"""What other systems are like, tried on this one: the same files have the same findings there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SOURCE = """\
# Gebühren, in Δ und 元
def fee(age: int, größe: int) -> str:
    if age > 45:
        return "ermäßigt €"
    return "voll €"


def same(age: int) -> int:
    return 1 if age > 18 else 1
"""
FOLDER, NAME = "été 人 b", "straße.py"
LIKE_WINDOWS = """
import builtins, functools, io, os, sys
if hasattr(os, "fork"):
    del os.fork

def hidden(real):
    @functools.wraps(real)
    def seen(path, *rest, **more):
        if isinstance(path, (str, bytes, os.PathLike)) and os.fsdecode(path).startswith("/proc"):
            raise FileNotFoundError(2, "No such file or directory", path)
        return real(path, *rest, **more)
    return seen

builtins.open = io.open = hidden(open)
for name in ("open", "listdir", "scandir", "stat", "lstat", "readlink"):
    setattr(os, name, hidden(getattr(os, name)))
"""
"""Neither `os.fork` nor `/proc`, for Python code."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with letters of several alphabets, and a file with Windows' line ends."""
    folder = tmp_path_factory.mktemp("systems") / FOLDER
    folder.mkdir()
    (folder / NAME).write_text(SOURCE, "utf-8", newline="\r\n")
    return folder


@pytest.fixture(scope="module")
def usual(project: Path) -> list[Any]:
    """What is found here."""
    functions = _functions(_checked(project, [sys.executable, "-m", "evenhand"]))
    kinds = {f["name"]: [v["verdict"] for v in f["verdicts"]] for f in functions}
    assert kinds["fee"] == ["biased"]
    return functions


@pytest.mark.parametrize("console", ["cp1252", "cp437", "ascii", "utf-8"])
def test_a_console_with_another_code_page_changes_nothing(
    project: Path, usual: list[Any], console: str
) -> None:
    variables = {"PYTHONUTF8": "0", "PYTHONIOENCODING": console}
    command = [sys.executable, "-X", "warn_default_encoding", "-m", "evenhand"]
    made = _checked(project, command, **variables)

    assert _functions(made) == usual
    assert "EncodingWarning" not in made.stderr


def test_a_system_without_fork_and_proc_finds_the_same(
    project: Path, usual: list[Any], tmp_path: Path
) -> None:
    python = _python(tmp_path, LIKE_WINDOWS)

    made = _checked(project, [python, "-m", "evenhand"], python)

    assert _functions(made) == usual


@pytest.mark.parametrize("processes", ["fork", "spawn"])
def test_doctor_says_how_processes_are_made(project: Path, processes: str) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "evenhand", "doctor", "--format", "json"],
        cwd=project,
        env={**os.environ, "EVENHAND_PROCESSES": processes},
        capture_output=True,
        timeout=300,
    )

    assert json.loads(made.stdout)["processes"] == processes


def _python(folder: Path, first: str) -> str:
    """This Python, and all that it starts as itself, after some statements."""
    file = folder / "python"
    file.write_text(f'#!/bin/sh\nPYTHONPATH="{folder}" exec "{sys.executable}" "$@"\n')
    file.chmod(0o755)
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.executable = '{file}'\n{first}")
    return str(file)


def _checked(
    project: Path, command: list[str], python: str = sys.executable, **variables: str
) -> subprocess.CompletedProcess[str]:
    options = ["check", "--isolated", "--format", "json", "-j", "1", "--python", python]
    made = subprocess.run(
        [*command, *options, str(project)],
        env={**os.environ, **variables, "EVENHAND_NO_CACHE": "1"},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=600,
    )
    assert made.returncode == 1, made.stderr
    assert "Traceback" not in made.stderr
    return made


def _functions(made: subprocess.CompletedProcess[str]) -> list[Any]:
    """The functions of a report, without what each took."""
    functions: list[Any] = json.loads(made.stdout)["functions"]
    for function in functions:
        for verdict in function["verdicts"]:
            del verdict["seconds"]
    return functions
