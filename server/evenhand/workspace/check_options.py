"""From settings to what a check needs to know."""

from __future__ import annotations

from pathlib import Path

from evenhand.check.catalogue import default_catalogue
from evenhand.isolation import Isolation
from evenhand.options import CheckOptions
from evenhand.workspace.folders import search_path
from evenhand.workspace.settings import Settings

STATIC = "nothing is run, as was asked for (isolation `static`)"


def options_for(file: Path, settings: Settings, python: str, *, not_run: str = "") -> CheckOptions:
    """How to check `file` under `settings` with the interpreter `python`.

    `not_run` is why nothing may run, whatever the settings say.
    """
    if settings.isolation is Isolation.STATIC:
        not_run = not_run or STATIC
    return CheckOptions(
        python=python,
        search_path=search_path(file),
        attributes=_attributes(settings),
        profile=settings.profile,
        extra_attributes=settings.extra_attributes,
        isolation=settings.isolation,
        not_run=not_run,
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
