"""What checking a folder by the command line takes, and what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Measured:
    """One run of `evenhand check`."""

    report: dict[str, Any]
    """What `--format json` prints."""
    seconds: float
    processor_seconds: float
    """Of all processes together."""
    memory: float
    """The largest process, in MiB."""


def measured_check(folder: Path, python: str, *options: str) -> Measured:
    """Run the command line over `folder` and measure all its processes.

    Raises AssertionError if it does not come to a report.
    """
    command = [sys.executable, "-m", "evenhand", "check", str(folder), "--python", python]
    started = time.monotonic()

    with tempfile.TemporaryFile() as printed:
        run = [*command, "--format", "json", "--exit-zero", "--no-cache", *options]
        with subprocess.Popen(run, stdout=printed, stderr=subprocess.DEVNULL) as process:
            # Only `wait4` knows what the process and its children took.
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)

        seconds = time.monotonic() - started
        printed.seek(0)
        text = printed.read()

    # Status 2: some file could not be read, which the report says.
    assert process.returncode in (0, 2), f"the check ended with status {process.returncode}"
    assert text, f"the check of {folder} printed no report"

    processor_seconds = usage.ru_utime + usage.ru_stime
    memory = usage.ru_maxrss * 1024 / MEBIBYTE
    return Measured(json.loads(text), seconds, processor_seconds, memory)
