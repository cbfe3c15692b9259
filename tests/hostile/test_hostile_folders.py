"""Hostile folders at the real command line: nothing runs, leaks, hangs or is damaged.

Those that are as hostile beside others are laid side by side, for one run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from command_line import walls_stand
from folders.all_folders import folders_at, folders_by_class
from folders.definition import AT_ONCE, Door, HostileFolder
from folders.through_command_line import Result, attack_by_shell, attack_side_by_side
from folders.world import World

JOBS = folders_at(Door.CHECK, Door.FIX, Door.AUDIT, Door.DOCTOR)
Together = tuple[Result, Mapping[str, Result]]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path.resolve())
    yield world
    world.clear()


@pytest.fixture(scope="module")
def large_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = World(tmp_path_factory.mktemp("world").resolve())
    yield world
    world.clear()


@cache
def side_by_side(world: World, door: Door) -> Together:
    return attack_side_by_side(world, beside_others(door), door)


def beside_others(door: Door) -> list[HostileFolder]:
    here = [folder for folder, _ in folders_at(door)] if door in AT_ONCE else []
    return [folder for folder in here if folder.may_be_beside_others]


@pytest.mark.parametrize("door", AT_ONCE)
def test_nothing_comes_of_many_folders(large_world: World, door: Door) -> None:
    assert side_by_side(large_world, door)[0].wrong == ()


@pytest.mark.parametrize(("folder", "door"), JOBS, ids=[f"{d}-{f.name}" for f, d in JOBS])
def test_it_is_held(world: World, large_world: World, folder: HostileFolder, door: Door) -> None:
    """Also alone, if something went wrong beside others: then that counts."""
    if folder.needs_walls and not walls_stand():
        pytest.skip("the kernel has no walls")

    if folder in beside_others(door):
        run, results = side_by_side(large_world, door)
        if not run.wrong and not results[folder.name].wrong:
            return
    assert attack_by_shell(world, folder, door).wrong == ()


def test_every_folder_has_a_name_of_its_own() -> None:
    names = [folder.name for folders in folders_by_class().values() for folder in folders]

    assert len(names) == len(set(names)) >= 100
