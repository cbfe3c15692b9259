"""The hook that the page on agents shows, run as an agent's program runs it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ready import copied

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
FEE = "def fee(age, gender):\n    return 10\n"
UNEQUAL = 'def fee(age, gender):\n    return 20 if gender == "female" else 10\n'
ALLOWED = f"# evenhand: allow(gender) the insurer's table of 2026\n{UNEQUAL}"


NO_ANSWERS = {
    "a crash": "kill -9 $$",
    "an error of its own": "exit 3",
    "an unknown status": "echo '{}'; exit 77",
    "nothing": "exit 0",
    "no JSON": "echo '{\"functions\": ['",
    "other JSON": "echo '{\"functions\": []}'",
    "a list": "echo '[]'; exit 1",
}


@pytest.fixture
def hook(tmp_path: Path) -> Path:
    """The hook, beside an `evenhand` that starts quickly."""
    start_instead(tmp_path, f'exec {shlex.join(copied([sys.executable, "-m", "evenhand"]))} "$@"')
    (script,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    file = tmp_path / "hook.py"
    file.write_text(script)
    return file


def start_instead(folder: Path, line: str) -> None:
    """Let a line of a shell be what the hook starts as `evenhand`."""
    (folder / "bin").mkdir(exist_ok=True)
    program = folder / "bin" / "evenhand"
    program.write_text(f"#!/bin/sh\n{line}\n")
    program.chmod(0o755)


def asked(hook: Path, *before: str, **edit: object) -> subprocess.CompletedProcess[str]:
    """What the hook says to an edit, in the folder of the project; `before` starts it."""
    programs = f"{hook.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [*before, sys.executable, hook],
        cwd=hook.parent,
        input=json.dumps({"tool_name": "Edit", "tool_input": edit}),
        env={**os.environ, "PATH": programs},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_an_edit_with_a_new_warning_is_stopped_with_the_two_calls(hook: Path) -> None:
    file = hook.parent / "fees.py"
    file.write_text(FEE)
    change = {"old_string": "return 10", "new_string": 'return 20 if gender == "female" else 10'}

    done = asked(hook, file_path=str(file), **change)

    assert done.returncode == 2
    reason, first, second, advice = done.stderr.splitlines()
    assert reason.startswith("`fee` is 10 higher for 'female'")
    assert first.endswith("-> 20")
    assert second.endswith("-> 10")
    assert "evenhand: allow(ATTRIBUTE) REASON" in advice


def test_a_new_file_is_looked_at_too(hook: Path) -> None:
    done = asked(hook, file_path=str(hook.parent / "new.py"), content=UNEQUAL)

    assert done.returncode == 2


def test_what_could_not_be_read_or_run_is_stopped_too(hook: Path) -> None:
    new = {"file_path": str(hook.parent / "new.py")}
    mended = hook.parent / "mended.py"
    mended.write_text("def fee(:")

    broken = asked(hook, content="def fee(:", **new)
    start_instead(hook.parent, f'exec {sys.executable} -m evenhand "$@"')
    starved = asked(hook, "prlimit", "--nofile=18", content=FEE.replace("10", "age > 9"), **new)
    whole = asked(hook, file_path=str(mended), content=FEE)

    assert (broken.returncode, starved.returncode, whole.returncode) == (2, 2, 0)
    assert "syntax error" in broken.stderr
    assert "not everything was checked: " in starved.stderr


def test_what_was_there_stops_nothing(hook: Path) -> None:
    file = hook.parent / "fees.py"
    file.write_text(ALLOWED + UNEQUAL.replace("fee", "rate"))
    even = FEE.replace("fee", "tax")

    later = asked(hook, file_path=str(file), content=f"{file.read_text()}\n\n{even}")
    page = asked(hook, file_path=str(hook.parent / "fees.md"), content="fees")

    assert [(d.returncode, d.stdout, d.stderr) for d in (later, page)] == [(0, "", "")] * 2


@pytest.mark.parametrize("what", NO_ANSWERS)
def test_what_is_no_answer_is_stopped(hook: Path, what: str) -> None:
    start_instead(hook.parent, NO_ANSWERS[what])

    done = asked(hook, file_path=str(hook.parent / "new.py"), content=FEE)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip()


def test_what_is_no_edit_is_stopped(hook: Path) -> None:
    file = hook.parent / "fees.py"
    file.write_text(FEE)

    odd = asked(hook, file_path=str(file), change="return 20")
    nowhere = asked(hook, file_path=str(file), old_string="return 11", new_string="")
    (hook.parent / "bin" / "evenhand").unlink()
    missing = asked(hook, "env", f"PATH={hook.parent}", file_path=str(file), content=FEE)

    assert [done.returncode for done in (odd, nowhere, missing)] == [2, 2, 2]
    assert "the text to replace is not in the file" in nowhere.stderr


def test_what_an_edit_allows_for_itself_is_named_to_the_user(hook: Path) -> None:
    file = hook.parent / "fees.py"
    file.write_text(ALLOWED)
    inner = UNEQUAL.replace("\n", "  # evenhand: allow(gender, age) by law\n", 1)
    spoken = "fee = lambda age: 1 if age > 45 else 2\n"

    new = asked(hook, file_path=str(hook.parent / "new.py"), content=f"\n{inner}")
    again = asked(hook, file_path=str(file), content=f"{ALLOWED}\n{ALLOWED.replace('fee', 'tax')}")
    unseen = asked(hook, file_path=str(hook.parent / "later.py"), content=spoken)

    said = [json.loads(done.stdout)["hookSpecificOutput"] for done in (new, again, unseen)]
    assert [one["permissionDecision"] for one in said] == ["ask"] * 3
    assert [one["permissionDecisionReason"] for one in said] == [
        "line 2: the code itself allows age, gender (by law)",
        "line 5: the code itself allows gender (the insurer's table of 2026)",
        "line 1: nobody has looked at `age`",
    ]


def test_every_way_to_edit_is_looked_at(hook: Path) -> None:
    latin, windows = hook.parent / "latin.py", hook.parent / "windows.py"
    latin.write_bytes(f"# coding: latin-1\n# Gebühr\n{FEE}".encode("latin-1"))
    windows.write_bytes(FEE.replace("\n", "\r\n").encode())
    broken = hook.parent / "broken.py"
    broken.write_bytes(f"# Gebühr\n{FEE}".encode("latin-1"))
    notebook = hook.parent / "fees.ipynb"
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": FEE}
    notebook.write_text(json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 4}))
    tax = UNEQUAL.replace("fee", "tax")
    swap = {"old_string": FEE, "new_string": UNEQUAL}
    steps = [{"old_string": "10", "new_string": "TEN"}, {"old_string": "return TEN", "new_string":
             'return 20 if gender == "female" else 10'}]  # fmt: skip
    even = {"old_string": "return 10", "new_string": "return 11"}

    stopped = [
        asked(hook, file_path=str(latin), **swap),
        asked(hook, file_path=str(broken), **swap),
        asked(hook, file_path=str(windows), **swap),
        asked(hook, file_path=str(windows), edits=steps),
        asked(hook, notebook_path=str(notebook), cell_id="cell-0", new_source=UNEQUAL),
        asked(hook, notebook_path=str(notebook), edit_mode="insert", new_source=tax),
        asked(hook, notebook_path=str(notebook), cell_id="cell-7", new_source=FEE),
    ]
    let_pass = [
        asked(hook, file_path=str(latin), **even),
        asked(hook, file_path=str(windows), content=""),
        asked(hook, notebook_path=str(notebook), cell_id="cell-0", edit_mode="delete"),
    ]

    assert [done.returncode for done in stopped] == [2] * 7
    assert all("-> 20" in done.stderr for done in stopped[:6])
    assert [(d.returncode, d.stdout, d.stderr) for d in let_pass] == [(0, "", "")] * 3
