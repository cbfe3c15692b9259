"""A machine on which something is missing, full or in an odd place."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = "def fee(age):\n    return 10 if age > 65 else 20\n"
SERVER = Path(__file__).parents[2] / "server"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    made.mkdir()
    (made / "fees.py").write_text(SOURCE)
    return made


def check(
    project: Path,
    *options: str,
    environment: dict[str, str] | None = None,
    program: str = "",
    descriptors: int = 0,
) -> subprocess.CompletedProcess[str]:
    """Run the command line; it must not fail over anything.

    `program` runs before it in its process, which may have so many `descriptors`.
    """
    main = f"{program}\nimport runpy; runpy.run_module('evenhand', run_name='__main__')"
    limit = ["prlimit", f"--nofile={descriptors}"] if descriptors else []
    run = subprocess.run(
        [*limit, sys.executable, "-c", main, "check", "--isolated", "-v", *options, "."],
        cwd=project,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "Traceback" not in run.stdout + run.stderr
    return run


@pytest.mark.parametrize("temp", ["missing", "a file"])
def test_another_folder_is_taken_where_that_for_temporary_files_is_none(
    project: Path, tmp_path: Path, temp: str
) -> None:
    (tmp_path / "a file").write_text("")

    run = check(project, environment={"TMPDIR": str(tmp_path / temp)})

    assert run.returncode == 1
    assert "EVH001" in run.stdout


@dataclass(frozen=True)
class Shortage:
    """What a run lacks, and what it says of that."""

    said: str
    options: tuple[str, ...] = ()
    python: str = ""
    """What the interpreter of the worker does first, if that is not the usual one."""
    program: str = ""
    """What the command line itself does first."""
    descriptors: int = 0
    """How many files a process may have open, if that is limited."""


WITHOUT_WALLS = "import ctypes\nctypes.CDLL = None"
SHORTAGES = {
    "a full disk": Shortage(
        "cannot make a folder for temporary files (No space left on device)",
        python="def full(*given): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n"
        "os.mkdir = full",
    ),
    "few processes": Shortage(
        "could not start: Resource temporarily unavailable",
        python="def few(): raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))\n"
        "os.fork = few",
    ),
    "a process that cannot be set up": Shortage(
        "its process could not be set up: it ended with 70",
        python="real = os.dup2\n"
        "def few(old, new, inheritable=True):\n"
        "    if new > 2: raise OSError(errno.EBADF, os.strerror(errno.EBADF))\n"
        "    return real(old, new, inheritable)\n"
        "os.dup2 = few",
    ),
    "no files for a process": Shortage(
        "its process could not be set up: [Errno 24] Too many open files",
        python="real = os.setsid\n"
        "def none(*given): raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))\n"
        "def begun(): os.open = none; real()\n"
        "os.setsid = begun",
    ),
    "an interpreter that does not start": Shortage(
        "as Python: it ended with status 3", python="sys.exit(3)"
    ),
    "an interpreter that says something else": Shortage(
        "as Python: its answers are not a worker's", python="print('hello'); sys.exit()"
    ),
    "no walls": Shortage(
        "nothing runs below `strong`", ("--isolation", "strong"), python=WITHOUT_WALLS
    ),
    "no WebAssembly": Shortage("isolation `wasm` is not installed", ("--isolation", "wasm")),
    "few descriptors": Shortage("Too many open files", descriptors=18),
    "no temporary folder": Shortage(
        "there is no folder for temporary files",
        program="import os, tempfile\n"
        "real = os.access\n"
        "os.access = lambda path, mode: not mode & os.W_OK and real(path, mode)\n"
        "def none(*given): raise FileNotFoundError(2, 'none')\n"
        "tempfile.gettempdir = none",
    ),
}


@pytest.mark.parametrize("name", SHORTAGES)
def test_a_run_that_could_run_nothing_says_so_first_once_and_is_not_remembered(
    project: Path, tmp_path: Path, name: str
) -> None:
    shortage, other = SHORTAGES[name], project / "other.py"
    other.write_text("def price(gender):\n    return 1 if gender == 'male' else 2\n" * 2)
    python = _interpreter(tmp_path, shortage.python) if shortage.python else Path(sys.executable)
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "EVENHAND_RUNTIME": str(tmp_path)}

    run = check(
        project, "--python", str(python), *shortage.options, "-j", "1", environment=cache,
        program=shortage.program, descriptors=shortage.descriptors,
    )  # fmt: skip

    assert run.returncode == 2, run.stdout + run.stderr
    assert run.stderr.startswith("evenhand: not everything was checked: ")
    assert run.stderr.count(shortage.said) == 1
    assert shortage.said not in run.stdout
    assert "3 functions could not be checked" in run.stdout

    if shortage.python:  # it is mended where it is, so that nothing but the shortage has changed
        _interpreter(tmp_path, "pass")
    again = check(project, "--python", str(python), "-j", "1", environment=cache)
    assert again.returncode == 1
    assert again.stdout.count("EVH001") == 3
    assert "not checked" not in again.stdout + again.stderr


def test_what_can_be_done_with_little_is_done(project: Path) -> None:
    """64 descriptors are what `ulimit` gives on some machines; who ignores the ends of processes
    hands that down to all that it starts."""
    few = check(project, "--no-cache", descriptors=64)
    deaf = check(project, "--no-cache", program="import signal\n"
                 "signal.signal(signal.SIGCHLD, signal.SIG_IGN)")  # fmt: skip

    for run in (few, deaf):
        assert run.returncode == 1, run.stderr
        assert run.stdout.count("EVH001") == 1


@pytest.mark.parametrize("statement", ["os._exit(70)", "os._exit(71)", "os.kill(os.getpid(), 11)"])
def test_code_that_ends_its_process_is_no_problem_of_the_run(project: Path, statement: str) -> None:
    (project / "fees.py").write_text(f"import os\n{SOURCE}{statement}\n")

    run = check(project, "--isolation", "basic", "--no-cache")

    assert run.returncode in (0, 1)
    assert run.stderr == ""


def _interpreter(folder: Path, first: str) -> Path:
    """An interpreter that does something before it becomes the usual one."""
    python = folder / "python"
    python.write_text(
        f"#!{sys.executable}\nimport errno, os, runpy, sys\n{first}\n"
        "sys.argv = [a for a in sys.argv[1:] if a != '-s']\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    python.chmod(0o755)
    return python


def test_a_home_that_cannot_be_written_is_no_hindrance(project: Path) -> None:
    run = check(project, environment={"HOME": "/proc", "XDG_CACHE_HOME": "/proc/none"})

    assert run.returncode == 1


def test_an_interpreter_that_is_missing_is_named(project: Path) -> None:
    run = check(project, "--python", "/nowhere/python")

    assert run.returncode == 2
    assert "/nowhere/python" in run.stderr


def test_an_interpreter_may_live_anywhere(project: Path, tmp_path: Path) -> None:
    home = tmp_path / "p ä t h" / "quo'te" / "日本語 with\nline"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)

    run = check(project, "--python", str(home / "bin" / "python"))

    assert run.returncode == 1
    assert "EVH001" in run.stdout


def test_an_interpreter_that_is_removed_meanwhile_is_said(project: Path, tmp_path: Path) -> None:
    """It starts once, and is not there when a replay would need another."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nrm -- "$0"\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (project / "odd.py").write_text(
        "def fee(age):\n    return {str(age), 'a', 'b'} and hash('a')\n"
    )

    run = check(project, "--python", str(python), "-j", "1")

    assert run.returncode in (0, 1)
    assert "EVH001" in run.stdout


def test_no_time_limit_depends_on_the_clock_of_the_wall() -> None:
    """A clock that jumps must neither end a check nor keep it.

    `time.time` is only recorded, and compared with the times at which files were written. In a
    worker the clock stands still.
    """
    package = SERVER / "evenhand"
    records = {
        *(package / "assistants" / "ledger").glob("*.py"),
        package / "clock.py",
        package / "check" / "imports" / "file_digests.py",
        package / "check" / "sandbox" / "wasm_snapshots.py",
        package / "check" / "worker" / "date_look_alikes.py",
    }
    uses = [
        f"{path.relative_to(SERVER)}: {use}"
        for path in sorted({*SERVER.rglob("*.py")} - records)
        for use in _uses_of_the_clock(path)
    ]

    assert uses == []


def _uses_of_the_clock(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            name = ast.unparse(node)
            if name == "time.time" or re.fullmatch(r"(datetime\.)?datetime\.(utc)?now", name):
                yield name
