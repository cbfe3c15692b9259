"""Programs that attack, each a file in `programs/` whose first lines say what must come of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
LEVELS = ("strong", "basic")
GETS_OUT = "gets out"
"""How an expectation begins where nothing stops the attack."""


@dataclass(frozen=True)
class Attack:
    """One program."""

    path: Path
    what: str
    """What it does, in one sentence."""
    expected: Mapping[str, str]
    """By level: the beginning of the verdict, or `gets out: ` and in which ways.

    Alternatives are parted by ` or `: a user who is root is held by fewer limits.
    """

    @property
    def name(self) -> str:
        return self.path.stem

    def gets_out(self, level: str) -> bool:
        """Whether nothing stops it at a level."""
        return GETS_OUT in self.expected[level]

    @property
    def starves(self) -> bool:
        """Whether it leaves processes behind at `basic`, which slow down everything beside it."""
        return "outlives it" in self.expected["basic"]

    @property
    def group(self) -> str:
        return self.name.partition("_")[0]


def attacks() -> list[Attack]:
    """All programs, by name."""
    return [_read(path) for path in sorted(PROGRAMS.glob("*.py"))]


def _read(path: Path) -> Attack:
    words = ast.get_docstring(ast.parse(path.read_text())) or ""
    what, _, rest = words.partition("\n\n")
    said = dict(line.split(": ", 1) for line in rest.splitlines())
    expected = {level: said.get(level) or said["both"] for level in LEVELS}
    return Attack(path, " ".join(what.split()), expected)
