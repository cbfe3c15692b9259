"""From settings to what a check needs to know."""

from __future__ import annotations

from pathlib import Path

from evenhand.catalogue import default_catalogue
from evenhand.checking import CheckOptions
from evenhand.workspace.folders import search_path
from evenhand.workspace.settings import Settings


def options_for(
    file: Path, settings: Settings, python: str, *, execute: bool = True
) -> CheckOptions:
    """How to check `file` under `settings` with the interpreter `python`."""
    return CheckOptions(
        python=python,
        search_path=search_path(file),
        attributes=_attributes(settings),
        profile=settings.profile,
        extra_attributes=settings.extra_attributes,
        execute=execute,
        seconds=settings.seconds_per_function,
    )


def _attributes(settings: Settings) -> frozenset[str] | None:
    if settings.attributes is not None:
        return settings.attributes
    catalogue = default_catalogue()
    profile = set(catalogue.profile(settings.profile))
    known = {attribute.name for attribute in catalogue.attributes}
    added = {name for name, *_ in settings.extra_attributes} - known
    on = {name for name, wanted in settings.switched if wanted}
    off = {name for name, wanted in settings.switched if not wanted}
    names = (profile | added | on) - off
    return None if names == profile else frozenset(names)
