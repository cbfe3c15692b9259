"""What lies with the machine says nothing of a text, so it ends the work on a repair.

It is a problem of the run: no candidate is rejected for it, and nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from evenhand.causes import Explanation, Owner
from evenhand.check.sandbox import WorkerError
from evenhand.check.sentences import explain


def demand_no_fault(explanations: Iterable[Explanation | None]) -> None:
    """Raises `WorkerError` with the first that lies with the machine."""
    for explanation in explanations:
        if explanation is not None and explanation.owner is Owner.MACHINE:
            raise WorkerError(explanation)


def reason_of(explanation: Explanation | None) -> str:
    """Why something is not known, as a clause; raises `WorkerError` if it lies with the machine."""
    demand_no_fault([explanation])
    return explain(explanation)
