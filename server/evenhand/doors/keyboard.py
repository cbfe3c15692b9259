"""Reads single keys of a terminal; nothing that was typed ahead is lost."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = tty = None  # type: ignore[assignment]

ESCAPE = b"\x1b"
LONGEST_SEQUENCE = 32
"""Bytes that one key may send."""
PATIENCE_SECONDS = 0.05
"""How long the rest of what an arrow key sends may take."""


@contextmanager
def one_key() -> Iterator[Callable[[], str]]:
    """What reads the next key: its letter, or nothing for others and where input ends."""
    if termios is None:
        yield click.getchar
        return

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        yield lambda: _key(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _key(terminal: int) -> str:
    first = os.read(terminal, 1)
    if first == ESCAPE and select.select([terminal], [], [], PATIENCE_SECONDS)[0]:
        os.read(terminal, LONGEST_SEQUENCE)
    return first.decode("ascii", "ignore").replace("\x1b", "")
