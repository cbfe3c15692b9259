"""Who writes repairs in the editor. The user's own settings; no folder has a say in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.models.openai_endpoint import OPENAI
from evenhand.repair.by_model.conversation import ROUNDS, Asking
from evenhand.repair.by_model.prompts import Strategy

OFFLINE, EDITOR, ENDPOINT = "offline", "editor", "openai"


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
        return self.provider == EDITOR or (self.provider == ENDPOINT and bool(self.model))


def read_repair(sent: Any) -> RepairSettings:
    """The settings that a client sent; what is none of the values allowed is left out."""
    table = sent if isinstance(sent, Mapping) else {}
    provider, endpoint, model = (table.get(k) for k in ("provider", "endpoint", "model"))
    return RepairSettings(
        provider if provider in (OFFLINE, EDITOR, ENDPOINT) else OFFLINE,
        endpoint if isinstance(endpoint, str) and endpoint else OPENAI,
        model if isinstance(model, str) else "",
        Asking(_strategy(table), _rounds(table), _prices(table)),
    )


def _strategy(table: Mapping[str, Any]) -> Strategy:
    known = {s.value: s for s in Strategy}
    return known.get(str(table.get("strategy")), Strategy.COT2)


def _rounds(table: Mapping[str, Any]) -> int:
    rounds = table.get("rounds")
    return rounds if isinstance(rounds, int) and 1 <= rounds <= 10 else ROUNDS


def _prices(table: Mapping[str, Any]) -> tuple[float, float] | None:
    prices = table.get("prices")
    if not isinstance(prices, list) or len(prices) != 2:
        return None
    numbers = [p for p in prices if isinstance(p, (int, float))]
    return (float(numbers[0]), float(numbers[1])) if len(numbers) == 2 else None
