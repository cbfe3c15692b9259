"""Find a program by its name, but never one that lies in the folder that is looked at."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path


def program(name: str, folder: Path, environment: Mapping[str, str] = os.environ) -> str | None:
    """The absolute path of the first program `name` on the PATH outside of `folder`, or None.

    Entries of the PATH that are relative, such as `.`, are passed over: they mean another folder
    in each folder.
    """
    candidates = _candidates(name, environment)
    return next((each for each in candidates if not lies_in(Path(each), folder)), None)


def absolute_program(name: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """The same wherever it lies; entries of the PATH that are relative are passed over too."""
    return next(_candidates(name, environment), None)


def path_outside(folder: Path, environment: Mapping[str, str] = os.environ) -> str:
    """The PATH without entries that are relative or in `folder`."""
    entries = _absolute_entries(environment)
    return os.pathsep.join(entry for entry in entries if not lies_in(Path(entry), folder))


def lies_in(path: Path, folder: Path) -> bool:
    """Whether `path` is in `folder` or is that folder, as it is written or where links lead."""
    folders = {Path(os.path.abspath(folder)), Path(os.path.realpath(folder))}
    parent = Path(os.path.realpath(path.parent)) / path.name
    places = (Path(os.path.abspath(path)), parent, Path(os.path.realpath(path)))
    return any(place.is_relative_to(each) for place in places for each in folders)


def _candidates(name: str, environment: Mapping[str, str]) -> Iterator[str]:
    for entry in _absolute_entries(environment):
        candidate = shutil.which(name, path=entry)
        if candidate is not None:
            yield candidate


def _absolute_entries(environment: Mapping[str, str]) -> list[str]:
    entries = environment.get("PATH", os.defpath).split(os.pathsep)
    return [entry for entry in entries if os.path.isabs(entry)]
