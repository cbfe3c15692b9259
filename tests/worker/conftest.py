"""A warm worker for each test."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator

import pytest

from evenhand.check.sandbox import Worker


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    started = await Worker.start(sys.executable)
    yield started
    await started.aclose()
