"""What two texts for a data base or a file write down, value by value."""

from __future__ import annotations

from evenhand.check.probing.pickled_texts import values_of_both
from evenhand.check.probing.sql_texts import columns_of_both
from evenhand.scalars import Scalar

Written = list[tuple[str, tuple[Scalar, Scalar]]]
"""The two values of each column or key, by its name."""


def written_by_both(first: str, second: str) -> Written:
    """What two statements of SQL, or two pickles, write; nothing if they differ in their form."""
    columns: Written = [*columns_of_both(first, second).items()]
    return columns or values_of_both(first, second)
