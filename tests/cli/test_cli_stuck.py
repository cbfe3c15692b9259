"""Files that hold up the reading, in a folder of ordinary ones: only they are not checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ready import copied

PROGRAM = Path(__file__).parents[1] / "lsp" / "stuck.py"
ORDINARY = 10
BIASED = 'def fee_{number}(days, sex):\n    return days * 2 + (1{number} if sex == "male" else 0)\n'
STUCK = {
    "a_match.py": "out of time: could not be read within 4 s",
    "fees_07_fill.py": "needs more memory to be read than it may take",
}
"""The first is the first of all, and the other is among the ordinary ones."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(ORDINARY):
        (tmp_path / f"fees_{number:02}.py").write_text(BIASED.format(number=number))
    for name in STUCK:
        kind = Path(name).stem.rpartition("_")[2]
        (tmp_path / name).write_text(f"# says {kind}\n" + BIASED.format(number=99))
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = copied([sys.executable, str(PROGRAM), *arguments, "."])
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_other_file_is_checked(folder: Path, jobs: str) -> None:
    made = run(folder, "check", "--jobs", jobs)

    assert made.returncode == 2
    for name, problem in STUCK.items():
        assert f"evenhand: {name}: {problem}" in made.stderr
    for number in range(ORDINARY):
        assert f"fees_{number:02}.py:1:5: EVH001 `fee_{number}`" in made.stdout
    assert "2 files could not be read" in made.stdout
    assert "Traceback" not in made.stderr


def test_every_other_file_is_repaired(folder: Path) -> None:
    made = run(folder, "fix", "--write")

    assert made.returncode == 2
    for name, problem in STUCK.items():
        assert f"evenhand: {name}: {problem}" in made.stderr
        assert "fee_99" in (folder / name).read_text()
    for number in range(ORDINARY):
        assert "if sex" not in (folder / f"fees_{number:02}.py").read_text()
