"""`evenhand doctor`: what a check would meet here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def doctor(cwd: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """Exit status and document."""
    command = [sys.executable, "-m", "evenhand", "doctor", "--format", "json", *options]
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    return run.returncode, json.loads(run.stdout)


def test_it_names_the_python_and_the_walls(tmp_path: Path) -> None:
    status, told = doctor(tmp_path, "--python", sys.executable)

    assert status == 0
    assert told["python"] == sys.executable
    assert told["python_version"] == ".".join(map(str, sys.version_info[:3]))
    assert told["isolation"] in ("strong", "basic")
    assert bool(told["isolation_problems"]) is (told["isolation"] == "basic")


@pytest.mark.parametrize("level", ["basic", "static"])
def test_less_may_be_asked_for(tmp_path: Path, level: str) -> None:
    status, told = doctor(tmp_path, "--isolation", level)

    assert status == 0
    assert (told["isolation"], told["walls"], told["isolation_problems"]) == (level, [], [])


def test_a_folder_that_asks_for_less_is_named(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.evenhand]\nisolation = "basic"\n')

    status, told = doctor(tmp_path)

    assert status == 1
    assert "`isolation` may not be set there" in told["problems"][0]


def test_what_is_no_python_is_a_problem(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_text("#!/bin/sh\nexit 3\n")
    nothing.chmod(0o755)

    status, told = doctor(tmp_path, "--python", str(nothing))

    assert status == 1
    assert told["problems"] == [f"cannot start {nothing} as Python: it ended with status 3"]


def test_a_person_reads_a_table(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "evenhand", "doctor", "--isolation", "basic"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)

    assert "Isolation" in run.stdout
    assert "basic: limits and a tripwire, but no complete wall" in " ".join(run.stdout.split())
