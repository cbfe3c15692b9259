"""Paths of the host as a Python in WebAssembly has them: with `/`, also those of Windows."""

from __future__ import annotations

import re

DRIVE = re.compile(r"/([A-Za-z]:)(/|$)")
SHARE = "/unc/"


def inside(path: str) -> str:
    r"""`/C:/work/fees.py` for `C:\work\fees.py`; a path of another system is the same."""
    if path.startswith("\\\\"):
        return SHARE + path[2:].replace("\\", "/")
    if re.match(r"[A-Za-z]:[\\/]", path):
        return "/" + path.replace("\\", "/")
    return path


def on_host(path: str) -> str:
    """The path on the host for one in there."""
    if DRIVE.match(path):
        return path[1:].replace("/", "\\")
    if path.startswith(SHARE):
        return "\\\\" + path[len(SHARE) :].replace("/", "\\")
    return path
