"""Read settings from the pyproject.toml that applies to a folder."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from evenhand.doors.files import Unreadable, read_text
from evenhand.doors.project import folders_up
from evenhand.workspace.settings import Choice, Settings, override

MOST_BYTES = 500_000
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{12}}")
"""A key or a table's name of more parts than anybody writes; tomllib takes long for these."""


def nearest_settings(folder: Path, defaults: Settings | None = None) -> Choice:
    """Settings of the nearest pyproject.toml with a `[tool.evenhand]`, over `defaults`.

    The search starts in `folder` and goes up to the root of its project. If no file has one, these
    are `defaults`.
    """
    *_, root = folders = folders_up(folder)
    for candidate in folders:
        text = read_text(candidate / "pyproject.toml", MOST_BYTES, within=root)
        if isinstance(text, Unreadable) and text.absent:
            continue
        choice = _settings_in(text, candidate / "pyproject.toml", defaults or Settings())
        if choice.settings.source or choice.problems:
            return choice

    return Choice(defaults or Settings())


def read_settings(file: Path, defaults: Settings | None = None) -> Choice:
    """Settings of one pyproject.toml over `defaults`; never raises.

    `source` stays None if the file has no `[tool.evenhand]`.
    """
    return _settings_in(read_text(file, MOST_BYTES), file, defaults or Settings())


def _settings_in(text: str | Unreadable, file: Path, settings: Settings) -> Choice:
    if isinstance(text, Unreadable):
        return Choice(settings, (f"{file}: cannot be read ({text.reason})",))
    try:
        document = document_of(text)
    except RecursionError:
        return Choice(settings, (f"{file}: is nested too deeply to be read",))
    except ValueError as error:  # also of a number with too many digits
        return Choice(settings, (f"{file}: is not valid TOML ({error})",))

    tool = document.get("tool", {})
    if not isinstance(tool, Mapping) or "evenhand" not in tool:
        return Choice(settings)

    table = tool["evenhand"]
    if not isinstance(table, Mapping):
        return Choice(settings, (f"{file}: `tool.evenhand` must be a table",))
    return override(replace(settings, source=file.absolute()), table, str(file))


@functools.lru_cache(maxsize=16)
def document_of(text: str) -> Mapping[str, Any]:
    """The document, which must not be changed; raises ValueError and RecursionError."""
    if _LONG_KEY.search(text):
        raise RecursionError
    return tomllib.loads(text)
