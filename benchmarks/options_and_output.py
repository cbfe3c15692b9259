"""Options and output that several benchmarks share."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track

from evenhand.share import Share

T = TypeVar("T")
EXISTING = click.Path(exists=True, path_type=Path)

folder_argument = click.argument("folder", type=EXISTING)
python_option = click.option(
    "--python", default=sys.executable, help="The interpreter that runs the code."
)
limit_option = click.option("--limit", type=int, help="Take this many records of each file.")


def tracked(items: Sequence[T], title: str) -> Iterable[T]:
    """The items, with a progress bar on the error stream."""
    return track(items, title, console=Console(stderr=True), transient=True)


def fraction(share: Share) -> str:
    """A share with three digits; empty if it is not defined."""
    return "" if share.value is None else f"{share.value:.3f}"
