"""Names of methods and attributes that show which type of value has them."""

from __future__ import annotations

TEXT = frozenset(
    (
        "lower upper strip title capitalize casefold startswith endswith split replace isdigit "
        "isalpha isnumeric format encode lstrip rstrip swapcase zfill partition isupper islower "
        "isalnum decode splitlines removeprefix removesuffix center ljust rjust"
    ).split()
)
SAME_TEXT = frozenset(
    "lower upper strip title capitalize casefold lstrip rstrip replace decode".split()
)
"""Methods that give the same word in another spelling."""
DATE = frozenset("weekday isoweekday strftime date isoformat timestamp toordinal timetuple".split())
"""Methods of a date; `year` and its like are attributes."""
LIST = frozenset("append add extend remove insert sort index count update".split())
ONLY_OF_SETS = frozenset({"add"})
OF_LISTS = {"append": 1, "add": 1, "extend": 1, "remove": 1, "insert": 2, "index": 1, "count": 1}
"""How many arguments these methods of lists and sets take, all of them by position."""
