"""Which settings, interpreter and trust hold for a file: the client's, over pyproject.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pathspec import GitIgnoreSpec

from evenhand.apps.lsp.actions.repair_settings import RepairSettings, read_repair
from evenhand.apps.lsp.suggestions.ledger_settings import LedgerSettings, read_ledger
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.settings import Settings, override

NO_FOLDER = ""
"""The key of files outside all folders."""
NO_SETTINGS = frozenset({"trusted", "repair", "ledger", "client"})
"""What a client may send along that is no setting of a check."""
OFF = "off"
EDITOR = "settings of the editor"


@dataclass(frozen=True, slots=True)
class Configuration:
    """What the client sent, by the URI of the folder."""

    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Settings as the user wrote them, such as `{"profile": "legal"}`."""
    interpreters: Mapping[str, str] = field(default_factory=dict)
    repair: RepairSettings = field(default_factory=RepairSettings)
    ledger: LedgerSettings = field(default_factory=LedgerSettings)


@dataclass(frozen=True, slots=True)
class FileSettings:
    """What holds for one file."""

    settings: Settings
    python: str | None
    """The interpreter in which the file's code runs; None where the chosen one is not there."""
    code_lens: bool
    excluded: bool
    problems: tuple[str, ...]
    """A sentence for each setting that could not be used."""

    @property
    def wanted(self) -> bool:
        return self.settings.enable and not self.excluded


def read_configuration(sent: Any) -> Configuration:
    """The configuration in `initializationOptions` or `workspace/didChangeConfiguration`.

    Clients that know nothing of folders may send the settings alone, or below `evenhand`.
    """
    table = _table(sent)
    if not table.keys() & {"settings", "globalSettings", "interpreters"}:
        own = _table(table.get("evenhand", table))
        kept = {k: v for k, v in own.items() if k not in NO_SETTINGS}
        repair, ledger = read_repair(own.get("repair")), read_ledger(own.get("ledger"))
        return Configuration({NO_FOLDER: kept}, repair=repair, ledger=ledger)
    settings = {_key(uri): _table(value) for uri, value in _table(table.get("settings")).items()}
    settings[NO_FOLDER] = _table(table.get("globalSettings"))
    interpreters = {
        _key(uri): path
        for uri, path in _table(table.get("interpreters")).items()
        if isinstance(path, str) and path
    }
    repair, ledger = read_repair(table.get("repair")), read_ledger(table.get("ledger"))
    return Configuration(settings, interpreters, repair, ledger)


def file_settings(
    file: Path, folders: Mapping[str, Path], configuration: Configuration
) -> FileSettings:
    """What holds for `file`, which need not exist. `folders` are the open ones, by URI."""
    key, folder = _folder_of(file, folders)
    origin = key if key in configuration.settings else NO_FOLDER
    written = configuration.settings.get(origin, {})
    code_lens = written.get("codeLens", True) is not False
    # A folder's settings may come from a file in the folder, and that must not choose what runs.
    nearest = nearest_settings(file.parent)
    choice = override(
        nearest.settings,
        _without_editor_words(written),
        EDITOR,
        trusted=origin == NO_FOLDER,
    )
    own = {} if origin == NO_FOLDER else _of_the_user(configuration)
    user = override(choice.settings, own, EDITOR, trusted=True)
    settings = replace(user.settings, ignore=(*choice.settings.ignore, *_off(written)))
    problems = (*nearest.problems, *choice.problems, *user.problems)
    python, missing = _python(settings, folder or file.parent, key, configuration)
    return FileSettings(
        settings=settings,
        python=python,
        code_lens=code_lens,
        excluded=_is_excluded(file, folder, settings),
        problems=(*problems, *missing),
    )


def _folder_of(file: Path, folders: Mapping[str, Path]) -> tuple[str, Path | None]:
    around = [(uri, folder) for uri, folder in folders.items() if file.is_relative_to(folder)]
    if not around:
        return NO_FOLDER, None
    uri, folder = max(around, key=lambda pair: len(pair[1].parts))
    return _key(uri), folder


def _python(
    settings: Settings, folder: Path, key: str, configuration: Configuration
) -> tuple[str | None, tuple[str, ...]]:
    chosen = settings.python or configuration.interpreters.get(key)
    try:
        return find_interpreter(chosen, folder).path, ()
    except NoInterpreterError as error:
        return None, (str(error),)


def _is_excluded(file: Path, folder: Path | None, settings: Settings) -> bool:
    base = settings.source.parent if settings.source else folder
    if base is None or not file.is_relative_to(base):
        return False
    spec = GitIgnoreSpec.from_lines((*settings.exclude, *settings.extend_exclude))
    return spec.match_file(file.relative_to(base).as_posix())


def _without_editor_words(written: Mapping[str, object]) -> dict[str, object]:
    rest = {k: v for k, v in written.items() if k not in ("codeLens", "trusted")}
    severity = rest.get("severity")
    if isinstance(severity, Mapping):
        rest["severity"] = {code: level for code, level in severity.items() if level != OFF}
    return rest


def _of_the_user(configuration: Configuration) -> dict[str, object]:
    """What holds in every folder, and no folder may say."""
    written = configuration.settings.get(NO_FOLDER, {})
    return {key: value for key, value in written.items() if key == "isolation"}


def _off(written: Mapping[str, object]) -> tuple[str, ...]:
    severity = written.get("severity")
    if not isinstance(severity, Mapping):
        return ()
    return tuple(str(code) for code, level in severity.items() if level == OFF)


def _key(uri: str) -> str:
    return unquote(uri).rstrip("/")


def _table(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}
