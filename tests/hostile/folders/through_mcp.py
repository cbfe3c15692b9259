"""Asks a real MCP server, started in a hostile folder, about the text of each of its files."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from folders.definition import Door, HostileFolder
from folders.through_command_line import (
    ADDRESS_SPACE_KIB,
    BASH,
    EVENHAND,
    LIMITED,
    PATIENCE_SECONDS,
    Result,
)
from folders.world import NEIGHBOURS, World

LIMITS = ["-c", LIMITED, "bash", str(ADDRESS_SPACE_KIB), "0"]


@asynccontextmanager
async def agent(world: World, folder: HostileFolder) -> Any:
    """A client of a server that was started in the folder."""
    more = {name: world.filled(value) for name, value in folder.environment.items()}
    server = StdioServerParameters(
        command=BASH,
        args=[*LIMITS, EVENHAND, "mcp"],
        cwd=world.project,
        env={**world.environment, **more},
    )
    async with Client(server) as client:
        yield client


async def attack_by_mcp(world: World, folder: HostileFolder) -> Result:
    """Lay the folder, and have an agent in it ask about all of its texts."""
    world.clear()
    world.lay(folder, Door.MCP)
    began = time.monotonic()
    wrong: list[str] = []
    said = ""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), agent(world, folder) as client:
            for name, code in _texts(world, folder):
                answers = [await _asked(client, tool, code) for tool in TOOLS]
                said += "".join(json.dumps(_told(answer), ensure_ascii=False) for answer in answers)
                wrong += [f"{name!r}: {found}" for answer in answers for found in _amiss(answer)]
            wrong += [w for name in NEIGHBOURS for w in await _neighbour(client, name)]
    except Exception as error:
        wrong.append(f"did not answer: {type(error).__name__} {error}"[:300])
    return Result((*wrong, *world.seen(said), *world.left()), time.monotonic() - began, said)


TOOLS = ("check_bias", "repair_bias")


async def _asked(client: Client, tool: str, code: str) -> Any:
    answer = await client.call_tool(tool, {"code": code})
    if answer.is_error or answer.structured_content is None:
        return {"error": str(answer.content)}
    return answer.structured_content


def _told(answer: Any) -> Any:
    """An answer with the code as it can be shown: an agent gets back what it has sent."""
    return {**answer, "code": ascii(answer.get("code"))}


def _amiss(answer: Any) -> Iterator[str]:
    if "error" in answer:
        yield f"an error: {answer['error'][:200]}"
    if "bug in Evenhand" in str(answer.get("problem")):
        yield f"it calls itself wrong: {answer['problem'][:200]}"


async def _neighbour(client: Client, name: str) -> list[str]:
    answer = await _asked(client, "check_bias", NEIGHBOURS[name])
    found = answer.get("treats_people_differently")
    return [] if found else [f"{name} is not reported: {str(answer)[:300]}"]


def _texts(world: World, folder: HostileFolder) -> Iterator[tuple[str | bytes, str]]:
    for name, entry in folder.entries.items():
        is_text = isinstance(entry, str) and str(Path(str(name)).suffix) == ".py"
        if is_text and isinstance(entry, str):
            yield name, world.filled(entry).encode(errors="replace").decode()
