"""The progress bar of a long check names what takes long."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

ENDLESS = "\n\n".join(
    f"def fee_{number}(gender):\n    while gender:\n        pass\n" for number in range(30)
)


def test_a_file_that_takes_long_is_named(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "evenhand", "check"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}

    with subprocess.Popen(command, cwd=tmp_path, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = ""
        while not re.search(r"endless\.py \(\d+ s\)", shown):
            piece = os.read(ours, 4_096)
            assert piece, shown
            shown += piece.decode(errors="replace")
        process.terminate()
    os.close(ours)
