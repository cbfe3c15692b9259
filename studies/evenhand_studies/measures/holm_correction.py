"""p-values of many comparisons, corrected so that chance alone rarely makes any of them small.

Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
Statistics 1979.
"""

from __future__ import annotations

from collections.abc import Sequence


def corrected_p_values(p_values: Sequence[float | None]) -> list[float | None]:
    """Each value corrected for all of them, in the same order; None stays None.

    Where a corrected value is below 0.05, the comparison may be called significant: among all that
    are called so, any is wrong in at most 5 % of studies.
    """
    defined = [(p, index) for index, p in enumerate(p_values) if p is not None]
    corrected: list[float | None] = [None] * len(p_values)
    highest = 0.0

    for rank, (p, index) in enumerate(sorted(defined)):
        highest = max(highest, min(1.0, p * (len(defined) - rank)))
        corrected[index] = highest

    return corrected
