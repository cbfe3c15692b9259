"""Agents that ask over MCP in hostile folders, about hostile texts; and the report on all of it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from folders.all_folders import folders_at
from folders.asked import SCRIPTS
from folders.definition import Door, HostileFolder
from folders.through_command_line import EVENHAND
from folders.through_mcp import attack_by_mcp
from folders.world import World

FOLDERS = [folder for folder, _ in folders_at(Door.MCP)]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path.resolve())
    yield world
    world.clear()


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
async def test_it_is_held(world: World, folder: HostileFolder) -> None:
    assert (await attack_by_mcp(world, folder)).wrong == ()


async def test_a_report_on_hostile_texts_runs_nothing(world: World) -> None:
    place = "<script>pwn()<&quot;'\"><img src=x onerror=pwn()>"
    await attack_by_mcp(world, HostileFolder("scripts", "", SCRIPTS, place=place))
    command = [EVENHAND, "audit", "--html", "-"]
    run = subprocess.run(
        command, env=world.environment, cwd=world.root, capture_output=True, text=True, check=True
    )
    page = _Page()
    page.feed(run.stdout)

    assert "pwn" in page.text
    assert page.active == []


class _Page(HTMLParser):
    """The text that a page shows, and everything in it that a browser would run or fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.active = "", list[str]()
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in attrs:
            target = (value or "").strip().lower()
            is_link = name in {"href", "src", "action", "xlink:href"}
            if name.startswith("on") or (is_link and not target.startswith(("#", "data:image"))):
                self.active.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        if self._inside == "script" and "pwn" in data:
            self.active.append(data)
        self.text += data
