"""Programs that attack, in isolation `wasm`: one run over those that try to get out, and one over
those that take too much or tamper with answers.

Every twelfth of a kind, since each takes more than a second; all where `EVENHAND_LOAD` is `full`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from attacks import attacks
from scene import Scene

import webassembly
from amounts import amount

GROUPS = {
    "getting out": ("channel", "environment", "files", "import", "model", "network", "process"),
    "taking too much": ("end", "memory", "source", "stand_in", "tamper", "time"),
}
"""How the names of programs begin."""
EVERY = amount(12, 1)
SECONDS = 5
SAYS_YES = re.compile(r"LEAK (?=True|False)")
"""What they say after calls of C's library that do nothing there, and fail in no way."""


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_reached_or_left(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    webassembly.provide(monkeypatch)
    tried = [name for kind in GROUPS[group] for name in some_of(kind)]
    with Scene(tmp_path / "scene") as scene:
        files = [str(scene.project / f"{name}.py") for name in tried]
        run = subprocess.run(
            [
                *(sys.executable, "-m", "evenhand", "check", "--isolated", "--format", "json"),
                *("--python", sys.executable, "--isolation", "wasm"),
                *("--seconds", str(SECONDS), "--jobs", "2", *files),
            ],
            env=scene.environment,
            cwd=scene.project,
            capture_output=True,
            text=True,
            check=False,
        )
        said = SAYS_YES.sub("", run.stdout + run.stderr)
        seen, left = scene.seen(said), scene.leftovers()

    told = json.loads(run.stdout)
    judged = {Path(f["path"]).stem for f in told["functions"] if f["name"] == "fee"}
    unread = {Path(p.partition(":")[0]).stem for p in told["summary"]["problems"]}
    assert (seen, left, run.returncode) == ([], [], 1)
    assert told["summary"]["isolation"] == "wasm"
    assert set(tried) == judged | unread


def test_every_program_is_of_one_of_the_kinds() -> None:
    kinds = tuple(kind for kinds in GROUPS.values() for kind in kinds)

    assert [attack.name for attack in attacks() if not attack.name.startswith(kinds)] == []


def some_of(kind: str) -> list[str]:
    return [attack.name for attack in attacks() if attack.name.startswith(kind)][::EVERY]
