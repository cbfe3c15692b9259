"""The cache as people meet it: a second run, two at once, other options, and its own command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ready import copied

BIASED = """
def fee(age, gender):
    if gender == "female":
        return 20
    return 10
"""
EVEN = """
def total(prices):
    return sum(prices)
"""
COMMAND = [sys.executable, "-m", "evenhand"]


def evenhand(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        copied([*COMMAND, *arguments]),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, **environment},
    )


def known(run: subprocess.CompletedProcess[str]) -> tuple[int, int]:
    """How many of how many files were known, as the statistics say."""
    numbers = re.search(r"([\d,]+) of ([\d,]+) files? known", run.stderr)
    assert numbers is not None, run.stderr
    return int(numbers[1]), int(numbers[2])


def findings(run: subprocess.CompletedProcess[str]) -> Any:
    return json.loads(run.stdout)["functions"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "fees.py").write_text(BIASED)
    (folder / "prices.py").write_text(EVEN)
    return folder


JSON = ("check", "--format", "json", "--statistics")


def test_the_second_run_says_the_same_and_runs_nothing(project: Path) -> None:
    first = evenhand(*JSON, cwd=project)
    second = evenhand(*JSON, cwd=project)

    assert (known(first), known(second)) == ((0, 2), (2, 2))
    assert findings(second) == findings(first)
    assert second.returncode == first.returncode == 1
    assert "0 calls" in second.stderr
    isolation = [json.loads(run.stdout)["summary"]["isolation"] for run in (first, second)]
    assert isolation[0] == isolation[1] != "static"


def test_only_what_has_changed_is_checked(project: Path) -> None:
    evenhand(*JSON, cwd=project)
    (project / "prices.py").write_text(BIASED)

    run = evenhand(*JSON, cwd=project)

    assert known(run) == (1, 2)
    assert {function["path"] for function in findings(run)} == {"fees.py", "prices.py"}


def test_findings_are_selected_anew(project: Path) -> None:
    """What is shown is decided after the check, so that other choices find the same reports."""
    evenhand(*JSON, cwd=project)

    run = evenhand(*JSON, "--ignore", "EVH001", cwd=project)

    assert known(run) == (2, 2)
    assert run.returncode == 0


def test_audits_use_what_checks_have_kept(project: Path) -> None:
    for command in (("init", "-q"), ("add", "prices.py"), ("commit", "-q", "-m", "Begin")):
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *command]
        subprocess.run(git, cwd=project, check=True)
    evenhand(*JSON, cwd=project)

    run = evenhand("audit", "--since", "HEAD", "--statistics", cwd=project)

    assert known(run) == (1, 1)
    assert run.returncode == 1


@pytest.mark.parametrize("how", ["option", "environment"])
def test_without_the_cache_nothing_is_used_or_kept(
    project: Path, cache_home: Path, how: str
) -> None:
    evenhand(*JSON, cwd=project)
    before = sorted(cache_home.rglob("*"))
    (project / "other.py").write_text(EVEN)

    option = ("--no-cache",) if how == "option" else ()
    environment = {} if how == "option" else {"EVENHAND_NO_CACHE": "1"}
    run = evenhand(*JSON, *option, cwd=project, **environment)

    assert known(run) == (0, 3)
    assert sorted(cache_home.rglob("*")) == before


def test_two_at_once(project: Path) -> None:
    for number in range(6):
        (project / f"fees_{number}.py").write_text(BIASED)
    command = [*COMMAND, *JSON]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    both = [subprocess.Popen(command, cwd=project, text=True, **pipes) for _ in range(2)]  # type: ignore[call-overload]

    outputs = [process.communicate(timeout=300) for process in both]

    texts = [json.loads(out)["functions"] for out, _ in outputs]
    witnesses = [[v["witness"] for f in text for v in f["verdicts"]] for text in texts]
    assert witnesses[0] == witnesses[1]
    assert [process.returncode for process in both] == [1, 1]
    assert known(evenhand(*JSON, cwd=project)) == (8, 8)


def test_a_folder_cannot_bring_its_own_cache(project: Path, tmp_path: Path) -> None:
    inside = {"XDG_CACHE_HOME": str(project / ".cache")}
    evenhand(*JSON, cwd=project, **inside)

    assert known(evenhand(*JSON, cwd=project, **inside)) == (0, 2)
    evenhand(*JSON, cwd=project, XDG_CACHE_HOME=".cache", HOME=str(tmp_path / "home"))
    assert list((project / ".cache").rglob("*.json")) == []


def test_a_cache_that_cannot_be_written_is_no_error(project: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = {"XDG_CACHE_HOME": str(tmp_path / "file")}

    runs = [evenhand(*JSON, cwd=project, **nowhere) for _ in range(2)]

    assert [run.returncode for run in runs] == [1, 1]
    assert known(runs[1]) == (0, 2)


def test_the_command_shows_and_deletes_what_is_kept(project: Path, cache_home: Path) -> None:
    evenhand(*JSON, cwd=project)

    path = evenhand("cache", "path", cwd=project).stdout.strip()
    assert Path(path).is_relative_to(cache_home)
    size = evenhand("cache", "size", cwd=project).stdout
    assert re.fullmatch(r"\d+\.\d MB in \d+ files\n", size)

    assert "Deleted" in evenhand("cache", "clear", cwd=project).stderr
    assert evenhand("cache", "size", cwd=project).stdout == "0.0 MB in 0 files\n"
    assert known(evenhand(*JSON, cwd=project)) == (0, 2)


def test_statistics_say_where_the_time_went(project: Path) -> None:
    run = evenhand("check", "--statistics", "--no-cache", cwd=project)

    assert re.search(r"s to read: \d+ of 2 functions", run.stderr)
    assert re.search(r"s to run: 1 function, [\d,]+ calls", run.stderr)
    assert "Found 1 function" in run.stdout
