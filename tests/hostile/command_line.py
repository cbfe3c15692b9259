"""Attacks on the real command line."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache

from attacks import GETS_OUT, Attack
from scene import Scene

SECONDS = 10
"""For one function; what never ends is given up after two."""
PATIENCE_SECONDS = 300
"""A safety net: the tool ends whatever an attack does to it."""


@dataclass(frozen=True)
class Result:
    """What came of one attack at one level."""

    verdict: str
    """The worst of the program's functions, with its reason."""
    reached: tuple[str, ...]
    """What it got at that is none of its business."""
    left: tuple[str, ...]
    """Folders that were left."""
    status: int
    seconds: float
    said: str
    """All output."""

    def agrees(self, expected: str) -> bool:
        """Whether an expectation of `Attack.expected` came true, and nothing else."""
        return not self.left and any(self._is(one) for one in expected.split(" or "))

    def _is(self, expected: str) -> bool:
        if expected.startswith(GETS_OUT):
            return f"{GETS_OUT}: {', '.join(self.reached)}" == expected
        return not self.reached and self.verdict.startswith(expected)


@cache
def walls_stand() -> bool:
    """Whether this machine has walls; that they are found where they are is tested elsewhere."""
    command = [sys.executable, "-m", "evenhand", "doctor", "--isolation", "strong"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def attack(scene: Scene, program: Attack, level: str) -> Result:
    """Check one program as a user would; the tool itself must not fail over it."""
    scene.reset()
    began = time.monotonic()
    run = subprocess.run(
        [
            *(sys.executable, "-m", "evenhand", "check", "--isolated", "--format", "json"),
            *("--python", sys.executable, "--isolation", level, "--seconds", str(SECONDS)),
            str(scene.project / program.path.name),
        ],
        env=scene.environment,
        cwd=scene.project,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    seconds = time.monotonic() - began
    said = run.stdout + run.stderr
    reached = tuple(scene.seen(said))
    left = tuple(scene.leftovers())
    return Result(_verdict(run.stdout), reached, left, run.returncode, seconds, said)


def _verdict(text: str) -> str:
    document = json.loads(text)
    told = [
        f"{verdict['verdict'].replace('_', ' ')}: {verdict['reason'].split('not checked: ')[-1]}"
        for function in document["functions"]
        for verdict in function["verdicts"]
        if function["name"] == "fee"
    ]
    return told[0] if told else "; ".join(document["summary"]["problems"]) or "no verdict"
