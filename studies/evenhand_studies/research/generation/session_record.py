"""How a session of a run asked: when, where, and with which versions."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import Any

from evenhand import __version__
from evenhand.clock import now


def session_record(setup: Mapping[str, Any]) -> dict[str, Any]:
    """As it is kept; `setup` is what does not change in a run."""
    return {
        **setup,
        "evenhand": __version__,
        "python": platform.python_version(),
        "machine": platform.platform(),
        "began": now().isoformat(timespec="seconds"),
    }
