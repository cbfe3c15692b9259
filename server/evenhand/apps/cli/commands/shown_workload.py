"""`evenhand check --show-files` and `--show-settings`: what a check would work on, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.input.workload import Workload, workload_of
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_document
from evenhand.isolation import Isolation
from evenhand.workspace.settings_text import settings_text


def show_files(paths: tuple[str, ...], options: Mapping[str, Any]) -> int:
    """Print the files, one on each line, and return the exit status."""
    # Nothing is going to run, so no Python is asked for.
    workload = workload_of(paths, {**options, "isolation": Isolation.STATIC.value})
    jobs = _jobs(workload)
    if jobs:
        show_document("\n".join(printable(job.name) for job in jobs))
    return _status(workload)


def show_settings(paths: tuple[str, ...], options: Mapping[str, Any]) -> int:
    """Print the settings of the first file as a file could have them; returns the exit status."""
    workload = workload_of(paths, options)
    jobs = _jobs(workload)
    if not jobs:
        say("evenhand: no file is checked here, so no settings hold")
        return _status(workload)

    first = jobs[0]
    named = {job.settings.source for job in jobs}
    others = "" if len(named) == 1 else "; other files have others"
    source = first.settings.source or "no pyproject.toml with [tool.evenhand]"
    head = [
        f"# {first.name}: {source}{others}",
        f"# code runs in {workload.python}, isolation {first.settings.isolation}",
    ]
    show_document("\n".join([*map(printable, head), settings_text(first.settings)]))
    return _status(workload)


def _jobs(workload: Workload) -> list[FileJob]:
    return [*workload.files, *workload.data_sets]


def _status(workload: Workload) -> int:
    return 2 if workload.problems else 0
