"""Every attack through the real command line, at both levels at which code runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attacks import LEVELS, Attack, attacks
from command_line import attack, walls_stand
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


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with Scene(tmp_path_factory.mktemp("scene")) as made:
        yield made


@pytest.mark.parametrize(("program", "level"), JOBS)
def test_it_ends_as_is_said(scene: Scene, program: Attack, level: str) -> None:
    if level == "strong" and not walls_stand():
        pytest.skip("the kernel has no walls")
    result = attack(scene, program, level)

    assert result.agrees(program.expected[level]), result
    assert result.status in (0, 1), result.said
    assert "Traceback" not in result.said


def test_there_are_enough_of_them() -> None:
    assert len(attacks()) >= 60


def test_nothing_escapes_behind_walls() -> None:
    assert not [p.name for p in attacks() if "gets out" in p.expected["strong"]]


def test_the_documentation_names_every_way_out_at_basic() -> None:
    page = (Path(__file__).parents[2] / "SECURITY.md").read_text()
    ways = [p for p in attacks() if "gets out" in p.expected["basic"]]

    assert [p.name for p in ways if f"`{p.name}`" not in page] == []
