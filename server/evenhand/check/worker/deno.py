"""How Deno is started, so that it may do nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

NAME = "deno.exe" if sys.platform == "win32" else "deno"
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Windows opens a console for a program otherwise."""
NOTHING = (
    "--no-prompt", "--no-config", "--no-lock", "--no-npm", "--no-remote", "--cached-only",
    "--no-code-cache", "--deny-import", "--deny-write", "--deny-net", "--deny-env", "--deny-run",
    "--deny-sys", "--deny-ffi",
    "--v8-flags=--disallow-code-generation-from-strings,--max-old-space-size=512",
)  # fmt: skip
"""What it is not to do or to look for."""
OWN_FOLDER = "--allow-read=."
"""The runtime's; `host.mjs` gives the permission back once it has read what it needs."""


def folder_of(host: str) -> str:
    """The runtime's folder, in which Deno is to be started."""
    return os.path.dirname(os.path.dirname(os.path.dirname(host)))


def command(host: str, *task: str) -> list[str]:
    """The command line for a task of the program `host`."""
    deno = os.path.join(folder_of(host), NAME)
    return [deno, "run", *NOTHING, OWN_FOLDER, host, *task]


def environment(host: str, inherited: Mapping[str, str]) -> dict[str, str]:
    """The environment; Deno is to keep nothing on the disk, and finds no folder for that."""
    own = {"DENO_DIR": os.path.join(host, "nowhere"), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    system = {"SYSTEMROOT": os.environ["SYSTEMROOT"]} if sys.platform == "win32" else {}
    return {**system, **inherited, **own}
