"""Read settings from the pyproject.toml that applies to a folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from evenhand.workspace.settings import Choice, Settings, override


def nearest_settings(folder: Path, defaults: Settings | None = None) -> Choice:
    """Settings of the nearest pyproject.toml with a `[tool.evenhand]`, over `defaults`.

    The search starts in `folder` and goes up. If no file has one, these are `defaults`.
    """
    folder = folder.absolute()
    for candidate in (folder, *folder.parents):
        file = candidate / "pyproject.toml"
        if file.is_file():
            choice = read_settings(file, defaults)
            if choice.settings.source or choice.problems:
                return choice

    return Choice(defaults or Settings())


def read_settings(file: Path, defaults: Settings | None = None) -> Choice:
    """Settings of one pyproject.toml over `defaults`; never raises.

    `source` stays None if the file has no `[tool.evenhand]`.
    """
    settings = defaults or Settings()
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        return Choice(settings, (f"{file}: cannot be read ({error.strerror})",))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Choice(settings, (f"{file}: is not valid TOML ({error})",))

    tool = document.get("tool", {})
    if not isinstance(tool, Mapping) or "evenhand" not in tool:
        return Choice(settings)

    table = tool["evenhand"]
    if not isinstance(table, Mapping):
        return Choice(settings, (f"{file}: `tool.evenhand` must be a table",))
    return override(replace(settings, source=file.absolute()), table, str(file))
