"""The error that nothing can be run, and why."""

from __future__ import annotations

from evenhand.causes import Explanation
from evenhand.check.sentences import explain


class WorkerError(Exception):
    """A worker could not be started or did not survive; the message is one sentence."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation)
        self.explanation = explanation

    def __str__(self) -> str:
        return explain(self.explanation)
