"""Attacks on the real command line."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from attacks import GETS_OUT, Attack
from scene import Scene

SECONDS = 4
"""For one function; what never ends is given up after two."""
JOBS = 4
"""Engines of one run: what waits until it is ended keeps only one of them waiting."""
PATIENCE_SECONDS = 600
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

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was reached or left, and the tool ended as it does.

        It ends with 2 if a program took its worker with it, so that not everything was checked.
        """
        harmed = self.reached or self.left
        return not harmed and self.status in (0, 1, 2) and "Traceback" not in self.said

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
    return attack_together(scene, [program], level)[program.name]


def attack_together(scene: Scene, programs: Sequence[Attack], level: str) -> Mapping[str, Result]:
    """What came of each program, by name, of one check of all of them.

    What was reached, left and said is that of the whole run, since nobody knows whose it is.
    """
    scene.reset()
    began = time.monotonic()
    run = subprocess.run(
        [
            *(sys.executable, "-m", "evenhand", "check", "--isolated", "--format", "json"),
            *("--python", sys.executable, "--isolation", level, "--seconds", str(SECONDS)),
            *("--jobs", str(JOBS)),
            *(str(scene.project / program.path.name) for program in programs),
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
    document = json.loads(run.stdout)
    return {
        program.name: Result(
            _verdict(document, program.name), reached, left, run.returncode, seconds, said
        )
        for program in programs
    }


def _verdict(document: Any, name: str) -> str:
    told = [
        f"{verdict['verdict'].replace('_', ' ')}: {verdict['reason'].split('not checked: ')[-1]}"
        for function in document["functions"]
        for verdict in function["verdicts"]
        if function["name"] == "fee" and Path(function["path"]).stem == name
    ]
    problems = [each for each in document["summary"]["problems"] if f"{name}.py" in each]
    return told[0] if told else "; ".join(problems) or "no verdict"
