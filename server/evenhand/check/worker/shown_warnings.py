"""Lets the warnings that checked code gives be printed like Python's: their category and text."""

from __future__ import annotations

import sys
import warnings
from functools import partial
from typing import Any

from .checked_sources import CheckedSources

OWN = frozenset({"warnings", "_py_warnings", __name__})
"""Modules whose functions hand a warning on."""
_WARN = (warnings.warn, warnings.warn_explicit)
"""Bound before checked code can replace them."""


def show_warnings(sources: CheckedSources) -> None:
    """Print each warning of checked code each time: a call must repeat itself."""
    warnings.simplefilter("always")
    warnings.showwarning = partial(_show, sources)


def _show(
    sources: CheckedSources, message: Warning | str, category: type[Warning], *place: Any
) -> None:
    """Print a warning if the code itself gives it; libraries speak to their users' programmers."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") in OWN:
        frame = frame.f_back
    if frame is not None and sources.includes(frame.f_code.co_filename) and _warns(frame):
        print(f"{category.__name__}: {message}", file=sys.stderr)


def _warns(frame: Any) -> bool:
    """Whether a function calls `warnings.warn`, under any name, and not just what warns in C."""
    names = frame.f_code.co_names
    if any(warn.__name__ in names for warn in _WARN):
        return True
    return any(frame.f_globals.get(name) is warn for name in names for warn in _WARN)
