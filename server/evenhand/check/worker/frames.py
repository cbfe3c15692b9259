"""Reads requests from the standard input, byte by byte as many as a reader asks for.

Each is a header of a fixed size, its kind and the size of what follows. A process that forks others
may then read a header and leave the rest to the process that it forks.
"""

from __future__ import annotations

import os
import select

MODULE, REQUEST = b"M", b"R"
"""Another module follows, with the packages that it takes; a request about the present module."""
CLOCK = "the clock"
"""Stands for the time of day among the files that code was seen to open; no path looks like it."""
HEADER = 16
"""Bytes: the kind, and the size in decimal digits."""

_buffer = b""
"""The beginning of a header."""


def frame(kind: bytes, content: bytes) -> bytes:
    """A message as it is sent."""
    return kind + str(len(content)).zfill(HEADER - 1).encode() + content


def next_header() -> bytes | None:
    """The next header; None if the input ends."""
    global _buffer
    while len(_buffer) < HEADER:
        if not has_input():
            return None

    header, _buffer = _buffer, b""
    return header


def content_of(header: bytes) -> bytes:
    """What follows a header; shorter if the input ends."""
    left, chunks = int(header[1:]), []
    while left:
        chunk = os.read(0, min(left, 1 << 20))
        if not chunk:
            break
        chunks.append(chunk)
        left -= len(chunk)
    return b"".join(chunks)


def is_quiet() -> bool:
    """Whether nothing has come yet that could be read."""
    return not select.select([0], [], [], 0)[0]


def has_input() -> bool:
    """Read what there is of the next header; False at the end of the input."""
    global _buffer
    chunk = os.read(0, HEADER - len(_buffer))
    _buffer += chunk
    return bool(chunk)
