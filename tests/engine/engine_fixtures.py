"""One checker for the texts of all tests of a module, as it is one for all files of a workspace.

What a test says of a checker itself (what it remembers, when it starts a process) needs a new one.
Commands that only happen to judge something need no process for it: `engine_here`.
"""

from __future__ import annotations

import pickle
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
import pytest_asyncio

from evenhand.check.checking import Checker
from evenhand.check.file_job import JUDGE
from evenhand.scaling import process_pool
from evenhand.scaling.limits import Limits
from evenhand.scaling.messages import Do, Done


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def checker(request: pytest.FixtureRequest) -> AsyncIterator[Checker]:
    """A checker that other tests of the module have used before, with the `JUDGE` of the module.

    It is not that of all modules: the more large packages it has imported, the slower it is.
    """
    async with Checker(judge=getattr(request.module, "JUDGE", JUDGE)) as made:
        yield made


@pytest.fixture
async def new_checker() -> AsyncIterator[Checker]:
    """A checker that has seen no text."""
    async with Checker() as made:
        yield made


class EngineHere:
    """Does in this process what an engine does in one of its own; what travels still does."""

    def __init__(self, make_checker: Callable[[], Checker], _: Limits) -> None:
        self.checker = make_checker()

    async def do(self, function: Callable[..., Coroutine[Any, Any, Any]], *arguments: Any) -> Any:
        """The result of a function, as another process would get and give it."""
        order = _received(Do(function, arguments, False))
        result = await order.function(self.checker, *order.arguments)
        return _received(Done(result, self.checker.standing)).result

    async def aclose(self) -> None:
        """End the workers."""
        await self.checker.aclose()


def _received(message: Any) -> Any:
    return pickle.loads(pickle.dumps(message))


@pytest.fixture
def engine_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands on this machine judge in this process: `test_engines.py` is about the others."""
    monkeypatch.setattr(process_pool, "EngineProcess", EngineHere)
