"""A real Neovim: it shows a finding, and applies a repair that was chosen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("neovim.lua")
FEE = 'def fee(age, gender):\n    if gender == "female":\n        return 20\n    return 10\n'


def told(folder: Path, file: str) -> list[tuple[str, Any]]:
    """What the script prints, each with its name."""
    neovim = shutil.which("nvim")
    assert neovim is not None, "Neovim is missing; on Debian: apt-get install neovim"
    place = {"EVENHAND_PYTHON": sys.executable, "EVENHAND_FILE": file}
    own = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state")}
    done = subprocess.run(
        [neovim, "--headless", "-u", "NONE", "-c", f"luafile {SCRIPT}"],
        cwd=folder,
        env={**os.environ, **place, **own},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )
    lines = (line[line.find('["') :] for line in done.stdout.splitlines() if '["' in line)
    return [(name, value) for name, value in map(json.loads, lines)]


def test_a_finding_is_shown_and_repaired(tmp_path: Path) -> None:
    (tmp_path / "fees.py").write_text(FEE)

    said = told(tmp_path, "fees.py")

    (finding,) = [value for name, value in said if name == "finding"]
    actions = [value for name, value in said if name == "action"]
    questions = [value for name, value in said if name == "asked"]
    (text,) = [value for name, value in said if name == "text"]
    assert finding[0] == 0
    assert "fee is 10 higher for 'female'" in finding[1]
    assert "Repair `fee` (gender)" in actions
    assert "Allow gender in `fee` and say why" in actions
    assert questions[0].startswith("Remove the rules by gender")
    assert [line for line in text if not line.strip().startswith("#")] == [
        "def fee(age, gender):",
        "    return 10",
    ]
