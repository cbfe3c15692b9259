"""Processes below another, and their end (Linux)."""

from __future__ import annotations

import asyncio
from pathlib import Path

POLL_SECONDS = 0.02


def below(process: int) -> set[int]:
    """All processes that `process` has started, and those that they have."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (parent := _parent(int(entry.name))) is not None:
            parents.setdefault(parent, []).append(int(entry.name))
    found, todo = set[int](), [process]
    while todo:
        children = parents.get(todo.pop(), [])
        found.update(children)
        todo.extend(children)
    return found


def children(process: int) -> set[int]:
    """Processes that `process` itself has started; those of a server are its engines."""
    return {child for child in below(process) if _parent(child) == process}


def workers(server: int) -> set[int]:
    """What the engines of `server` have started: workers."""
    return {worker for engine in children(server) for worker in children(engine)}


async def some_workers(server: int) -> set[int]:
    """Wait until an engine of `server` has started a worker; all that is in workers then."""
    while not workers(server):
        await asyncio.sleep(POLL_SECONDS)
    return below(server) - children(server)


async def all_gone(processes: set[int]) -> None:
    """Wait until each of `processes` has ended."""
    while any(_runs(process) for process in processes):
        await asyncio.sleep(POLL_SECONDS)


async def no_workers(server: int) -> None:
    """Wait until the engines of `server` have ended all that they have started."""
    while below(server) - children(server):
        await asyncio.sleep(POLL_SECONDS)


async def all_reaped(server: int) -> None:
    """Wait until no process below `server` has ended without having been waited for."""
    while any(_status(process).get("State", "X")[0] == "Z" for process in below(server)):
        await asyncio.sleep(POLL_SECONDS)


def _runs(process: int) -> bool:
    return _status(process).get("State", "Z")[0] not in "ZX"


def _parent(process: int) -> int | None:
    said = _status(process).get("PPid")
    return int(said) if said else None


def _status(process: int) -> dict[str, str]:
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return {}
    return {k: v.strip() for k, _, v in (line.partition(":") for line in text.splitlines())}
