"""Who writes repairs in the editor: settings of the user that no folder can change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.models.openai_endpoint import OPENAI, SECONDS, Endpoint, base_url_of, sign_in_of
from evenhand.options import Baseline
from evenhand.repair.by_model.conversation import ROUNDS, Asking
from evenhand.repair.by_model.strategies import DEFAULT, Strategy

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
    seconds: float = SECONDS
    """For one answer of an endpoint."""
    tokens: int | None = None
    """The longest answer of an endpoint; None: what it allows."""
    temperature: float | None = None
    """How much its answers vary; None: what the model does."""
    baseline: Baseline = Baseline.AUTO
    """As whom a repair treats everyone; `auto` leaves it to the folder's settings."""

    def endpoint_with(self, key: str) -> Endpoint:
        """The endpoint to ask; raises `ModelError` if its address is none."""
        return Endpoint(
            self.model,
            base_url_of(self.endpoint),
            key,
            self.seconds,
            temperature=self.temperature,
            tokens=self.tokens,
            sign_in=sign_in_of(self.endpoint),
        )

    @property
    def model_wanted(self) -> bool:
        """Whether a model may write repairs."""
        if self.provider == ENDPOINT:
            return bool(self.model)
        return self.provider == EDITOR


def read_repair(sent: Any) -> RepairSettings:
    """Read the settings that a client sent; defaults replace values that are not allowed."""
    table = _table(sent)
    provider, advanced = table.get("provider"), _table(table.get("advanced"))
    return RepairSettings(
        provider if provider in (OFFLINE, EDITOR, ENDPOINT) else OFFLINE,
        endpoint=_text(table, "endpoint") or OPENAI,
        model=_text(table, "model"),
        asking=Asking(_strategy(advanced), _rounds(advanced), _prices(advanced)),
        seconds=_number(advanced, "timeout") or SECONDS,
        tokens=_tokens(advanced),
        temperature=_number(advanced, "temperature"),
        baseline=_baseline(table),
    )


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(table: Mapping[str, Any], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""


def _strategy(table: Mapping[str, Any]) -> Strategy:
    strategies = {strategy.value: strategy for strategy in Strategy}
    return strategies.get(str(table.get("strategy")), DEFAULT)


def _baseline(table: Mapping[str, Any]) -> Baseline:
    baselines = {baseline.value: baseline for baseline in Baseline}
    return baselines.get(str(table.get("baseline")), Baseline.AUTO)


def _rounds(table: Mapping[str, Any]) -> int:
    rounds = table.get("rounds")
    return rounds if isinstance(rounds, int) and 1 <= rounds <= MOST_ROUNDS else ROUNDS


def _number(table: Mapping[str, Any], key: str) -> float | None:
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if value >= 0 else None


def _tokens(table: Mapping[str, Any]) -> int | None:
    tokens = table.get("maxTokens")
    return tokens if isinstance(tokens, int) and tokens > 0 else None


def _prices(table: Mapping[str, Any]) -> tuple[float, float] | None:
    prices = table.get("prices")
    if not isinstance(prices, list) or len(prices) != 2:
        return None

    sent, received = prices
    if not isinstance(sent, (int, float)) or not isinstance(received, (int, float)):
        return None
    return float(sent), float(received)
