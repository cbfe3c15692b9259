"""Turn the settings of a folder into the options of a check."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evenhand.check.catalogue import default_catalogue
from evenhand.doors.project import import_folders, project_of
from evenhand.isolation import Isolation
from evenhand.options import CheckOptions
from evenhand.workspace.answers_file import answers_that_count
from evenhand.workspace.setting_values import name_of_thing
from evenhand.workspace.settings import Settings

STATIC = "nothing is run, as was asked for (isolation `static`)"
"""Why nothing may run under isolation `static`, for people."""


def options_for(file: Path, settings: Settings, python: str, *, not_run: str = "") -> CheckOptions:
    """How to check `file` under `settings` with the interpreter `python`.

    `not_run` is the reason why nothing may run, if there is one besides the settings.
    """
    return about_file(options_of_folder(file.parent, settings, python, not_run=not_run), file)


def options_of_folder(
    folder: Path,
    settings: Settings,
    python: str,
    *,
    not_run: str = "",
    with_answers: bool = True,
) -> CheckOptions:
    """The same for all files of a folder, before what was answered about one of them.

    What the user has answered in the folder's repository counts unless it is not asked for.
    """
    if settings.isolation is Isolation.STATIC:
        not_run = not_run or STATIC
    project = project_of(folder)
    return CheckOptions(
        python=python,
        search_path=import_folders(folder, project),
        readable=project.readable,
        attributes=_attributes(settings),
        profile=settings.profile,
        purposes=settings.purposes,
        extra_attributes=settings.extra_attributes,
        not_people=settings.not_people,
        isolation=settings.isolation,
        not_run=not_run,
        seconds=settings.seconds_per_function,
        baseline=settings.repair_baseline,
        answers=answers_that_count(project.root) if with_answers else (),
    )


def about_file(options: CheckOptions, file: Path) -> CheckOptions:
    """The options of its folder, with the names that are about no person in one file."""
    path = str(file.absolute())
    own = [answer for answer in options.answers if answer.is_of_file and answer.file == path]
    names = {name_of_thing(answer.name) for answer in own} - {""}
    return replace(options, not_people=options.not_people | names) if names else options


def _attributes(settings: Settings) -> frozenset[str] | None:
    """Attributes to check; None if they are exactly those of the profile."""
    if settings.attributes is not None:
        return settings.attributes

    catalogue = default_catalogue()
    of_profile = set(catalogue.profile(settings.profile))
    of_catalogue = {attribute.name for attribute in catalogue.attributes}
    added = {name for name, *_ in settings.extra_attributes} - of_catalogue
    switched_on = {name for name, is_on in settings.switched if is_on}
    switched_off = {name for name, is_on in settings.switched if not is_on}

    names = (of_profile | added | switched_on) - switched_off
    return None if names == of_profile else frozenset(names)
