"""Stands in for the standard streams while checked code runs."""

from __future__ import annotations

import io
from typing import Any


class Printed(io.TextIOBase):
    """A text stream that keeps the beginning of what is written to it."""

    def __init__(self, limit: int) -> None:
        self.parts: list[str] = []
        self.limit = self.left = limit
        """Characters that are kept, and those of them that are left."""

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")

        if self.left > 0 and text:
            self.parts.append(text[: self.left])
            self.left -= len(text)
        return len(text)

    def forget(self) -> None:
        """Keep only what is written from here on."""
        self.parts, self.left = [], self.limit

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        """It stays open, since later calls print to it."""

    def reconfigure(self, **settings: Any) -> None:
        """Settings have no effect, and are no error."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    @property
    def buffer(self) -> PrintedBytes:
        return PrintedBytes(self)

    @property
    def text(self) -> str:
        """What was written, up to the limit."""
        return "".join(self.parts)


class PrintedBytes(io.RawIOBase):
    """The same stream for code that writes bytes: `sys.stdout.buffer`."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed

    def write(self, data: Any) -> int:
        self.printed.write(bytes(data).decode("utf-8", "replace"))
        return len(data)

    def writable(self) -> bool:
        return True
