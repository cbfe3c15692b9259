"""How the server's process ends."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from connecting import Connect

from editor import PATIENCE_SECONDS, SCRIPTED

SLOW = "def fee(age):  # says slow\n    pass\n"


async def test_it_ends_well_when_it_is_asked_to(connect: Connect, tmp_path: Path):
    editor = await connect(copy=False)
    editor.open(tmp_path / "slow.py", SLOW)
    await editor.until(lambda: editor.state == "checking")

    await editor.quit()

    assert editor.process.returncode == 0


async def test_it_ends_when_nobody_speaks_to_it_any_more(connect: Connect, tmp_path: Path):
    editor = await connect(copy=False)
    editor.open(tmp_path / "slow.py", SLOW)
    await editor.until(lambda: editor.state == "checking")

    assert editor.process.stdin is not None
    editor.process.stdin.close()

    assert await asyncio.wait_for(editor.process.wait(), PATIENCE_SECONDS) == 1


async def test_it_ends_with_the_process_of_its_client(connect: Connect, tmp_path: Path):
    client = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=subprocess.PIPE
    )
    editor = await connect(process=client.pid, copy=False)
    editor.open(tmp_path / "slow.py", SLOW)
    await editor.until(lambda: editor.state == "checking")

    client.kill()
    await client.wait()

    assert await asyncio.wait_for(editor.process.wait(), PATIENCE_SECONDS) == 1


def test_a_command_line_that_is_wrong_is_said():
    said = subprocess.run(
        [sys.executable, "-m", "evenhand.apps.lsp", "--port", "1"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert said.returncode == 2
    assert "unrecognized arguments: --port 1" in said.stderr


async def test_what_the_server_prints_never_reaches_the_client(connect: Connect, tmp_path: Path):
    script = tmp_path / "noisy.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(Path(SCRIPTED[1]).parent)!r})\n"
        "import os, scripted\n"
        "class Noisy(scripted.ScriptedEngine):\n"
        "    async def check(self, *given, **named):\n"
        "        print('noise', flush=True)\n"
        "        os.system('echo more noise; cat')\n"
        "        return await super().check(*given, **named)\n"
        "sys.exit(scripted.serve(scripted.create_server(Noisy)))\n"
    )
    editor = await connect([sys.executable, str(script)])
    uri = editor.open(tmp_path / "fees.py", "def fee(age):  # says biased age\n")

    assert len(await editor.published(uri)) == 1
