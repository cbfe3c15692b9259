"""Who is in a hurry goes first."""

from __future__ import annotations

import asyncio

from evenhand.apps.lsp.documents.priority_semaphore import Gate


async def test_who_is_in_a_hurry_goes_before_all_that_wait():
    gate, order, leave = Gate(1), list[str](), asyncio.Event()

    async def go(name: str, hurried: bool) -> None:
        async with gate.entered(hurried):
            order.append(name)
            await leave.wait()

    async with asyncio.TaskGroup() as group:
        for name, hurried in (("in", False), ("waits", False), ("waits too", False), ("a", True)):
            group.create_task(go(name, hurried))
            await asyncio.sleep(0)
        leave.set()

    assert order == ["in", "a", "waits", "waits too"]


async def test_a_turn_that_nobody_takes_is_passed_on():
    gate, entered = Gate(1), list[str]()

    async def go(name: str) -> None:
        async with gate.entered(False):
            entered.append(name)

    async with gate.entered(False):
        tasks = [asyncio.create_task(go(name)) for name in ("gives up", "stays")]
        await asyncio.sleep(0)
    tasks[0].cancel()  # it has been given the slot, and has not yet noticed
    await asyncio.wait_for(tasks[1], 60)

    assert entered == ["stays"]
    async with asyncio.timeout(60), gate.entered(True):
        pass
