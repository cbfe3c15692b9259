"""What a paper has: its words and its published figures; and the tasks of its study."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


def paper(study: str) -> Mapping[str, Any]:
    """The words and the published figures of a paper: `huang`, `liu`, `faircoder`, `solar`."""
    return _data(study, f"{study}.toml")


def tasks_of(study: str) -> Mapping[str, Any]:
    """What models are asked in a study."""
    return _data(study, f"{study}_tasks.toml")


@cache
def _data(study: str, name: str) -> Mapping[str, Any]:
    folder = files("evenhand.research") / study
    return tomllib.loads((folder / name).read_text("utf-8"))
