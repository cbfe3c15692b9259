"""Every hostile folder, by the class of trouble that it makes."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from folders.definition import Door, HostileFolder

CLASSES = (
    "roots",
    "repositories",
    "interpreters",
    "odd_files",
    "patterns",
    "folder_settings",
    "costly_sources",
    "forged_answers",
    "repairs",
    "terminal",
    "proofs",
    "leaks",
    "asked",
)


@cache
def folders_by_class() -> Mapping[str, list[HostileFolder]]:
    return {name: importlib.import_module(f"folders.{name}").FOLDERS for name in CLASSES}


def folders_at(*doors: Door) -> list[tuple[HostileFolder, Door]]:
    """Each folder with each of the doors that it is for."""
    every = [folder for folders in folders_by_class().values() for folder in folders]
    return [(folder, door) for folder in every for door in doors if door in folder.doors]
