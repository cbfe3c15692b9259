"""`evenhand check --watch`: real processes, real files, and what is printed when these change."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

BIASED = """def fee(age, gender):
    if gender == "female":
        return 20
    return 10
"""
EVEN = """def fee(age, gender):
    return 10
"""
COMMAND = [sys.executable, "-m", "evenhand", "check", "--watch", "--no-cache"]
ENDS = "Watching "
"""What the last line of each run begins with."""


class Watching:
    """A process that watches a folder."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        self.output: IO[str] = process.stdout

    def run(self) -> str:
        """What is printed until the end of the next run."""
        lines: list[str] = []
        for line in self.output:
            lines.append(line)
            if line.startswith(ENDS):
                return "".join(lines)
        raise AssertionError(f"it has ended after {lines}")

    def interrupted(self) -> int:
        """The exit status after Ctrl+C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)


@contextmanager
def watching(folder: Path, *options: str) -> Iterator[Watching]:
    with subprocess.Popen(
        [*COMMAND, *options, "."],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Watching(process)
        finally:
            process.kill()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "fees.py").write_text(BIASED)
    (folder / "other.py").write_text(BIASED.replace("fee", "price"))
    return folder


def test_what_changes_is_checked_again_and_nothing_else_is_printed(project: Path) -> None:
    with watching(project) as watch:
        first = watch.run()
        assert "fees.py" in first
        assert "other.py" in first

        (project / "fees.py").write_text(BIASED.replace("20", "30"))
        again = watch.run()
        assert "fees.py" in again
        assert "other.py" not in again

        (project / "fees.py").write_text(EVEN)
        assert "fees.py: nothing is left to show" in watch.run()
        assert watch.interrupted() == 1  # `other.py` has a finding still


def test_files_come_and_go(project: Path) -> None:
    with watching(project) as watch:
        watch.run()

        (project / "new.py").write_text(BIASED.replace("fee", "fare"))
        assert "new.py" in watch.run()

        (project / "other.py").unlink()
        assert "other.py is gone" in watch.run()

        (project / "new.py").write_text(EVEN)
        watch.run()
        (project / "fees.py").write_text(EVEN)
        watch.run()
        assert watch.interrupted() == 0


def test_a_file_is_checked_again_when_what_it_imports_changes(project: Path) -> None:
    (project / "rules.py").write_text("FEES = {'female': 10, 'male': 10}\n")
    (project / "fees.py").write_text(
        "from rules import FEES\n\n\ndef fee(gender):\n    return FEES.get(gender, 10)\n"
    )
    with watching(project) as watch:
        assert "fees.py" not in watch.run()

        (project / "rules.py").write_text("FEES = {'female': 20, 'male': 10}\n")
        assert "fees.py" in watch.run()


def test_what_cannot_be_read_is_said_once(project: Path) -> None:
    with watching(project, "--no-run") as watch:
        watch.run()

        (project / "fees.py").write_text("def fee(:\n")
        assert "2 files" in watch.run()
        assert watch.interrupted() == 2


def test_settings_that_change_count_at_once(project: Path) -> None:
    with watching(project) as watch:
        watch.run()

        (project / "pyproject.toml").write_text("[tool.evenhand]\nignore = ['EVH001']\n")
        assert "fees.py: nothing is left to show" in watch.run()


@pytest.mark.parametrize(
    "options",
    [
        ["--format", "json"],
        ["--write-baseline", "known.json"],
        ["--engine", "dask://localhost:1"],
        ["--output", "verdicts.parquet"],
        ["--statistics"],
        ["-"],
    ],
)
def test_contradictions_are_refused(project: Path, options: list[str]) -> None:
    paths = [] if options == ["-"] else ["."]
    ended = subprocess.run(
        [*COMMAND, *options, *paths], cwd=project, capture_output=True, text=True, timeout=60
    )

    assert ended.returncode == 2
    assert "--watch" in ended.stderr
