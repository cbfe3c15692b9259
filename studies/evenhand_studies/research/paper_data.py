"""The data files of the studies: a paper's words and figures, and the tasks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from evenhand_studies.research.languages import ENGLISH


def paper(study: str) -> Mapping[str, Any]:
    """The words and the published figures of a study's paper: `huang/huang.toml`."""
    return _data(study, f"{study}.toml")


def tasks_of(study: str, language: str = ENGLISH) -> Mapping[str, Any]:
    """What models are asked in a study: `huang/huang_tasks.toml`, `huang/huang_tasks.de.toml`."""
    ending = "" if language == ENGLISH else f".{language}"
    return _data(study, f"{study}_tasks{ending}.toml")


@cache
def _data(study: str, name: str) -> Mapping[str, Any]:
    folder = files("evenhand_studies.research") / study
    return tomllib.loads((folder / name).read_text("utf-8"))
