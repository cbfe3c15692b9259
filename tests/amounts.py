"""How much of what is random or large the tests try."""

from __future__ import annotations

import os

IS_FULL = os.environ.get("EVENHAND_LOAD") == "full"


def amount(usual: int, full: int) -> int:
    """`usual` in every run of the tests, `full` where `EVENHAND_LOAD` is `full`."""
    return full if IS_FULL else usual
