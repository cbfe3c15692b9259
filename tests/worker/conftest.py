"""A warm worker for each test, whose calls may take long on a machine that is busy."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator

import pytest

from evenhand.check.sandbox import Limits, Worker

PATIENT = Limits(call_seconds=120, load_seconds=120)


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    started = await Worker.start(sys.executable, PATIENT)
    yield started
    await started.aclose()


@pytest.fixture
async def hasty() -> AsyncIterator[Worker]:
    """A worker for calls that never end: it gives each a second."""
    started = await Worker.start(sys.executable, Limits(call_seconds=1))
    yield started
    await started.aclose()
