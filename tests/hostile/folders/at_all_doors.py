"""Every hostile folder at each of its doors, for those who want to see all of it."""

from __future__ import annotations

from collections.abc import Callable

from folders.all_folders import folders_by_class
from folders.definition import Door, HostileFolder
from folders.through_command_line import Result, attack_by_shell
from folders.through_mcp import attack_by_mcp
from folders.through_server import attack_server
from folders.world import World

Job = tuple[tuple[HostileFolder, ...], Door]
"""Folders that go through one door, one after the other."""
Done = tuple[HostileFolder, Door, Result]


def jobs(is_chosen: Callable[[str], bool]) -> list[Job]:
    """The folders whose names are chosen: a class together at the server, else each alone."""
    found: list[Job] = []
    for folders in folders_by_class().values():
        chosen = [folder for folder in folders if is_chosen(folder.name)]
        for door in Door:
            here = tuple(folder for folder in chosen if door in folder.doors)
            alone = [((folder,), door) for folder in here]
            found += alone if door is not Door.SERVER or not here else [(here, door)]
    return found


async def attack(world: World, folders: tuple[HostileFolder, ...], door: Door) -> list[Done]:
    """What came of some folders at one door."""
    if door is Door.SERVER:
        return [(folder, door, r) async for folder, r in attack_server(world, folders)]
    if door is Door.MCP:
        return [(folder, door, await attack_by_mcp(world, folder)) for folder in folders]
    return [(folder, door, attack_by_shell(world, folder, door)) for folder in folders]
