"""Every attack through the real command line, at both levels at which code runs.

Those that nothing has to come of are checked together, so that none spoils what is said of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from attacks import LEVELS, Attack, attacks
from command_line import Result, attack, attack_together, walls_stand
from scene import Scene

JOBS = [
    pytest.param(
        program,
        level,
        id=f"{program.name}-{level}",
        marks=[pytest.mark.alone] if program.starves and level == "basic" else [],
    )
    for program in attacks()
    for level in LEVELS
]
Together = Mapping[str, Result]


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with Scene(tmp_path_factory.mktemp("scene")) as made:
        yield made


@cache
def together(scene: Scene, level: str) -> Together:
    """What came of one check of all programs that do not get out at a level."""
    return attack_together(scene, held(level), level)


def held(level: str) -> list[Attack]:
    return [program for program in attacks() if not program.gets_out(level)]


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_comes_of_all_that_are_held(scene: Scene, level: str) -> None:
    needs_walls(level)
    results = together(scene, level)
    result = next(iter(results.values()))

    assert result.is_quiet, result
    assert results.keys() == {program.name for program in held(level)}


@pytest.mark.parametrize(("program", "level"), JOBS)
def test_it_ends_as_is_said(scene: Scene, program: Attack, level: str) -> None:
    """Also alone, if it ended in another way beside others: then that counts."""
    needs_walls(level)
    expected = program.expected[level]
    result = together(scene, level)[program.name] if program in held(level) else None
    if result is None or not result.is_quiet or not result.agrees(expected):
        result = attack(scene, program, level)

    assert result.agrees(expected), result
    assert result.status in (0, 1, 2), result.said
    assert "Traceback" not in result.said


def needs_walls(level: str) -> None:
    if level == "strong" and not walls_stand():
        pytest.skip("the kernel has no walls")


def test_there_are_enough_of_them() -> None:
    assert len(attacks()) >= 60


def test_nothing_escapes_behind_walls() -> None:
    assert not [p.name for p in attacks() if p.gets_out("strong")]


def test_the_documentation_names_every_way_out_at_basic() -> None:
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text()
    ways = [p for p in attacks() if p.gets_out("basic")]

    assert [p.name for p in ways if f"`{p.name}`" not in page] == []
