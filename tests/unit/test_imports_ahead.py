"""Files of the workspace are compiled for other processes, and nothing else is looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from evenhand.check.worker import imports_ahead
from evenhand.check.worker.importing import COMPILED
from evenhand.check.worker.imports_ahead import ImportsAhead


@pytest.fixture(autouse=True)
def nothing_compiled() -> Iterator[None]:
    COMPILED.clear()
    yield
    COMPILED.clear()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def compiled(project: Path, *files: Path) -> set[str]:
    """The names of the files that are compiled if a process names these."""
    ahead = ImportsAhead()
    ahead.note(list(map(str, files)))
    ahead.compile((str(project),))
    return {Path(path).name for path, _ in COMPILED}


def test_a_file_of_the_workspace_is_compiled_as_it_stands(project: Path) -> None:
    file = project / "limits.py"
    file.write_text("OLDEST = 60\ndef is_old(age):\n    return age > OLDEST\n")

    assert compiled(project, file) == {"limits.py"}
    assert list(COMPILED) == [(str(file), file.read_bytes())]


def test_nothing_outside_of_the_workspace_is_read(project: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret.py"
    outside.write_text("PASSWORD = 1\n")
    link = project / "link.py"
    link.symlink_to(outside)
    folder = project / "folder"
    folder.symlink_to(tmp_path)

    around = project / ".." / "secret.py"
    assert compiled(project, outside, link, folder / "secret.py", around) == set()


def test_what_is_no_regular_file_is_not_waited_for(project: Path) -> None:
    pipe = project / "pipe.py"
    os.mkfifo(pipe)
    (project / "folder.py").mkdir()

    assert compiled(project, pipe, project / "folder.py", project / "nowhere.py") == set()


def test_what_cannot_be_compiled_is_left_to_whoever_imports_it(project: Path) -> None:
    broken, deep, data = (project / name for name in ("broken.py", "deep.py", "data.txt"))
    broken.write_text("def f(:\n")
    deep.write_text("x = " + "(" * 5_000 + "1" + ")" * 5_000)
    data.write_text("x = 1\n")

    assert compiled(project, broken, deep, data) == set()


def test_there_is_an_end_to_it(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports_ahead, "MOST_FILES", 2)
    monkeypatch.setattr(imports_ahead, "LARGEST", 100)
    files = [project / f"part_{number}.py" for number in range(4)]
    for file in files:
        file.write_text("x = 1\n")
    files[0].write_text("x = 1\n" * 100)

    assert compiled(project, *files) == {"part_1.py", "part_2.py"}
