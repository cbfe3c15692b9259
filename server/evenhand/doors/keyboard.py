"""Reads single keys of a terminal; nothing that was typed ahead is lost."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import click

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = tty = None  # type: ignore[assignment]

ESCAPE = b"\x1b"
LAST_OF_ASCII = b"\x7f"
LONGEST_SEQUENCE = 32
"""Bytes that one key may send."""
PATIENCE_SECONDS = 0.05
"""How long the rest may take of what one key sends, such as an arrow or a letter with an accent."""


@contextmanager
def one_key() -> Iterator[Callable[[], str]]:
    """What reads the next key: one character, or nothing where input ends."""
    if termios is None:
        yield click.getchar
        return

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        yield lambda: _key(terminal)
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _key(terminal: int) -> str:
    try:
        first = os.read(terminal, 1)
        has_more = first == ESCAPE or first > LAST_OF_ASCII
        if has_more and select.select([terminal], [], [], PATIENCE_SECONDS)[0]:
            os.read(terminal, LONGEST_SEQUENCE)
    except OSError:
        return ""
    return first.decode("ascii", "replace")
