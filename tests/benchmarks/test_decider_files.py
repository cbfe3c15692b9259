"""What decides in `fixtures/deciders`: how much of it is found, and how much of that is right.

Models, prompts and queries are read alone here, and only frames run; what runs add to reading is
in `docs/deciders.md`.
"""

from __future__ import annotations

import pytest
from benchmarks.decider_files import FOLDER, Checked, checked, labels, precision, recall

FRAMES = ("with_pandas", "with_polars")


@pytest.fixture(scope="module")
def files() -> tuple[Checked, ...]:
    run = [file for library in FRAMES for file in checked(FOLDER / library)]
    read = [file for file in checked(FOLDER, "--no-run") if file.label.library not in FRAMES]
    return (*read, *run)


def test_each_file_has_a_label_and_each_label_a_file() -> None:
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.py")}

    assert {label.name for label in labels()} == there
    assert all((label.holds == "leak") == bool(label.leaks) for label in labels())


@pytest.mark.parametrize(
    ("channel", "least_precision", "least_recall"),
    [("model", 0.99, 0.9), ("prompt", 0.9, 0.9), ("query", 0.99, 0.9), ("frame", 0.85, 0.99)],
)
def test_what_decides_is_found_and_little_else(
    files: tuple[Checked, ...], channel: str, least_precision: float, least_recall: float
) -> None:
    own = [file for file in files if file.label.channel == channel]
    astray = "\n".join(f"{file.label.name}: {file}" for file in own if str(file))
    right, found = precision(own).value, recall(own).value

    assert right is not None
    assert found is not None
    assert right >= least_precision, astray
    assert found >= least_recall, astray
