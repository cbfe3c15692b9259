"""A real Emacs: it shows a finding, and applies a repair that was chosen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("emacs.el")
FEE = 'def fee(age, gender):\n    if gender == "female":\n        return 20\n    return 10\n'


def told(folder: Path, file: str) -> list[tuple[str, Any]]:
    """What the script prints, each with its name."""
    emacs = shutil.which("emacs")
    assert emacs is not None, "Emacs is missing; on Debian: apt-get install emacs-nox elpa-eglot"
    place = {"EVENHAND_PYTHON": sys.executable, "EVENHAND_FILE": file, "HOME": str(folder)}
    done = subprocess.run(
        [emacs, "--batch", "--no-init-file", "--no-site-file", "--load", str(SCRIPT)],
        cwd=folder,
        env={**os.environ, **place},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    lines = (line for line in done.stdout.splitlines() if line.startswith('["'))
    return [(name, value) for name, value in map(json.loads, lines)]


def test_a_finding_is_shown_and_repaired(tmp_path: Path) -> None:
    (tmp_path / "fees.py").write_text(FEE)

    said = told(tmp_path, "fees.py")

    (finding,) = [value for name, value in said if name == "finding"]
    actions = [value for name, value in said if name == "action"]
    questions = [value for name, value in said if name == "asked"]
    (text,) = [value for name, value in said if name == "text"]
    assert finding[0] == 1
    assert "fee is 10 higher for 'female'" in finding[1]
    assert "Repair `fee` (gender)" in actions
    assert "Allow gender in `fee` and say why" in actions
    assert "Remove the rules by gender" in questions[0]
    assert [line for line in text if not line.strip().startswith("#")] == [
        "def fee(age, gender):",
        "    return 10",
    ]
