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


def asked(hook: Path, **edit: object) -> subprocess.CompletedProcess[str]:
    """What the hook says to an edit, in the folder of the project."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, hook],
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


def test_what_was_there_and_what_is_allowed_stops_nothing(hook: Path) -> None:
    file = hook.parent / "fees.py"
    file.write_text(UNEQUAL)

    later = asked(hook, file_path=str(file), content=f"{UNEQUAL}\n\n{FEE.replace('fee', 'tax')}")
    allowed = asked(hook, file_path=str(hook.parent / "other.py"), content=ALLOWED)
    page = asked(hook, file_path=str(hook.parent / "fees.md"), content="fees")

    assert [(done.returncode, done.stderr) for done in (later, allowed, page)] == [(0, "")] * 3
