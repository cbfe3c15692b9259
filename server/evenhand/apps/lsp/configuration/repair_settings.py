"""Who writes repairs in the editor: settings of the user that no folder can change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.models.openai_endpoint import OPENAI
from evenhand.repair.by_model.conversation import ROUNDS, Asking
from evenhand.repair.by_model.strategies import Strategy

OFFLINE, EDITOR, ENDPOINT = "offline", "editor", "openai"
MOST_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class RepairSettings:
    """What the user chose."""

    provider: str = OFFLINE
    """`offline`: no model; `editor`: the editor's own models; `openai`: an endpoint."""
    endpoint: str = OPENAI
    model: str = ""
    asking: Asking = field(default_factory=Asking)

    @property
    def model_wanted(self) -> bool:
        """Whether a model may write repairs."""
        if self.provider == ENDPOINT:
            return bool(self.model)
        return self.provider == EDITOR


def read_repair(sent: Any) -> RepairSettings:
    """Read the settings that a client sent; defaults replace values that are not allowed."""
    table = sent if isinstance(sent, Mapping) else {}
    provider = table.get("provider")
    return RepairSettings(
        provider if provider in (OFFLINE, EDITOR, ENDPOINT) else OFFLINE,
        endpoint=_text(table, "endpoint") or OPENAI,
        model=_text(table, "model"),
        asking=Asking(_strategy(table), _rounds(table), _prices(table)),
    )


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""


def _strategy(table: Mapping[str, Any]) -> Strategy:
    strategies = {strategy.value: strategy for strategy in Strategy}
    return strategies.get(str(table.get("strategy")), Strategy.COT2)


def _rounds(table: Mapping[str, Any]) -> int:
    rounds = table.get("rounds")
    return rounds if isinstance(rounds, int) and 1 <= rounds <= MOST_ROUNDS else ROUNDS


def _prices(table: Mapping[str, Any]) -> tuple[float, float] | None:
    prices = table.get("prices")
    if not isinstance(prices, list) or len(prices) != 2:
        return None

    sent, received = prices
    if not isinstance(sent, (int, float)) or not isinstance(received, (int, float)):
        return None
    return float(sent), float(received)
