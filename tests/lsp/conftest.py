"""Servers for tests; each ends with its test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from connecting import Connect

import editor


@pytest.fixture
async def connect(tmp_path: Path) -> AsyncIterator[Connect]:
    """Start a copy of a server on `tmp_path`, or on the folders that are named."""
    started: list[editor.Editor] = []

    async def start(
        command: list[str] = editor.SCRIPTED, *folders: Path, **more: Any
    ) -> editor.Editor:
        more.setdefault("copy", True)
        started.append(await editor.start(command, list(folders) or [tmp_path], **more))
        return started[-1]

    yield start
    for one in started:
        if one.process.returncode is None:
            await one.quit()
        else:
            await one.client.stop()
