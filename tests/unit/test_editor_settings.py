"""The settings that `package.json` offers have the values and defaults that the server knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evenhand.apps.lsp.configuration import ledger_settings, repair_settings
from evenhand.apps.lsp.configuration.file_settings import Lenses
from evenhand.apps.lsp.configuration.ledger_settings import LedgerSettings
from evenhand.apps.lsp.configuration.repair_settings import MOST_ROUNDS, RepairSettings
from evenhand.check.catalogue import PROFILES
from evenhand.isolation import Isolation
from evenhand.options import Baseline
from evenhand.repair.by_model.strategies import Strategy
from evenhand.workspace.settings import Settings

MANIFEST = json.loads((Path(__file__).parents[2] / "package.json").read_text(encoding="utf-8"))
OFFERED = MANIFEST["contributes"]["configuration"]["properties"]


ADVANCED = OFFERED["evenhand.repair.advanced"]["properties"]


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("profile", [profile for profile in PROFILES if profile != "paper"]),
        ("isolation", Isolation),
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


def test_every_strategy_can_be_chosen() -> None:
    offered = ADVANCED["strategy"]

    assert offered["enum"] == list(Strategy)
    assert len(offered["markdownEnumDescriptions"]) == len(Strategy)


def test_rounds_have_the_servers_limit() -> None:
    assert ADVANCED["rounds"]["maximum"] == MOST_ROUNDS


@pytest.mark.parametrize(
    ("key", "default"),
    [
        ("enable", Settings().enable),
        ("profile", Settings().profile),
        ("isolation", Settings().isolation),
        ("repair.provider", RepairSettings().provider),
        ("repair.endpoint", RepairSettings().endpoint),
        ("repair.model", RepairSettings().model),
        ("repair.baseline", RepairSettings().baseline),
        ("ledger.record", LedgerSettings().record),
    ],
)
def test_defaults_are_the_servers(key: str, default: object) -> None:
    assert OFFERED[f"evenhand.{key}"]["default"] == default


@pytest.mark.parametrize(
    ("key", "default"),
    [
        ("strategy", RepairSettings().asking.strategy),
        ("rounds", RepairSettings().asking.rounds),
        ("timeout", RepairSettings().seconds),
        ("maxTokens", RepairSettings().tokens),
        ("temperature", RepairSettings().temperature),
        ("prices", RepairSettings().asking.prices),
    ],
)
def test_defaults_of_models_are_the_servers(key: str, default: object) -> None:
    assert ADVANCED[key]["default"] == default
