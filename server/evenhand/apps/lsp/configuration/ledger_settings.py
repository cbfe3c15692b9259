"""What the ledger records: settings of the user that no folder can change."""

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
    """`all`: also what is inferred; `certain`: only what the editor reported; `off`."""

    @property
    def enabled(self) -> bool:
        """Whether anything is recorded."""
        return self.record != OFF

    @property
    def file(self) -> Path:
        """Where the ledger is, or will be."""
        named = os.environ.get("EVENHAND_LEDGER", "")
        return Path(named).expanduser() if named else default_path()

    def wants(self, confidence: float) -> bool:
        """Whether to record an edit that is a suggestion with this confidence, in [0, 1]."""
        if self.record == CERTAIN:
            return confidence >= 1
        return self.record == ALL


def read_ledger(sent: Any) -> LedgerSettings:
    """Read the settings that a client sent; defaults replace values that are not allowed."""
    table = sent if isinstance(sent, Mapping) else {}
    record = table.get("record")
    return LedgerSettings(record if record in (ALL, CERTAIN, OFF) else ALL)
