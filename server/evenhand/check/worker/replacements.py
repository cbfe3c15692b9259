"""What is known well enough to be had without its package."""

from __future__ import annotations

import enum
from typing import Any

from . import conversion_look_alikes, date_look_alikes, numba_look_alike

REPLACEMENTS: dict[str, Any] = {
    **{kind: getattr(enum, kind) for kind in ("Enum", "IntEnum", "Flag", "IntFlag")},
    "StrEnum": getattr(enum, "StrEnum", enum.Enum),
    **numba_look_alike.REPLACEMENTS,
    **date_look_alikes.REPLACEMENTS,
    **conversion_look_alikes.REPLACEMENTS,
}
"""By full path, or by the name alone if it means the same in every package."""
