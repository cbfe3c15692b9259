"""Opens hostile folders in the real language server, one after the other."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from lsprotocol import types

import editor
from folders.definition import Door, HostileFolder
from folders.through_command_line import ADDRESS_SPACE_KIB, BASH, LIMITED, PATIENCE_SECONDS, Result
from folders.world import NEIGHBOURS, World

ENV = shutil.which("env") or "/usr/bin/env"
COMMAND = [BASH, "-c", LIMITED, "bash", str(ADDRESS_SPACE_KIB), "0", *editor.REAL]
LONGEST = 3_000_000
"""Bytes of a file that the editor opens."""


async def attack_server(
    world: World, folders: Sequence[HostileFolder]
) -> AsyncIterator[tuple[HostileFolder, Result]]:
    """Open each folder in the same server; one that hurts it gets the next a new one."""
    left = list(folders)
    while left:
        async with _server(world) as client:
            while left:
                folder = left.pop(0)
                result = await _opened(client, world, folder)
                yield folder, result
                if result.wrong:
                    break


@asynccontextmanager
async def _server(world: World) -> AsyncIterator[editor.Editor]:
    world.clear()
    environment = world.environment
    for name in ("TMPDIR", "HOME"):
        Path(environment[name]).mkdir()
    variables = [f"{name}={value}" for name, value in environment.items()]
    command = [ENV, "-i", *variables, *COMMAND]
    client = await editor.start(command, [world.root], {"trusted": True, "secondsPerFunction": 3})
    try:
        yield client
    finally:
        await _end(client)


async def _end(client: editor.Editor) -> None:
    """Say goodbye, or end a server that no longer listens."""
    try:
        await asyncio.wait_for(client.quit(), 20)
    except Exception:
        if client.process.returncode is None:
            client.process.kill()
        await client.client.stop()


async def _opened(client: editor.Editor, world: World, folder: HostileFolder) -> Result:
    world.lay(folder, Door.SERVER)
    for heard in (client.log, client.messages, client.ended, client.shown):
        heard.clear()
    client.trust(folder.trusted)
    client.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(
            types.WorkspaceFoldersChangeEvent(
                added=[types.WorkspaceFolder(world.project.as_uri(), folder.name)], removed=[]
            )
        )
    )
    began = time.monotonic()
    wrong: list[str] = []
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            wrong, said = await _looked_at(client, world, folder)
            wrong += world.seen(said)
    except (TimeoutError, Exception) as error:
        wrong.append(f"the server did not answer: {type(error).__name__} {error}"[:300])
    return Result(tuple(wrong), time.monotonic() - began)


async def _looked_at(
    client: editor.Editor, world: World, folder: HostileFolder
) -> tuple[list[str], str]:
    """What went wrong with the folder's files, and all that was said about them."""
    wrong: list[str] = []
    said: list[str] = []
    neighbours = [world.project / name for name in NEIGHBOURS]
    for path in [neighbours[0], *_sources(world, folder), neighbours[1]]:
        uri = client.open(path, path.read_bytes().decode(errors="replace"))
        shown = await client.published(uri)
        hover = await client.hover(uri, 0, 5) or ""
        lenses = await client.lenses(uri)
        said += [hover, *lenses, *(d.message for d in shown)]

        kinds = {str(d.code) for d in shown}
        if path in neighbours and "EVH001" not in kinds and folder.trusted and folder.runs:
            wrong.append(f"{path.name} is not reported, but {sorted(kinds)} {lenses} {hover[:200]}")
        right = [v for k, v in folder.verdicts.items() if k.split(":")[0] == path.name]
        if "EVH001" in kinds and right and not any("biased" in verdict for verdict in right):
            wrong.append(f"{path.name} is reported, and should be {right}")
        client.close(uri)
        await client.cleared(uri)
    told = [*said, *client.log, *client.messages]
    wrong += [f"a traceback: {text[-200:]!a}" for text in told if "Traceback" in text]
    wrong += [f"it calls itself wrong: {text[:200]}" for text in told if "bug in Evenhand" in text]
    return wrong, "\n".join(told)


def _sources(world: World, folder: HostileFolder) -> list[Path]:
    """The files that a person could open in an editor."""
    names = [
        n for n, e in folder.entries.items() if isinstance(n, str) and isinstance(e, str | bytes)
    ]
    sources = [name for name in names if name.endswith(".py") and not name.startswith("..")]
    paths = [world.project / name for name in sources]
    return [path for path in paths if path.is_file() and path.stat().st_size <= LONGEST]
