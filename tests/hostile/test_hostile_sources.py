"""Sources and names that are made to be trouble."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FEE = "def fee(age):\n    return 10 if age > 65 else 20\n"
SOURCES = {
    "a million functions": "".join(f"def f{i}(age): return age > {i % 90}\n" for i in range(10**6)),
    "a gigantic number": f"N = {'9' * 5_000_000}\n{FEE}",
    "a gigantic text": f"T = '{'a' * 30_000_000}'\n{FEE}",
    "a text below the limit": f"T = '{'a' * 1_500_000}'\n{FEE}",
    "many parentheses": f"N = {'(' * 150_000}{')' * 150_000}\n{FEE}",
    "a long sum": f"N = {'+'.join(['1'] * 30_000)}\n{FEE}",
    "many branches": f"def f(age):\n    if age: pass\n{'    elif age == 1: pass' * 3_000}\n",
    "many arguments": f"def f({', '.join(f'a{i}' for i in range(5_000))}, age): return age > 65\n",
    "nul bytes": f"N = '\0'\n{FEE}",
    "a name of many letters": f"def {'f' * 100_000}(age): return age > 65\n",
    "an unknown encoding": f"# coding: nothing\n{FEE}",
    "lone halves of characters": f"T = '\\ud800'\n{FEE}",
    "page breaks": f"\f\n{FEE}",
}


NAMES = ("two\nlines.py", "ta\tb.py", "quo'te\".py", "-v.py", "ü.py")


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One check of all sources, each in a file that is called by its number."""
    folder = tmp_path_factory.mktemp("sources")
    for number, text in enumerate(SOURCES.values()):
        (folder / f"subject{number}.py").write_text(text)
    status, document = _checked(folder)

    assert status == 2
    return document


@pytest.mark.parametrize("what", SOURCES)
def test_a_source_with(checked: Any, what: str) -> None:
    name = f"subject{list(SOURCES).index(what)}.py"
    functions = [f for f in checked["functions"] if f["path"].endswith(name)]
    told = {v["verdict"] for f in functions for v in f["verdicts"]}
    problems = [p for p in checked["summary"]["problems"] if name in p]

    assert told <= {"biased", "not_checked", "independent"}
    assert bool(told) is not bool(problems)


def test_files_with_odd_names(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).write_text(FEE)

    status, document = _checked(tmp_path)

    assert status == 1
    assert sorted(Path(f["path"]).name for f in document["functions"]) == sorted(NAMES)
    assert {v["verdict"] for f in document["functions"] for v in f["verdicts"]} == {"biased"}


def _checked(folder: Path) -> tuple[int, Any]:
    """Exit status and document of a check of `folder`, in a process that may not take much."""
    run = subprocess.run(
        [
            *("bash", "-c", 'ulimit -v 6000000; exec "$@"', "bash", sys.executable, "-m"),
            *("evenhand", "check", "--isolated", "--format", "json", "--seconds", "3", "."),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "Traceback" not in run.stderr
    return run.returncode, json.loads(run.stdout)
