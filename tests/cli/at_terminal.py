"""A person at a real terminal: waits for what is asked, and types."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import pytest

from ready import copied

pty = pytest.importorskip("pty")

_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def without_terminal(
    folder: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`evenhand` in a folder, with nobody to ask."""
    return subprocess.run(
        copied([sys.executable, "-P", "-m", "evenhand", *arguments]),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


class AtTerminal:
    """`evenhand` in a folder, whose input and output are a terminal."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.shown = ""
        """Everything that has been shown, without styles."""
        self._seen = 0
        self._terminal, line = pty.openpty()
        self._process = subprocess.Popen(
            copied([sys.executable, "-P", "-m", "evenhand", *arguments]),
            cwd=folder,
            stdin=line,
            stdout=line,
            stderr=line,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "200", "EVENHAND_NO_CACHE": "1"},
        )
        os.close(line)

    def __enter__(self) -> AtTerminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)

    def answer(self, question: str, typed: str) -> str:
        """Wait for a question, and type; returns what was shown since the last answer."""
        while question not in self.shown[self._seen :]:
            assert self._more(), self.shown
        end = self.shown.index(question, self._seen) + len(question)
        before, self._seen = self.shown[self._seen : end], end
        os.write(self._terminal, typed.encode())
        return before

    def end(self) -> int:
        """Wait until the program has ended; returns its exit status."""
        while self._more():
            pass
        return self._process.wait(300)

    def _more(self) -> bool:
        """Read what is shown next; False once nothing is any more."""
        try:
            piece = os.read(self._terminal, 4_096)
        except OSError:  # Linux says so at the end
            piece = b""
        text = piece.decode(errors="replace").replace("\r\n", "\n")
        self.shown = _STYLE.sub("", self.shown + text)
        return bool(piece)
