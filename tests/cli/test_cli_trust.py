"""The Python of a checked folder is started only if somebody has agreed to that."""

from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from ready import copied

SCORE = """\
def score(years, gender):
    return years * 2 + (10 if gender == "male" else 0)
"""


class Clone:
    """A stranger's folder with a Python of its own, which leaves a mark when it is started."""

    def __init__(self, root: Path) -> None:
        self.root, self.mark = root / "clone", root / "mark"
        self.python = self.root / ".venv/bin/python"
        self.python.parent.mkdir(parents=True)
        self.python.write_text(
            f"#!/bin/sh\ntouch {shlex.quote(str(self.mark))}\n"
            f'exec {shlex.quote(sys.executable)} "$@"\n'
        )
        self.python.chmod(0o755)
        (self.root / "rating.py").write_text(SCORE)

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """`evenhand` in the folder, without a terminal."""
        self.mark.unlink(missing_ok=True)
        return subprocess.run(
            copied([sys.executable, "-P", "-m", "evenhand", *arguments]),
            cwd=self.root,
            env={**os.environ, "EVENHAND_NO_CACHE": "1", **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def ask(self, answer: str) -> str:
        """What a person at a terminal is told, who answers so."""
        self.mark.unlink(missing_ok=True)
        terminal, line = pty.openpty()
        command = [sys.executable, "-P", "-m", "evenhand", "check", "-q", "--no-cache"]
        with subprocess.Popen(
            copied(command), cwd=self.root, stdin=line, stderr=line, stdout=subprocess.DEVNULL
        ) as process:
            os.close(line)
            os.write(terminal, answer.encode())
            said = b"".join(iter(lambda: _portion(terminal), b""))
            process.wait(300)
        os.close(terminal)
        return " ".join(said.decode().split())

    @property
    def was_started(self) -> bool:
        return self.mark.exists()


def _portion(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says so at the end
        return b""


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["check", "rating.py"],
        ["check", "--deep"],
        ["fix"],
        ["doctor"],
        ["mcp"],
        ["study", "solar", "--from", "answers.jsonl"],
    ],
)
def test_it_is_not_started_unasked(clone: Clone, command: list[str]) -> None:
    answer = {"code": SCORE, "task": 1}
    (clone.root / "answers.jsonl").write_text(json.dumps(answer) + "\n")
    done = clone.run(*command)

    assert not clone.was_started
    if command != ["mcp"] or "needs the package" not in done.stderr:
        assert f"`evenhand trust {clone.root}`" in " ".join((done.stdout + done.stderr).split())


def test_one_sentence_says_what_runs_the_code_and_what_to_do(clone: Clone) -> None:
    done = clone.run("check", "--format", "json", ".")
    summary = json.loads(done.stdout)["summary"]
    (line,) = done.stderr.splitlines()

    assert done.returncode == 1
    assert line == f"evenhand: {summary['notes'][0]}"
    assert "Evenhand's own Python" in line
    assert line.endswith("or --trust for one run")
    assert (summary["python"], summary["problems"]) == (sys.executable, [])


def test_a_folder_is_trusted_until_that_is_taken_back(clone: Clone) -> None:
    agreed = clone.run("trust", ".")
    trusted = clone.run("check")
    assert clone.was_started

    listed = clone.run("trust", "--list")
    removed = clone.run("trust", "--remove", ".")
    again = clone.run("check")

    assert (agreed.returncode, trusted.stderr) == (0, "")
    assert listed.stdout == f"trusted  {clone.root}\n"
    assert removed.returncode == 0
    assert not clone.was_started
    assert "not trusted" in again.stderr
    assert sorted(os.listdir(clone.root)) == [".venv", "rating.py"]


def test_one_run_may_be_trusted(clone: Clone) -> None:
    for arguments, variables in (
        (["--trust"], {}),
        ([], {"EVENHAND_TRUST": "1"}),
        (["--python", ".venv"], {}),
    ):
        done = clone.run("check", *arguments, **variables)
        assert clone.was_started
        assert done.stderr == ""

    clone.run("check", EVENHAND_TRUST="0")
    assert not clone.was_started


def test_an_active_environment_was_chosen_by_the_user(clone: Clone) -> None:
    clone.run("check", VIRTUAL_ENV=str(clone.root / ".venv"))
    assert clone.was_started

    clone.run("check", VIRTUAL_ENV=".venv")
    assert not clone.was_started


def test_nothing_is_asked_or_said_where_nothing_runs(clone: Clone) -> None:
    done = clone.run("check", "--no-run")

    assert done.stderr == ""
    assert not clone.was_started


def test_a_person_at_a_terminal_is_asked_once(clone: Clone) -> None:
    first = clone.ask("y\n")
    assert clone.was_started
    second = clone.ask("")

    assert str(clone.python) in first
    assert "Start it, now and in later runs? [y/N]" in first
    assert clone.was_started
    assert "[y/N]" not in second


def test_no_is_an_answer_too(clone: Clone) -> None:
    first, second = clone.ask("n\n"), clone.ask("")

    assert not clone.was_started
    assert "[y/N]" in first
    assert "[y/N]" not in second
    assert "not trusted" in second


def test_trust_in_a_folder_is_none_in_what_lies_below(clone: Clone) -> None:
    below = Clone(clone.root)
    clone.run("trust", ".")
    (below.root / ".git").mkdir()
    below.run("check", ".")

    assert not below.was_started


def test_settings_of_the_folder_choose_no_python(clone: Clone) -> None:
    (clone.root / "pyproject.toml").write_text(
        '[tool.evenhand]\npython = ".venv"\ninterpreter = ".venv"\ntrust = true\n'
    )
    done = clone.run("check")

    assert not clone.was_started
    assert "`python` may not be set there" in done.stderr


@pytest.mark.parametrize("name", ["python3", "python", "python3.12"])
def test_a_name_is_not_looked_for_in_the_folder(clone: Clone, name: str) -> None:
    """Not as the folder of an environment, nor by entries of the PATH that lead there."""
    inside = clone.root / name / "bin"
    inside.mkdir(parents=True)
    (inside / "python").symlink_to(clone.python)
    (clone.root / "tools").mkdir()
    (clone.root / "tools" / name).symlink_to(clone.python)
    entries = ["", ".", "tools", str(clone.root / "tools"), os.environ["PATH"]]
    clone.run("check", "--python", name, PATH=os.pathsep.join(entries))

    assert not clone.was_started


def test_modules_beside_the_code_are_not_those_of_the_worker(clone: Clone) -> None:
    """Python looks for some modules by itself; in the checked folder it finds none."""
    trap = textwrap.dedent(f"open({str(clone.mark)!r}, 'w').close()\n")
    for name in ("sitecustomize", "usercustomize", "json", "ast", "click", "evenhand", "runpy"):
        (clone.root / f"{name}.py").write_text(trap)
    (clone.root / "paths.pth").write_text(f"import os; {trap}")
    (clone.root / "pyvenv.cfg").write_text(f"home = {clone.python.parent}\n")
    for index in range(12):  # enough for several processes
        (clone.root / f"rating{index}.py").write_text(SCORE)
    script = Path(sys.executable).with_name("evenhand")
    done = subprocess.run(
        [script, "check", "--jobs", "2", "--exclude", ",".join(["json.py", "ast.py"]), "."],
        cwd=clone.root,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert not clone.was_started
    assert "Found 13 functions that treat people differently" in done.stdout, done.stderr
