"""The words and the published figures of Liu et al., from `liu.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from evenhand_studies.research.paper_data import paper


@cache
def modifiers() -> Mapping[str, tuple[str, ...]]:
    """The adjectives by type (table 2)."""
    return {kind: tuple(words) for kind, words in paper("liu")["modifiers"].items()}


@cache
def modifier_kinds() -> Mapping[str, str]:
    """The type of each adjective."""
    return {word: kind for kind, words in modifiers().items() for word in words}


@cache
def pairs() -> Mapping[str, tuple[str, str]]:
    """The pair of demographics that UFS compares, by dimension (table 1)."""
    return {dimension: (pair[0], pair[1]) for dimension, pair in paper("liu")["pairs"].items()}


@cache
def published() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """Tables 4, 5 and 6: `cbs`, `ufs` and `sd`, each by model, then by type of adjective."""
    return dict(paper("liu")["published"])
