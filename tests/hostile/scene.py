"""Where an attack takes place: a project, what must not be touched, and eyes on all of it."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from attacks import PROGRAMS

KEY = "CANARY_KEY"
BESIDE = {
    "json.py": "open('{canary}/imported', 'w')\n",
    "sitecustomize.py": "open('{canary}/imported', 'w')\n",
    "paths.pth": "import os; open('{canary}/imported', 'w')\n",
    "neighbour_with_effect.py": "open('{canary}/imported', 'w')\n\n\ndef help_out():\n    pass\n",
}
"""Files beside the programs, some of which Python would run by itself."""
LEAK = re.compile(r"LEAK (?!<)")
"""Something that was read; what a stand-in gives is nothing."""


class Scene:
    """A folder of its own; `seen` says what an attack has reached since the last `reset`."""

    def __init__(self, root: Path) -> None:
        self.project, self.canary, self.temp = root / "project", root / "canary", root / "temp"
        self.secret = secrets.token_hex(8)
        self.environment = {**os.environ, KEY: self.secret, "TMPDIR": str(self.temp)}
        self.environment["EVENHAND_NO_CACHE"] = "1"  # each attack is to be run, at every door
        self._sockets: list[socket.socket] = []
        self._victim: subprocess.Popen[bytes] | None = None
        self._before: dict[str, object] = {}

    def __enter__(self) -> Scene:
        shutil.copytree(PROGRAMS, self.project, ignore=shutil.ignore_patterns("__pycache__"))
        self.temp.mkdir()
        for name, text in BESIDE.items():
            (self.project / name).write_text(text.format(canary=self.canary))
        (self.project / "link_to_secret").symlink_to(self.canary / "secret.txt")
        self._listen()
        self.reset()
        return self

    def __exit__(self, *error: object) -> None:
        self.end_survivors()
        for one in self._sockets:
            one.close()
        if self._victim is not None:
            self._victim.kill()
            self._victim.communicate()

    def reset(self) -> None:
        """Put everything back as an attack is to find it."""
        for entry in self.canary.iterdir():
            if entry.name != "service":
                entry.unlink()
        (self.canary / "secret.txt").write_text(self.secret)
        (self.canary / "secret_module.py").write_text(f"KEY = {self.secret!r}\n")
        (self.canary / "secret.txt").chmod(0o600)
        if self._victim is None or self._victim.poll() is not None:
            if self._victim is not None:
                self._victim.communicate()
            self._victim = subprocess.Popen(
                [sys.executable, "-c", "input()"], stdin=subprocess.PIPE
            )
            (self.project / "victim.txt").write_text(str(self._victim.pid))
        self._before = self._state()

    def seen(self, report: str, *, ended: bool = True) -> list[str]:
        """What has come of an attack, given all that was said about it.

        `ended`: whether the tool has, so that no process of it may be there any more.
        """
        after = self._state()
        found = {
            "reads": self.secret in report or LEAK.search(report) is not None,
            "changes files": after != self._before,
            "is heard": self._heard(),
            "kills": self._victim is None or self._victim.poll() is not None,
            "outlives it": ended and self.end_survivors(),
        }
        return [what for what, happened in found.items() if happened]

    def leftovers(self) -> list[str]:
        """What is left in the folder for temporary files; takes it away."""
        found = list(self.temp.iterdir())
        for entry in found:
            shutil.rmtree(entry, ignore_errors=True)
        return [entry.name for entry in found]

    def _listen(self) -> None:
        self.canary.mkdir()
        tcp, udp = socket.create_server(("127.0.0.1", 0)), socket.socket(type=socket.SOCK_DGRAM)
        port = tcp.getsockname()[1]
        udp.bind(("127.0.0.1", port))
        local = socket.socket(socket.AF_UNIX)
        local.bind(os.path.relpath(self.canary / "service"))
        local.listen()
        self._sockets = [tcp, udp, local]
        for one in self._sockets:
            one.setblocking(False)
        (self.project / "port.txt").write_text(str(port))

    def _heard(self) -> bool:
        """Whether anybody called; hangs up on all of them."""
        tcp, udp, local = self._sockets
        heard = False
        for hear in (
            lambda: tcp.accept()[0].close(),
            lambda: udp.recv(99),
            lambda: local.accept()[0].close(),
        ):
            with suppress(BlockingIOError):
                while True:
                    hear()
                    heard = True
        return heard

    def _state(self) -> dict[str, object]:
        entries = [*self.canary.iterdir(), *self.project.rglob("*")]
        return {str(entry): _described(entry) for entry in entries}

    def end_survivors(self) -> bool:
        """Whether processes of a worker are left; ends them."""
        mark, found = f"TMPDIR={self.temp}/".encode(), False
        for process in Path("/proc").iterdir():
            with suppress(OSError):
                if process.name.isdigit() and mark in (process / "environ").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
                    found = True
        return found


def _described(entry: Path) -> object:
    told = entry.lstat()
    content = entry.read_bytes() if entry.is_file() else b""
    return told.st_mode, told.st_nlink, content
