"""What changes when files, their folders or their settings do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from evenhand.doors.files import stamp_of
from evenhand.doors.project import folders_up

Stamps = Mapping[str, object]
"""By a path, what changes with every write there."""


def stamps_around(files: Iterable[Path], contents: Iterable[str]) -> dict[str, object]:
    """Stamps of `contents`, and of the folders of `files` with the settings that apply there."""
    folders = {file.parent for file in files}
    settings = {up / "pyproject.toml" for folder in folders for up in folders_up(folder)}
    places = {*map(Path, contents), *folders, *settings}
    return {str(place): stamp_of(place) for place in places}
