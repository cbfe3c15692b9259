"""A machine on which something is missing, full or in an odd place."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
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
    project: Path, *options: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command line; it must not fail over anything."""
    run = subprocess.run(
        [sys.executable, "-m", "evenhand", "check", "--isolated", "-v", *options, "."],
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


def test_a_full_disk_is_said(project: Path, tmp_path: Path) -> None:
    """As the worker of an interpreter whose system has no space left would find it."""
    python = tmp_path / "python"
    python.write_text(
        f"#!{sys.executable}\nimport errno, os, runpy, sys\n"
        "def full(*given): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n"
        "os.mkdir = full\nsys.argv = [a for a in sys.argv[1:] if a != '-s']\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    python.chmod(0o755)

    run = check(project, "--python", str(python))

    assert "cannot make a folder for temporary files (No space left on device)" in run.stdout


def test_a_home_that_cannot_be_written_is_no_hindrance(project: Path) -> None:
    run = check(project, environment={"HOME": "/proc", "XDG_CACHE_HOME": "/proc/none"})

    assert run.returncode == 1


def test_an_interpreter_that_is_missing_is_named(project: Path) -> None:
    run = check(project, "--python", "/nowhere/python")

    assert run.returncode == 2
    assert "/nowhere/python" in run.stderr


@pytest.mark.parametrize("name", ["p ä t h", "quo'te", "日本語", "with\nline"])
def test_an_interpreter_may_live_anywhere(project: Path, tmp_path: Path, name: str) -> None:
    home = tmp_path / name
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
