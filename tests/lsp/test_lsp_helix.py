"""A real Helix: it shows a finding, and applies a repair that was chosen."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import shutil
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyte

BESIDE_THE_TESTS = Path(__file__).parents[1] / "editor" / "helix" / "hx"
FEE = """\
def fee(years, gender):
    if gender == "female":
        return years + 10
    return years
"""
LANGUAGES = """
[language-server.evenhand]
command = {python}
args = ["-P", "-m", "evenhand", "server", "--trust"]

[[language]]
name = "python"
language-servers = ["evenhand"]
"""
ROWS, COLUMNS = 40, 160
LONGEST = 120.0
"""Seconds until something has to be on the screen."""


@dataclass(frozen=True)
class Terminal:
    """A program's terminal: what it shows, and a keyboard."""

    descriptor: int
    screen: pyte.Screen
    stream: pyte.ByteStream

    def types(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def shows(self, text: str) -> None:
        self.waits(lambda shown: text in shown)

    def waits(self, condition: Callable[[str], bool]) -> None:
        deadline = time.monotonic() + LONGEST
        while not condition(self.shown):
            is_ready, *_ = select.select([self.descriptor], [], [], deadline - time.monotonic())
            assert is_ready, self.shown
            self.stream.feed(os.read(self.descriptor, 65_536))

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display if line.strip())


@contextmanager
def helix(folder: Path, file: str) -> Iterator[Terminal]:
    """Helix with one file, and with Evenhand as the only server for Python."""
    program = shutil.which("hx") or str(BESIDE_THE_TESTS)
    assert Path(program).exists(), "Helix is missing; `scripts/install_helix.sh` brings it"
    languages = folder / "config" / "helix" / "languages.toml"
    languages.parent.mkdir(parents=True)
    languages.write_text(LANGUAGES.format(python=json.dumps(sys.executable)))

    process, descriptor = pty.fork()
    if process == 0:  # here is Helix, from now on
        os.chdir(folder)
        own = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache")}
        os.execve(program, [program, file], {**os.environ, **own, "TERM": "xterm-256color"})

    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    screen = pyte.Screen(COLUMNS, ROWS)
    try:
        yield Terminal(descriptor, screen, pyte.ByteStream(screen))
    finally:
        os.close(descriptor)
        os.waitpid(process, 0)


def test_a_finding_is_shown_and_repaired(tmp_path: Path) -> None:
    (tmp_path / "fees.py").write_text(FEE)

    with helix(tmp_path, "fees.py") as terminal:
        terminal.shows("●")
        terminal.types("]d")
        terminal.shows("fee is 10 higher for 'female'")
        terminal.types(" a")
        terminal.shows("Repair `fee` (gender)")
        terminal.shows("Allow gender in `fee` and say why")
        terminal.types("\r")
        terminal.shows("Remove the rules by gender")
        terminal.types(":write\r")
        terminal.shows("written")

    text = (tmp_path / "fees.py").read_text().splitlines()
    assert [line for line in text if not line.strip().startswith("#")] == [
        "def fee(years, gender):",
        "    return years",
    ]
