"""What a search asks of a judge, which it is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.responses import Response
from evenhand.findings import Recognised


@dataclass(frozen=True, slots=True)
class Judge:
    """Says what differences are for. The search knows no more of it than these two questions."""

    purpose_of: Callable[[Difference, Response, CodeContext], Recognised]
    """What a difference is for; asked once for each witness."""
    is_harmless: Callable[[Difference, Response, CodeContext], bool]
    """Whether a difference alone shows that nobody gets or loses anything by it."""
