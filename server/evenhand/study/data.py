"""What a paper has: its words and its published figures; and the tasks of its study."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def paper(name: str) -> Mapping[str, Any]:
    """A data file of a paper's study, such as `liu` or `tasks/solar`."""
    return tomllib.loads(files("evenhand.study").joinpath(f"{name}.toml").read_text("utf-8"))
