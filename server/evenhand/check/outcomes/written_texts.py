"""What two texts for a data base or a file write down, value by value."""

from __future__ import annotations

from evenhand.check.outcomes.pickled_texts import Values, values_of_both
from evenhand.check.outcomes.sql_texts import columns_of_both


def written_by_both(first: str, second: str) -> Values:
    """What two statements of SQL, or two pickles, write; nothing if they differ in their form."""
    columns: Values = [*columns_of_both(first, second).items()]
    return columns or values_of_both(first, second)
