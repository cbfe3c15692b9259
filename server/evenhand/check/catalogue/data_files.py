"""Reads the data files of the catalogue."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def data_file(name: str) -> dict[str, Any]:
    """What a TOML file of this folder says; it is read once."""
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))
