"""Urgent waiters go first."""

from __future__ import annotations

import asyncio

from evenhand.apps.lsp.documents.priority_semaphore import PrioritySemaphore


async def test_urgent_waiters_go_first():
    semaphore, order, leave = PrioritySemaphore(1), list[str](), asyncio.Event()

    async def go(name: str, urgent: bool) -> None:
        async with semaphore.slot(urgent=urgent):
            order.append(name)
            await leave.wait()

    async with asyncio.TaskGroup() as group:
        for name, urgent in (("in", False), ("waits", False), ("waits too", False), ("a", True)):
            group.create_task(go(name, urgent))
            await asyncio.sleep(0)
        leave.set()

    assert order == ["in", "a", "waits", "waits too"]


async def test_a_slot_whose_waiter_was_cancelled_is_passed_on():
    semaphore, entered = PrioritySemaphore(1), list[str]()

    async def go(name: str) -> None:
        async with semaphore.slot(urgent=False):
            entered.append(name)

    async with semaphore.slot(urgent=False):
        tasks = [asyncio.create_task(go(name)) for name in ("gives up", "stays")]
        await asyncio.sleep(0)
    tasks[0].cancel()  # it has been given the slot, and has not yet noticed
    await asyncio.wait_for(tasks[1], 60)

    assert entered == ["stays"]
    async with asyncio.timeout(60), semaphore.slot(urgent=True):
        pass
