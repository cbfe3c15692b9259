"""How a function responds to an attribute, beyond the two calls of a difference."""

from __future__ import annotations

from dataclasses import dataclass

from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.scalars import Scalar


@dataclass(frozen=True, slots=True)
class Response:
    """The outcomes of one call for other values of the attribute."""

    echo: Renaming
    """What the two values of the difference become where an outcome repeats them."""
    tried: tuple[tuple[Scalar, Outcome], ...] = ()
    """All values that were tried in that call, each with what came of it; only those that say
    something. Empty while a search is still under way."""
