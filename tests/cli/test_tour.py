"""What a newcomer sees: `make run` and the tutorial print what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOUR = Path(__file__).with_name("tour.txt")
TUTORIAL = ROOT / "docs" / "tutorial.md"
MOST_LINES = 80
SECONDS = re.compile(r"\(\d+\.\d s\)")
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def printed(command: list[str], folder: Path) -> str:
    """What a command prints, without what differs from run to run."""
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    run = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return without_seconds(run.stdout)


def without_seconds(text: str) -> str:
    return SECONDS.sub("(0.0 s)", text)


def test_the_tour_prints_what_is_written_down() -> None:
    tour = printed(["scripts/tour.sh"], ROOT)

    assert tour == without_seconds(TOUR.read_text(encoding="utf-8"))
    assert len(tour.splitlines()) <= MOST_LINES


def test_the_tutorial_is_true_from_the_first_step_to_the_last(tmp_path: Path) -> None:
    blocks = BLOCK.findall(TUTORIAL.read_text(encoding="utf-8"))
    (_, lending), *steps, (_, test) = blocks
    source = tmp_path / "lending.py"
    source.write_text(lending, encoding="utf-8")

    for language, text in steps:
        if language == "python":
            _comment, definition = text.splitlines()
            edited = source.read_text(encoding="utf-8").replace(f"{definition}\n", text)
            source.write_text(edited, encoding="utf-8")
        else:
            command, _, output = text.removeprefix("$ ").partition("\n")
            assert printed(command.split(), tmp_path) == without_seconds(output)

    (tmp_path / "test_lending.py").write_text(test, encoding="utf-8")
    assert "1 passed" in printed([sys.executable, "-m", "pytest", "-q"], tmp_path)


def test_the_tutorial_begins_with_an_example() -> None:
    lending = (ROOT / "examples" / "lending.py").read_text(encoding="utf-8")

    assert f"```python\n{lending}```" in TUTORIAL.read_text(encoding="utf-8")
