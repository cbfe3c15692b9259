"""The hook that the page on agents shows, run as an agent's program runs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
FEE = "def fee(age, gender):\n    return 10\n"
UNEQUAL = 'def fee(age, gender):\n    return 20 if gender == "female" else 10\n'
ALLOWED = f"# evenhand: allow(gender) the insurer's table of 2026\n{UNEQUAL}"


@pytest.fixture
def hook(tmp_path: Path) -> Path:
    (script,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    file = tmp_path / "hook.py"
    file.write_text(script)
    return file


def asked(hook: Path, *before: str, **edit: object) -> subprocess.CompletedProcess[str]:
    """What the hook says to an edit, in the folder of the project; `before` starts it."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
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
    starved = asked(hook, "prlimit", "--nofile=18", content=FEE.replace("10", "age > 9"), **new)
    whole = asked(hook, file_path=str(mended), content=FEE)

    assert (broken.returncode, starved.returncode, whole.returncode) == (2, 2, 0)
    assert "syntax error" in broken.stderr
    assert "not everything was checked: " in starved.stderr


def test_what_was_there_and_what_is_allowed_stops_nothing(hook: Path) -> None:
    file = hook.parent / "fees.py"
    file.write_text(UNEQUAL)

    later = asked(hook, file_path=str(file), content=f"{UNEQUAL}\n\n{FEE.replace('fee', 'tax')}")
    allowed = asked(hook, file_path=str(hook.parent / "other.py"), content=ALLOWED)
    page = asked(hook, file_path=str(hook.parent / "fees.md"), content="fees")

    assert [(done.returncode, done.stderr) for done in (later, allowed, page)] == [(0, "")] * 3
