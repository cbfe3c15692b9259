"""All signals: what each looks at stands beside it, what it counts for in `scorecard.toml`."""

from evenhand.check.judging.signals import (
    addressing,
    age_limits,
    asking,
    counting,
    formulas,
    relabelling,
    silence,
    stakes,
    value_checks,
)
from evenhand.check.judging.signals.signal import Signal

SIGNALS: tuple[Signal, ...] = (
    *relabelling.SIGNALS,
    *counting.SIGNALS,
    *value_checks.SIGNALS,
    *addressing.SIGNALS,
    *formulas.SIGNALS,
    *age_limits.SIGNALS,
    *asking.SIGNALS,
    *stakes.SIGNALS,
    *silence.SIGNALS,
)

VETOES = tuple(signal for signal in SIGNALS if signal.is_plain)
"""Those that decide alone."""
CHECKS = frozenset(each.name for each in value_checks.SIGNALS if each.name != "is only logged")
"""Those that a value is only checked."""

__all__ = ["CHECKS", "SIGNALS", "VETOES", "Signal"]
