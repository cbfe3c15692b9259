"""How a function responds to an attribute, beyond the two calls of a difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome, Steps
from evenhand.scalars import Scalar


class Response(Protocol):
    """What is known, or can be found out, of the outcomes for other values of the attribute."""

    def echo(self, values: tuple[Scalar, Scalar]) -> Renaming:
        """What two values become where an outcome repeats them."""

    def tells_apart(self, values: tuple[Scalar, Scalar], first: Outcome, second: Outcome) -> bool:
        """Whether the outcomes for two values differ beyond the echo of the values."""

    def outcomes_for(self, values: Sequence[Scalar]) -> Steps[list[Outcome]]:
        """Run the calls of the difference with each of these values in place of its own.

        Empty if one of them says nothing. The last value is tried before all others.
        """
