"""Any share that can be shown, and the share of several wholes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from evenhand.share import CONFIDENCE, Share


class Proportion(Protocol):
    """Any share that can be shown: of parts, of answers to prompts, or with bounds."""

    @property
    def part(self) -> int: ...
    @property
    def whole(self) -> int: ...
    @property
    def value(self) -> float | None: ...
    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]: ...


def together(shares: Iterable[Share]) -> Share:
    """The share of several wholes that have nothing in common; 0 of 0 for none."""
    parts, wholes = 0, 0
    for share in shares:
        parts += share.part
        wholes += share.whole

    return Share(parts, wholes)
