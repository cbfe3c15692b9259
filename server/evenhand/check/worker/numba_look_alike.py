"""numba compiles functions; without it they are what their Python source says."""

from __future__ import annotations

from typing import Any

REPLACEMENTS: dict[str, Any] = {
    "numba.prange": range,
    "numba.typed.List": list,
    "numba.typed.Dict": dict,
    "numba.literal_unroll": tuple,
}
"""All else are decorators, which give back what they decorate, and types."""
