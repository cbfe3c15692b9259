"""Attacks through the real language server: those that end otherwise without walls, or that attack
the processes around.

That all others end in the same way is shown at the command line, and here, too, behind walls, where
`EVENHAND_LOAD` is `full`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from attacks import GETS_OUT, Attack, attacks
from command_line import JOBS, SECONDS, walls_stand
from scene import Scene

import editor
from amounts import IS_FULL

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
        pytest.param("strong", attacks() if IS_FULL else OTHERWISE, id="strong"),
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
        options = {"isolation": level, "secondsPerFunction": SECONDS, "jobs": JOBS}
        given = {"trusted": True, "python": sys.executable, **options}
        client = await editor.start(editor.REAL, [scene.project], given)
        doubtful = await _doubtful(client, scene, programs, level)
        wrong = {p.name: said for p in doubtful if (said := await _wrong(client, scene, p, level))}
        await client.quit()

        assert wrong == {}
        assert level == "basic" or not scene.end_survivors()
        assert scene.leftovers() == []


async def _doubtful(
    client: editor.Editor, scene: Scene, programs: list[Attack], level: str
) -> list[Attack]:
    """Those to be opened alone: what gets out, and what ends otherwise beside all the others.

    All others are open in the editor at the same time.
    """
    held = [program for program in programs if not program.gets_out(level)]
    scene.reset()
    uris = {program.name: client.open(scene.project / program.path.name) for program in held}
    shown = {name: await _shown(client, uri) for name, uri in uris.items()}
    reached = scene.seen(" ".join(text for _, text in shown.values()), ended=False)
    for uri in uris.values():
        client.close(uri)

    settled = {
        program.name
        for program in held
        if not reached and _agrees(program, level, shown[program.name][0])
    }
    return [program for program in programs if program.name not in settled]


async def _wrong(client: editor.Editor, scene: Scene, program: Attack, level: str) -> str:
    """What came of an attack, if that is not what was expected."""
    scene.reset()
    uri = client.open(scene.project / program.path.name)
    verdict, text = await _shown(client, uri)
    reached = scene.seen(text, ended=False)
    client.close(uri)
    found = f"{GETS_OUT}: {', '.join(reached)}" if reached else verdict
    return "" if _agrees(program, level, found) else f"{found}: {text}"


async def _shown(client: editor.Editor, uri: str) -> tuple[str, str]:
    """The verdict on a document, and all that the editor shows of it.

    The verdict is `biased` or empty: all else looks alike to somebody who reads warnings.
    """
    diagnostics = await client.published(uri)
    lenses = await client.lenses(uri)
    is_biased = {"EVH001", "EVH002"} & {str(d.code) for d in diagnostics}
    text = " ".join([*lenses, *(d.message for d in diagnostics), *client.log])
    return "biased" if is_biased else "", text


def _agrees(program: Attack, level: str, found: str) -> bool:
    expected = program.expected[level].split(" or ")
    return found in {one if one.startswith((GETS_OUT, "biased")) else "" for one in expected}
