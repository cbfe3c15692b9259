"""What is written down of suggestions. The user's own settings; no folder has a say in it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand.assistants.ledger.store import default_path

ALL, CERTAIN, OFF = "all", "certain", "off"


@dataclass(frozen=True, slots=True)
class LedgerSettings:
    """What the user chose."""

    record: str = ALL
    """`all`: also what is inferred; `certain`: only what the editor was told of; `off`."""
    keep_source: bool = False
    """Whether the text of suggestions is kept."""
    path: str = ""
    """Another ledger than the user's own."""

    @property
    def file(self) -> Path:
        named = self.path or os.environ.get("EVENHAND_LEDGER", "")
        return Path(named).expanduser() if named else default_path()

    def wants(self, confidence: float) -> bool:
        """Whether a suggestion is recorded that is one with this confidence."""
        return self.record == ALL or (self.record == CERTAIN and confidence >= 1)


def read_ledger(sent: Any) -> LedgerSettings:
    """The settings that a client sent; what is none of the values allowed is left out."""
    table = sent if isinstance(sent, Mapping) else {}
    record, path = table.get("record"), table.get("path")
    return LedgerSettings(
        record if record in (ALL, CERTAIN, OFF) else ALL,
        table.get("keepSource") is True,
        path if isinstance(path, str) else "",
    )
