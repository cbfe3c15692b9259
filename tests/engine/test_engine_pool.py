"""Work that arrives while processes are renewed, as when a folder becomes trusted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from evenhand.check.checking import Checker
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError

PROCESSES = 2


async def double(checker: Checker, number: int) -> int:
    await asyncio.sleep(0)
    return number * 2


async def wait_for_ever(checker: Checker) -> None:
    await asyncio.sleep(600)


@pytest.fixture
async def pool() -> AsyncIterator[EnginePool]:
    pool = EnginePool(most=PROCESSES)
    yield pool
    await pool.aclose()


async def test_work_waits_for_a_process_that_is_being_renewed(pool: EnginePool) -> None:
    pool.start(PROCESSES)
    await asyncio.gather(*(pool.do(double, number) for number in range(PROCESSES)))

    for _ in range(5):
        renewal = asyncio.create_task(pool.renew())
        await asyncio.sleep(0)
        assert await asyncio.gather(*(pool.do(double, n) for n in range(4))) == [0, 2, 4, 6]
        await renewal


async def test_two_renewals_at_once_leave_processes_that_work(pool: EnginePool) -> None:
    pool.start(PROCESSES)

    await asyncio.gather(pool.renew(), pool.renew())

    assert await asyncio.gather(*(pool.do(double, n) for n in range(4))) == [0, 2, 4, 6]


async def test_work_that_a_renewal_interrupts_is_lost(pool: EnginePool) -> None:
    work = asyncio.create_task(pool.do(wait_for_ever))
    await asyncio.sleep(0)

    await pool.renew()

    with pytest.raises(EngineLostError):
        await work
