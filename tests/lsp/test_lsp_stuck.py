"""A text that holds up the reading: the server answers, checks other texts, and ends."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from connecting import Connect
from processes_of import all_gone, below, children

from editor import PATIENCE_SECONDS, Editor

STUCK = [sys.executable, str(Path(__file__).parent / "stuck.py"), "--stdio"]
FEE = "def fee(age):\n    return 10 if age > 45 else 20\n"


async def begun(connect: Connect, folder: Path) -> tuple[Editor, str]:
    """An editor in which the check of a text that holds up the reading is under way."""
    editor = await connect(STUCK, options={"trusted": True}, copy=False)
    uri = editor.open(folder / "stuck.py", f"# says match\n{FEE}")
    await editor.until(lambda: editor.state == "checking")
    return editor, uri


async def test_others_are_checked_and_hovers_answered_meanwhile(connect: Connect, tmp_path: Path):
    editor, stuck = await begun(connect, tmp_path)

    for number in range(3):
        uri = editor.open(tmp_path / f"fees_{number}.py", FEE)
        assert [d.code for d in await editor.published(uri)] == ["EVH001"]
        assert "age" in str(await editor.hover(uri, 0, 5))
    assert (stuck, 1) not in editor.ended

    await editor.published(stuck)
    (lens,) = await editor.lenses(stuck)
    assert lens == "0: Not checked: out of time: could not be read within 4 s"


async def test_an_edit_mends_it(connect: Connect, tmp_path: Path):
    editor, uri = await begun(connect, tmp_path)

    editor.replace(uri, 2, FEE)

    assert [d.code for d in await editor.published(uri, 2)] == ["EVH001"]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, None])
async def test_nothing_outlives_the_server(
    connect: Connect, tmp_path: Path, how: signal.Signals | None
):
    editor, _ = await begun(connect, tmp_path)
    family = below(editor.process.pid)
    assert family >= children(editor.process.pid) != set()

    if how is None:
        assert editor.process.stdin is not None
        editor.process.stdin.close()
    else:
        os.kill(editor.process.pid, how)

    await asyncio.wait_for(editor.process.wait(), PATIENCE_SECONDS)
    await asyncio.wait_for(all_gone(family), PATIENCE_SECONDS)
