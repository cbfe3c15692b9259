"""The one way to print and to ask: everything is made printable first."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress

import click

from evenhand.doors.keyboard import one_key
from evenhand.doors.printable import (
    PrintableLog,
    printable,
    printable_lines,
    without_commands,
)

_TO_THE_END = "\x1b[K"
"""Has a terminal erase the rest of the line."""


def show_text(text: str, *, end: str = "\n") -> None:
    """Print to standard output."""
    show_document(without_commands(printable_lines(text)), end=end)


def show_document(text: str, *, end: str = "\n") -> None:
    """Print to standard output what has escapes of its own, such as JSON, and may give orders."""
    click.echo(printable_lines(text) + end, nl=False, color=True)


def say(text: str) -> None:
    """Print to standard error; a closed stream is no error."""
    with suppress(OSError):
        click.echo(without_commands(printable_lines(text)), err=True)


def say_for_now(text: str) -> None:
    """Show a line on standard error that the next one takes the place of; empty: none.

    Nothing is shown where standard error is no terminal.
    """
    if sys.stderr is not None and sys.stderr.isatty():
        with suppress(OSError):
            click.echo(f"\r{printable(text)}{_TO_THE_END}\r", nl=False, err=True)


def ask_number(question: str, most: int) -> int:
    """The number from 0 to `most` that the user types; 1 if only Enter."""
    picked: int = click.prompt(printable(question), type=click.IntRange(0, most), default=1)
    return picked


def ask_line(question: str, default: str = "") -> str:
    """The line that the user types, or the default if only Enter; empty if the user gives up."""
    with suppress(click.Abort):
        typed: str = click.prompt(printable(question), default=default or None, prompt_suffix=" ")
        return typed.strip()
    show_text("")
    return ""


def ask_key(question: str) -> str:
    """The key that the user presses: one character, or nothing where input ends."""
    with one_key() as read_key:
        show_text(question, end="")
        key = read_key()
    show_text(key if key.isprintable() else "")
    return key


def agrees(question: str, *, err: bool = True) -> bool:
    """Whether the user answers yes; asked on standard error, or else on standard output."""
    return click.confirm(printable(question), err=err)


def prepare() -> None:
    """Let every character be printed on every terminal, and log through this door."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a closed one
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(PrintableLog())
