"""The folders whose own Python the user has agreed to start, remembered outside of all of them.

A virtual environment in a folder is as much a stranger's as the rest of it, and starting its Python
runs what is in it, before any wall stands. An answer is about one folder alone, by its real path:
not about those below it, which may have other authors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from evenhand.doors.files import Unreadable, read_text, real_path
from evenhand.doors.project import project_of
from evenhand.doors.writing import write_file
from evenhand.workspace.own_files import BusyError, locked


class TrustError(Exception):
    """Why answers cannot be read or remembered, in one sentence for the user."""


def answers_file() -> Path:
    """Where the answers of this machine's user are."""
    return platformdirs.user_config_path("evenhand", appauthor=False) / "trusted-folders.json"


def answer_about(folder: Path) -> bool | None:
    """Whether the user has agreed to start what is in `folder`; None if there is no answer.

    Raises `TrustError`.
    """
    _refuse_answers_of(folder)
    return answers().get(_key(folder))


def answers() -> Mapping[str, bool]:
    """All answers, by the folder that they are about; raises `TrustError`."""
    file = answers_file()
    text = read_text(file, within=file.parent)
    if isinstance(text, Unreadable):
        if text.absent:
            return {}
        raise TrustError(f"{file} cannot be read ({text.reason})")

    try:
        return _folders(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise TrustError(f"{file} is damaged; delete it, and answer again") from error


def remember(folder: Path, agreed: bool) -> None:
    """Keep the user's answer about `folder`; raises `TrustError`."""
    _refuse_answers_of(folder)
    with _locked():
        _write({**answers(), _key(folder): agreed})


def forget(folder: Path) -> bool:
    """Forget the answer about `folder`, which may be gone; whether there was one.

    Raises `TrustError`.
    """
    with _locked():
        kept = dict(answers())
        was_answered = kept.pop(_key(folder), None) is not None
        if was_answered:
            _write(kept)
    return was_answered


def _folders(document: object) -> dict[str, bool]:
    folders = document.get("folders") if isinstance(document, dict) else None
    if not isinstance(folders, dict):
        raise ValueError
    return {folder: answer is True for folder, answer in folders.items()}


def _refuse_answers_of(folder: Path) -> None:
    """Raise `TrustError` if the folder itself would hold the answer about it."""
    file, project = answers_file(), project_of(folder)
    if not file.is_absolute() or (project.contains(file) and not project.shared):
        raise TrustError(
            f"{file}, where answers are remembered, is in the folder that they are about"
        )


def _key(folder: Path) -> str:
    real = real_path(folder)
    if isinstance(real, Unreadable):
        raise TrustError(f"{folder} cannot be read ({real.reason})")
    return str(real)


@contextmanager
def _locked() -> Iterator[None]:
    file = answers_file()
    try:
        with locked(file):
            yield
    except BusyError as error:
        raise TrustError(f"{file} cannot be written ({error})") from error


def _write(kept: Mapping[str, bool]) -> None:
    file = answers_file()
    content = json.dumps({"folders": dict(sorted(kept.items()))}, indent=2).encode() + b"\n"
    problem = write_file(file, content, within=file.parent)
    if problem is not None:
        raise TrustError(f"{file} was not written: {problem.reason}")
