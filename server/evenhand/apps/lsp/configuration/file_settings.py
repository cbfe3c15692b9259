"""The settings of one file: resolved here once, and handed on from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from evenhand.apps.lsp.configuration.client_configuration import (
    NO_FOLDER,
    Configuration,
)
from evenhand.apps.lsp.document_uris import folder_key
from evenhand.doors.files import is_within
from evenhand.options import CheckOptions
from evenhand.workspace.check_options import options_for
from evenhand.workspace.ignoring import rules_of, settings_of_file
from evenhand.workspace.interpreter import FolderPython, NoInterpreterError, find_interpreter
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.settings import Choice, Settings, override
from evenhand.workspace.trusted_folders import TrustError, answer_about

UNTRUSTED = "the workspace is not trusted, so nothing was run"
OFF = "off"
"""A severity that the editor offers and `pyproject.toml` does not."""
EDITOR = "settings of the editor"
LIMITED = frozenset({"secondsPerFunction", "jobs"})
"""Keys of the editor of which a folder may not ask for much; the user may."""
EDITOR_ONLY = frozenset({"codeLens", "newCodeSince", "trusted"})
"""Keys of the editor that are not settings of a check."""


class Lenses(Enum):
    """Above which functions a lens says what the check found; the values are the editor's."""

    FINDINGS = "findings"
    """Those in which a difference was found, or which could not be checked."""
    NONE = "off"


@dataclass(frozen=True, slots=True)
class FileSettings:
    """What a check of one file needs besides its text, and how its findings are shown."""

    settings: Settings
    options: CheckOptions
    python: str | None
    """The interpreter in which the file's code runs; None if the chosen one does not exist."""
    code_lens: Lenses
    new_code_since: str
    """The revision since which something has to be new to be shown; empty: all is shown."""
    excluded: bool
    problems: tuple[str, ...]
    """A sentence for each setting that could not be used."""

    @property
    def wanted(self) -> bool:
        """Whether the file is to be checked at all."""
        return self.settings.enable and not self.excluded


def file_settings(
    file: Path, folders: Mapping[str, Path], configuration: Configuration, *, trusted: bool
) -> FileSettings:
    """Resolve the settings of `file`, which need not exist.

    `folders` are the open ones, by URI. Code runs only if the workspace is `trusted`.
    """
    uri, folder = _innermost(file, folders)
    written = configuration.settings.get(_origin(uri, configuration), {})

    choice = _choose(file, uri, configuration)
    settings = choice.settings
    chosen = settings.python or configuration.interpreters.get(uri)
    python, complaint = _interpreter(chosen, file, folder, trusted=trusted)
    missing = complaint if python is None else ""

    not_run = missing if trusted else UNTRUSTED
    return FileSettings(
        settings=settings_of_file(settings, file, folder or file.parent),
        options=_check_options(file, settings, python, not_run),
        python=python,
        code_lens=_lenses(written.get("codeLens")),
        new_code_since=_text(written.get("newCodeSince")),
        excluded=_is_excluded(file, folder, settings),
        problems=(*choice.problems, complaint) if complaint else choice.problems,
    )


def _lenses(written: object) -> Lenses:
    """The choice of lenses, or a switch for them; what is neither has them shown."""
    return Lenses.NONE if written in (False, Lenses.NONE.value) else Lenses.FINDINGS


def _text(written: object) -> str:
    return written.strip() if isinstance(written, str) else ""


def innermost_folder(file: Path, folders: Mapping[str, Path]) -> Path | None:
    """The innermost of the open folders that contain `file`; None if none does."""
    return _innermost(file, folders)[1]


def _innermost(file: Path, folders: Mapping[str, Path]) -> tuple[str, Path | None]:
    around = [(uri, folder) for uri, folder in folders.items() if file.is_relative_to(folder)]
    if not around:
        return NO_FOLDER, None

    uri, folder = max(around, key=lambda pair: len(pair[1].parts))
    return folder_key(uri), folder


def _origin(uri: str, configuration: Configuration) -> str:
    """The folder whose settings apply; `NO_FOLDER` if the client sent none for this one."""
    return uri if uri in configuration.settings else NO_FOLDER


def _choose(file: Path, uri: str, configuration: Configuration) -> Choice:
    """Settings of the user over those of the folder over those of the nearest pyproject.toml."""
    origin = _origin(uri, configuration)
    written = configuration.settings.get(origin, {})
    nearest = nearest_settings(file.parent)

    # A folder's settings may come from a file in the folder, which must not choose what runs.
    of_user = {} if origin == NO_FOLDER else _user_settings(configuration, written)
    as_the_user = LIMITED & of_user.keys()
    of_folder = {k: v for k, v in _check_settings(written).items() if k not in as_the_user}
    in_editor = override(nearest.settings, of_folder, EDITOR, trusted=origin == NO_FOLDER)
    by_user = override(in_editor.settings, of_user, EDITOR, trusted=True)

    ignored = (*in_editor.settings.ignore, *_switched_off(written))
    return Choice(
        replace(by_user.settings, ignore=ignored),
        (*nearest.problems, *in_editor.problems, *by_user.problems),
    )


def _check_settings(written: Mapping[str, object]) -> dict[str, object]:
    """`written` without what only the editor knows."""
    settings = {key: value for key, value in written.items() if key not in EDITOR_ONLY}
    severity = settings.get("severity")
    if isinstance(severity, Mapping):
        settings["severity"] = {code: level for code, level in severity.items() if level != OFF}
    return settings


def _user_settings(
    configuration: Configuration, of_folder: Mapping[str, object]
) -> dict[str, object]:
    """What the user sets for every folder, and no folder may set, or only less of it."""
    written = configuration.settings.get(NO_FOLDER, {})
    return {
        key: value
        for key, value in written.items()
        if key == "isolation" or (key in LIMITED and of_folder.get(key) == value)
    }


def _switched_off(written: Mapping[str, object]) -> tuple[str, ...]:
    severity = written.get("severity")
    if not isinstance(severity, Mapping):
        return ()
    return tuple(str(code) for code, level in severity.items() if level == OFF)


def _interpreter(
    chosen: str | None, file: Path, folder: Path | None, *, trusted: bool
) -> tuple[str | None, str]:
    """The interpreter's path, and a complaint: why there is none, or why it is another one.

    Who trusts a workspace trusts its open folders: one around them, or around another file, may
    start its own Python only if the user has agreed to that elsewhere.
    """

    def is_trusted(python: FolderPython) -> bool:
        is_open = folder is not None and is_within(python.folder, folder)
        return trusted and (is_open or _is_trusted_elsewhere(python))

    try:
        interpreter = find_interpreter(chosen, folder or file.parent, is_trusted)
        return interpreter.path, interpreter.note if trusted else ""
    except NoInterpreterError as error:
        return None, str(error)


def _is_trusted_elsewhere(python: FolderPython) -> bool:
    """Whether the user has answered so, as by `evenhand trust`."""
    try:
        return answer_about(python.folder) is True
    except TrustError:
        return False


def _check_options(
    file: Path, settings: Settings, python: str | None, not_run: str
) -> CheckOptions:
    options = options_for(file, settings, python or "", not_run=not_run)
    if not not_run:
        return options
    # To resolve imports, jedi starts a Python that loads the compiled modules it finds.
    return replace(options, search_path=())


def _is_excluded(file: Path, folder: Path | None, settings: Settings) -> bool:
    base = settings.source.parent if settings.source else folder
    if base is None or not file.is_relative_to(base):
        return False

    rules = rules_of(base, (*settings.exclude, *settings.extend_exclude))
    return bool(rules.verdict(str(file), is_folder=False))
