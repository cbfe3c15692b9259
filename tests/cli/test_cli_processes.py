"""The processes of `evenhand check`: one that dies, and how all of them end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BIASED = """
def fee(age, gender):
    if gender == "female":
        return 20
    return 10
"""
ENDLESS = """
def fee(gender):
    while gender:
        pass
"""


def processes() -> Iterator[tuple[int, int, str]]:
    """Every living process: its id, its parent's, and its command line."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if state != "Z":
            yield int(folder.name), int(parent), command


def descendants(ancestor: int) -> list[tuple[int, str]]:
    found, wanted = [], {ancestor}
    for pid, parent, command in sorted(processes()):
        if parent in wanted:
            wanted.add(pid)
            found.append((pid, command))
    return found


def wait_until(condition: Any, seconds: float = 300.0) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.02)
    raise AssertionError("waited in vain")


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """The folder for temporary files of a run."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


@pytest.fixture
def endless(
    tmp_path: Path, scratch: Path, request: pytest.FixtureRequest
) -> Iterator[subprocess.Popen[str]]:
    """A run of two processes over files with functions that never end: a second for each."""
    for i in range(getattr(request, "param", 4)):
        (tmp_path / f"endless_{i}.py").write_text(ENDLESS)
    (tmp_path / "fees.py").write_text(BIASED)
    command = [sys.executable, "-m", "evenhand", "check", "--jobs", "2", "--seconds", "60"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(scratch)},
    ) as process:
        yield process
        process.kill()


def lanes(ancestor: int) -> list[int]:
    """The processes of a run in which a function is running: in a child of a worker of theirs."""
    engines = [pid for pid, parent, _ in processes() if parent == ancestor]
    return [pid for pid in engines if len(descendants(pid)) > 1]


def test_a_process_that_dies_costs_its_own_file_only(endless: subprocess.Popen[str]) -> None:
    os.kill(wait_until(lambda: lanes(endless.pid))[0], signal.SIGKILL)

    out, err = endless.communicate(timeout=300)

    assert endless.returncode == 2
    (problem,) = err.splitlines()
    assert problem.startswith("evenhand: endless_")
    assert "the process that checked it died" in problem
    assert "fees.py:2:5: EVH001" in out
    assert "1 file could not be read" in out


@pytest.mark.parametrize("endless", [100], indirect=True, ids=["a hundred files"])
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_ending_it_leaves_nothing_behind(
    endless: subprocess.Popen[str], scratch: Path, ending: signal.Signals
) -> None:
    wait_until(lambda: len(lanes(endless.pid)) == 2)
    family = descendants(endless.pid)

    endless.send_signal(ending)
    _, err = endless.communicate(timeout=300)

    assert "Traceback" not in err, err
    assert endless.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(ending, -ending)
    wait_until(lambda: not {pid for pid, *_ in processes()} & {pid for pid, _ in family})
    assert list(scratch.iterdir()) == []
