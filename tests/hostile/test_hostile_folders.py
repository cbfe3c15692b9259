"""Hostile folders at the real command line: nothing runs, leaks, hangs or is damaged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import walls_stand
from folders.all_folders import folders_at
from folders.definition import Door, HostileFolder
from folders.through_command_line import attack_by_shell
from folders.world import World

JOBS = folders_at(Door.CHECK, Door.FIX, Door.AUDIT, Door.DOCTOR)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path.resolve())
    yield world
    world.clear()


@pytest.mark.parametrize(("folder", "door"), JOBS, ids=[f"{d}-{f.name}" for f, d in JOBS])
def test_it_is_held(world: World, folder: HostileFolder, door: Door) -> None:
    if folder.needs_walls and not walls_stand():
        pytest.skip("the kernel has no walls")

    assert attack_by_shell(world, folder, door).wrong == ()


def test_every_folder_has_a_name_of_its_own() -> None:
    names = [folder.name for folder, _ in folders_at(Door.CHECK)]

    assert len(names) == len(set(names)) >= 60
