"""Write the files that a user asks for: baselines, pages, tables."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.doors.files import LEADS_OUT
from evenhand.doors.project import root_around
from evenhand.doors.writing import leads_out, write_file


class NotWrittenError(click.ClickException):
    """A file that the user asked for could not be written."""

    exit_code = 2


def write_output(path: Path, text: str) -> None:
    """Write a file, whole or not at all; raises `NotWrittenError`."""
    write_bytes_output(path, text.encode("utf-8", "backslashreplace"))


def write_bytes_output(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all; raises `NotWrittenError`."""
    problem = write_file(path, content, root_around(path, Path.cwd()))
    if problem is not None:
        raise NotWrittenError(f"{path} was not written: {problem.reason}")


def refuse_ways_out(path: Path) -> None:
    """Raise `NotWrittenError` for a path whose links lead out of its project."""
    if leads_out(path, root_around(path, Path.cwd())):
        raise NotWrittenError(f"{path} was not written: {LEADS_OUT}")
