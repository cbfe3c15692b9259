"""Import things by name when they are used, so that `evenhand --help` does not wait for them."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def imported(path: str) -> Any:
    """What `package.module:name` names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
