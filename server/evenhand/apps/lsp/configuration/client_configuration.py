"""The configuration as a client sends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.apps.lsp.configuration.ledger_settings import LedgerSettings, read_ledger
from evenhand.apps.lsp.configuration.repair_settings import RepairSettings, read_repair
from evenhand.apps.lsp.document_uris import folder_key

NO_FOLDER = ""
"""The key of files outside all folders."""
FOLDER_KEYS = frozenset({"settings", "globalSettings", "interpreters"})
"""A client that sends one of these sends settings folder by folder."""
NOT_FOR_CHECKS = frozenset({"trusted", "repair", "ledger", "client", "timing"})
"""Keys that a client may send along and that are not settings of a check."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the server waits, in seconds. A client may say so when it begins."""

    idle: float = 300.0
    """For work, before it ends the processes in which code runs."""
    foreground: float = 15.0
    """For a repair, before it goes on in the background."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What the client sent."""

    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """By the URI of the folder: settings as the user wrote them, such as `{"profile": "legal"}`."""
    interpreters: Mapping[str, str] = field(default_factory=dict)
    """By the URI of the folder: the path of a Python."""
    repair: RepairSettings = field(default_factory=RepairSettings)
    ledger: LedgerSettings = field(default_factory=LedgerSettings)


def read_configuration(sent: Any) -> Configuration:
    """Read `initializationOptions` or the parameters of `workspace/didChangeConfiguration`.

    Clients that know nothing of folders may send the settings alone, or below `evenhand`.
    """
    table = _table(sent)
    if table.keys() & FOLDER_KEYS:
        return _by_folder(table)
    return _for_all_files(_table(table.get("evenhand", table)))


def read_timing(sent: Any) -> Timing:
    """Read `initializationOptions.timing`; defaults replace what is not there."""
    table = _table(_table(sent).get("timing"))
    numbers = {
        name: float(value)
        for name in ("idle", "foreground")
        if isinstance(value := table.get(name), (int, float)) and value >= 0
    }
    return Timing(**numbers)


def _by_folder(table: Mapping[str, Any]) -> Configuration:
    settings = {
        folder_key(uri): _table(written) for uri, written in _table(table.get("settings")).items()
    }
    settings[NO_FOLDER] = _table(table.get("globalSettings"))

    interpreters = {
        folder_key(uri): path
        for uri, path in _table(table.get("interpreters")).items()
        if isinstance(path, str) and path
    }
    return Configuration(
        settings,
        interpreters,
        repair=read_repair(table.get("repair")),
        ledger=read_ledger(table.get("ledger")),
    )


def _for_all_files(table: Mapping[str, Any]) -> Configuration:
    settings = {key: value for key, value in table.items() if key not in NOT_FOR_CHECKS}
    return Configuration(
        {NO_FOLDER: settings},
        repair=read_repair(table.get("repair")),
        ledger=read_ledger(table.get("ledger")),
    )


def _table(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}
