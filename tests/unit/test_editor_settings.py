"""The settings that `package.json` offers have the values and defaults that the server knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evenhand.apps.lsp.configuration import ledger_settings, repair_settings
from evenhand.apps.lsp.configuration.file_settings import OFF, Lenses
from evenhand.apps.lsp.configuration.ledger_settings import LedgerSettings
from evenhand.apps.lsp.configuration.repair_settings import MOST_ROUNDS, RepairSettings
from evenhand.check.catalogue import PROFILES
from evenhand.findings import Severity
from evenhand.isolation import Isolation
from evenhand.options import Baseline
from evenhand.repair.by_model.strategies import Strategy
from evenhand.workspace.settings import Settings

MANIFEST = json.loads((Path(__file__).parents[2] / "package.json").read_text(encoding="utf-8"))
OFFERED = MANIFEST["contributes"]["configuration"]["properties"]


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("profile", PROFILES),
        ("isolation", Isolation),
        ("repair.strategy", Strategy),
        ("repair.baseline", Baseline),
        (
            "repair.provider",
            (repair_settings.OFFLINE, repair_settings.EDITOR, repair_settings.ENDPOINT),
        ),
        ("codeLens", [choice.value for choice in Lenses]),
        ("ledger.record", (ledger_settings.ALL, ledger_settings.CERTAIN, ledger_settings.OFF)),
    ],
)
def test_a_choice_offers_every_value_with_a_description(key: str, values: list[str]) -> None:
    setting = OFFERED[f"evenhand.{key}"]

    assert setting["enum"] == list(values)
    assert len(setting["enumDescriptions"]) == len(setting["enum"])


def test_every_severity_can_be_chosen() -> None:
    offered = OFFERED["evenhand.severity"]["additionalProperties"]["enum"]

    assert offered == [*Severity, OFF]


def test_rounds_have_the_servers_limit() -> None:
    assert OFFERED["evenhand.repair.rounds"]["maximum"] == MOST_ROUNDS


@pytest.mark.parametrize(
    ("key", "default"),
    [
        ("enable", Settings().enable),
        ("profile", Settings().profile),
        ("isolation", Settings().isolation),
        ("repair.provider", RepairSettings().provider),
        ("repair.endpoint", RepairSettings().endpoint),
        ("repair.model", RepairSettings().model),
        ("repair.strategy", RepairSettings().asking.strategy),
        ("repair.rounds", RepairSettings().asking.rounds),
        ("repair.baseline", RepairSettings().baseline),
        ("repair.timeout", RepairSettings().seconds),
        ("repair.maxTokens", RepairSettings().tokens),
        ("repair.temperature", RepairSettings().temperature),
        ("repair.prices", RepairSettings().asking.prices),
        ("ledger.record", LedgerSettings().record),
        ("ledger.keepSource", LedgerSettings().keep_source),
        ("ledger.path", LedgerSettings().path),
    ],
)
def test_defaults_are_the_servers(key: str, default: object) -> None:
    assert OFFERED[f"evenhand.{key}"]["default"] == default
