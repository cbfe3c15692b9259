"""The files that `--output` names, each with its format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from evenhand.apps.cli.output.formats import FORMATS

TABLE = "parquet"
"""The format that is a table, and is written while the check goes on."""
BY_ENDING = {".parquet": TABLE, ".sarif": "sarif", ".json": "json"}
"""Formats that a file's name says."""


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to write, and how."""

    format: str
    path: Path


def output_files(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[OutputFile, ...]:
    """`--output sarif=found.sarif --output verdicts.parquet`; raises `BadParameter`."""
    return tuple(map(_output_file, values))


def _output_file(value: str) -> OutputFile:
    name, equals, path = value.partition("=")
    if equals and name in (*FORMATS, TABLE) and path:
        return OutputFile(name, Path(path))

    by_ending = BY_ENDING.get(Path(value).suffix)
    if by_ending is None:
        formats = ", ".join((*FORMATS, TABLE))
        raise click.BadParameter(f"write it as FORMAT=FILE; the formats are {formats}")
    return OutputFile(by_ending, Path(value))
