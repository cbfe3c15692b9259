"""An open document."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.lsp.knowledge import Knowledge
from evenhand.lsp.texts import Text


@dataclass(slots=True)
class Document:
    """A text in the editor, and what is known of it."""

    uri: str
    path: Path
    version: int
    text: Text
    known: Knowledge = field(default_factory=Knowledge)
    jobs: set[asyncio.Task[None]] = field(default_factory=set)
    """The newest check, and those that are being cancelled."""

    def cancel(self) -> None:
        for job in self.jobs:
            job.cancel()
