"""How much work the exhaustive method is: all values of all parameters, every pair compared.

Source: D. Huang et al., "Bias Testing and Mitigation in LLM-based Code Generation", section 3.6.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, prod


def value_pairs(values: int) -> int:
    """Assertions about an attribute where nothing else varies: pairs of its values."""
    return comb(values, 2)


def compared_pairs(pools: Mapping[str, int], attribute: str) -> int:
    """Pairs of calls that differ in one attribute alone.

    `pools` has the number of values of each parameter. Raises KeyError for an attribute without.
    """
    others = prod(count for name, count in pools.items() if name != attribute)
    return value_pairs(pools[attribute]) * others
