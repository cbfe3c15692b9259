"""Every attack through the real language server, behind walls.

Without walls, those that may end otherwise, or that attack the processes around; that all others
end in the same way is shown at the command line.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from attacks import Attack, attacks
from command_line import SECONDS, walls_stand
from scene import Scene

import editor

AROUND = ("channel", "environment", "process")
"""Groups of programs that attack the processes around their own."""
OTHERWISE = [
    program
    for program in attacks()
    if program.group in AROUND or program.expected["basic"] != program.expected["strong"]
]
TAME = [program for program in OTHERWISE if not program.starves]
STARVING = [program for program in OTHERWISE if program.starves]


@pytest.mark.parametrize(
    ("level", "programs"),
    [
        pytest.param("strong", attacks(), id="strong"),
        pytest.param("basic", TAME, id="basic"),
        pytest.param("basic", STARVING, id="basic-starving", marks=pytest.mark.alone),
    ],
)
async def test_each_ends_as_is_said_and_the_server_goes_on(
    level: str, programs: list[Attack], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if level == "strong" and not walls_stand():
        pytest.skip("the kernel has no walls")
    with Scene(tmp_path) as scene:
        for name in ("CANARY_KEY", "TMPDIR"):
            monkeypatch.setenv(name, scene.environment[name])
        options = {"isolation": level, "secondsPerFunction": SECONDS, "python": sys.executable}
        client = await editor.start(editor.REAL, [scene.project], {"trusted": True, **options})
        wrong = {p.name: said for p in programs if (said := await _wrong(client, scene, p, level))}
        await client.quit()

        assert wrong == {}
        assert level == "basic" or not scene.end_survivors()
        assert scene.leftovers() == []


async def _wrong(client: editor.Editor, scene: Scene, program: Attack, level: str) -> str:
    """What came of an attack, if that is not what was expected."""
    scene.reset()
    uri = client.open(scene.project / program.path.name)
    shown = await client.published(uri)
    lenses = await client.lenses(uri)
    reached = scene.seen(" ".join([*lenses, *(d.message for d in shown), *client.log]), ended=False)
    client.close(uri)
    codes = [str(d.code) for d in shown]
    found = f"gets out: {', '.join(reached)}" if reached else _verdict(codes)
    expected = program.expected[level].split(" or ")
    return "" if any(one.startswith(found) for one in expected) else f"{found}: {lenses}"


def _verdict(codes: list[str]) -> str:
    """`biased` where that is shown; all else looks alike to somebody who reads warnings."""
    return "biased" if {"EVH001", "EVH002"} & set(codes) else ""
