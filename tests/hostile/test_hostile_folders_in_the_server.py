"""Hostile folders in the real language server, which has to answer for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import walls_stand
from folders.all_folders import folders_by_class, in_turn
from folders.definition import Door
from folders.through_server import attack_server
from folders.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path.resolve())
    yield world
    world.clear()


@pytest.mark.parametrize("kind", folders_by_class())
async def test_all_of_a_class_are_held(world: World, kind: str) -> None:
    folders = [folder for folder, door in in_turn(kind) if door is Door.SERVER]
    chosen = [folder for folder in folders if walls_stand() or not folder.needs_walls]
    results = {folder.name: result async for folder, result in attack_server(world, chosen)}

    assert {name: result.wrong for name, result in results.items() if result.wrong} == {}
