"""Every hostile folder, by the class of trouble that it makes."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from amounts import IS_FULL
from folders.definition import AT_ONCE, Door, HostileFolder

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
    """Each folder with those of the doors through which it goes in this run."""
    here = [pair for kind in folders_by_class() for pair in in_turn(kind)]
    return [(folder, door) for folder, door in here if door in doors]


def in_turn(kind: str) -> list[tuple[HostileFolder, Door]]:
    """The folders of a class, each with one of its doors, so that the class goes through all.

    Where `EVENHAND_LOAD` is `full`, each goes through all of its doors; many that are laid side by
    side cost no more than one, and do so every time.
    """
    return [
        (folder, door)
        for place, folder in enumerate(folders_by_class()[kind])
        for turn, door in enumerate(folder.doors)
        if IS_FULL
        or turn == place % len(folder.doors)
        or (door in AT_ONCE and folder.may_be_beside_others)
    ]
