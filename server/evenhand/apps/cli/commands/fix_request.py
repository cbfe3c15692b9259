"""What the options of `evenhand fix` ask for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.file_repairs import RepairJob
from evenhand.apps.cli.input.endpoint import endpoint
from evenhand.apps.cli.input.workload import (
    STDIN,
    Workload,
    refuse_data_sets,
    workload_of,
)
from evenhand.apps.cli.output.fixed_files import Mode
from evenhand.apps.cli.output.written_files import refuse_ways_out
from evenhand.models.openai_endpoint import Endpoint
from evenhand.repair.by_model.conversation import Asking
from evenhand.repair.by_model.strategies import Strategy

LOOKING = ("python", "trust", "profile", "attributes", "seconds", "config", "isolated", "isolation")
"""Options that decide what is found, and what can be proved."""


@dataclass(frozen=True, slots=True)
class FixRequest:
    """Everything that decides what is repaired, by whom, and what becomes of it."""

    workload: Workload
    mode: Mode
    output: Path | None
    """Where to write the repairs as a patch."""
    evidence: Path | None
    """Where to write what was repaired, and why."""
    ask: bool
    """Let the user choose among the repairs of each function."""
    quiet: bool
    keep: bool
    """Go on from what earlier runs have ended with."""
    endpoint: Endpoint | None
    """The model that writes the repairs; None: Evenhand itself does."""
    asking: Asking
    again: str
    """The command with the options that decide what is looked at: `evenhand fix --python py`."""

    @property
    def prints_diff(self) -> bool:
        return self.mode is Mode.SHOW and self.output is None

    @property
    def talks(self) -> bool:
        """Whether more than the results is said on the way."""
        return self.quiet or self.ask or self.endpoint is not None

    def repair_job(self, job: FileJob, text: str) -> RepairJob:
        """The work on one file with this text."""
        path = job.path.absolute()
        manner = (job.options, self.ask, self.endpoint, self.asking, self.keep)
        return RepairJob(text, path, *manner, self.workload.lines.get(job.path))


def fix_request(paths: tuple[str, ...], options: Mapping[str, Any]) -> FixRequest:
    """The request that the command's options describe; raises `UsageError`."""
    named_model = None
    if options["provider"] == "openai":
        named_model = endpoint(
            options["model"],
            options["base_url"],
            options["timeout"],
            options["max_tokens"],
            options["temperature"],
        )
    refuse_data_sets(paths, "`evenhand fix`")
    mode = _mode(options)
    if mode is Mode.WRITE and STDIN in paths:
        raise click.UsageError("standard input cannot be written to; leave out --write")
    for path in filter(None, (options["output"], options["evidence"])):
        refuse_ways_out(path)

    return FixRequest(
        workload_of(paths, options),
        mode,
        options["output"],
        options["evidence"],
        options["ask"],
        options["quiet"],
        not options["no_cache"],
        named_model,
        Asking(Strategy(options["strategy"]), options["rounds"], options["prices"]),
        shlex.join(["evenhand", "fix", *_looking(options)]),
    )


def _looking(options: Mapping[str, Any]) -> Iterator[str]:
    """The options that the user gave and that a second look needs, too."""
    for name in LOOKING:
        value = options[name]
        option = f"--{name.replace('_', '-')}"
        if value is True:
            yield option
        elif isinstance(value, (list, tuple)):
            yield from (word for each in value for word in (option, str(each)))
        elif value not in (None, False):
            yield from (option, f"{value:g}" if isinstance(value, float) else str(value))


def _mode(options: Mapping[str, Any]) -> Mode:
    if options["write"] + options["check"] + options["diff"] > 1:
        raise click.UsageError("choose one of --diff, --write and --check")
    if options["write"] and options["output"]:
        raise click.UsageError("--output leaves the files as they are, and --write changes them")
    if options["write"]:
        return Mode.WRITE
    return Mode.CHECK if options["check"] else Mode.SHOW
