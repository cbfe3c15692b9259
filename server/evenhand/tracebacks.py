"""Where an unexpected error rose."""

from __future__ import annotations

import traceback
from pathlib import Path


def place_of(error: BaseException) -> str:
    """The module and line in which an error rose, such as `pairing.py, line 7`."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return "an unknown place"
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
