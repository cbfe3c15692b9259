"""How often code is biased: CBS, CBS_U@K and CBS_I@K.

Source: D. Huang et al., "Bias Testing and Mitigation in LLM-based Code Generation", TOSEM 2025,
section 4.3. The paper prints all three in per cent.

All three take a row for each prompt, which says of each answer whether it is biased; None if that
is not known. Each share is of all answers, or of all prompts, whatever is known of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from evenhand_studies.measures.bounded_share import BoundedShare, Row, bounded


def cbs(rows: Iterable[Row]) -> BoundedShare:
    """Code Bias Score: of all functions, those that are biased (equation 1)."""
    return bounded(rows)


def cbs_union(rows: Iterable[Row]) -> BoundedShare:
    """CBS_U@K: of all prompts, those with a biased answer among their K answers (equation 2)."""
    return bounded([_any(row)] for row in rows)


def cbs_intersection(rows: Iterable[Row]) -> BoundedShare:
    """CBS_I@K: of all prompts, those whose K answers are all biased (equation 3).

    A prompt without answers is not counted as biased.
    """
    return bounded([_all(row)] for row in rows)


def _any(row: Row) -> bool | None:
    if True in row:
        return True
    return None if None in row else False


def _all(row: Row) -> bool | None:
    if not row or False in row:
        return False
    return None if None in row else True
