"""Reads files of the workspace for a process that can read none itself.

It may ask for what is in the folders of its module, with links resolved: no more than code may
read that runs behind the walls of an operating system.
"""

from __future__ import annotations

import base64
import json
import os
import stat
from typing import Any

from .host_paths import on_host

LARGEST = 8_000_000
"""Bytes of one file."""
MOST_NAMES = 10_000
"""Of what is in one folder."""
MOST_IN_ALL = 100_000_000
"""Bytes of all answers: who asks need not read them."""


class ServedFiles:
    """The folders of one module."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        self.roots = tuple(os.path.realpath(folder) for folder in folders)
        self.left = MOST_IN_ALL

    def answer(self, question: bytes) -> bytes:
        """The answer to a question as JSON; `null` if it is refused or makes no sense."""
        try:
            what, path = json.loads(question)
            answer = self._answer(str(what), on_host(str(path)))
        except (ValueError, TypeError, OSError, RecursionError):
            answer = None

        text = json.dumps(answer).encode()
        self.left -= len(text)
        return text if self.left > 0 else b"null"

    def _answer(self, what: str, path: str) -> Any:
        real = os.path.realpath(path)
        if not any(_is_in(real, root) for root in self.roots):
            return None

        status = os.stat(real)
        is_folder = stat.S_ISDIR(status.st_mode)
        if what == "status" and (is_folder or stat.S_ISREG(status.st_mode)):
            return {"folder": is_folder, "size": status.st_size, "time": int(status.st_mtime)}
        if what == "names" and is_folder:
            names = sorted(os.listdir(real))[:MOST_NAMES]
            return [name for name in names if self._answer("status", os.path.join(real, name))]
        if what == "content" and stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST:
            with open(real, "rb") as file:
                return base64.b64encode(file.read(LARGEST)).decode()
        return None


def _is_in(path: str, root: str) -> bool:
    return path == root or path.startswith(os.path.join(root, ""))
