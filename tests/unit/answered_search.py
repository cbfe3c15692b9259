"""Carries out what a search asks for without running anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from evenhand.check.outcomes.requests import Loaded, Open, Outcome, Run, Steps

T = TypeVar("T")


def carried_out(steps: Steps[T], answer: Callable[[Run], list[Outcome]]) -> T:
    """What `steps` come to if every module loads, and `answer` says how calls end."""
    reply: object = None
    while True:
        try:
            request = steps.send(reply)
        except StopIteration as done:
            result: T = done.value
            return result

        match request:
            case Run():
                reply = answer(request)
            case Open():
                reply = Loaded()
            case _:
                reply = None
