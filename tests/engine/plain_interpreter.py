"""Witnesses in an interpreter that knows nothing of Evenhand."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from evenhand.findings import FileReport, Witness

PROGRAM = Path(__file__).with_name("witness_program.py")


def witnesses_of(report: FileReport) -> list[tuple[str, Witness]]:
    """All witnesses of a file, each with its function and attribute."""
    return [
        (f"{function.name} {verdict.attribute}", verdict.witness)
        for function in report.functions
        for verdict in function.verdicts
        if verdict.witness is not None
    ]


def outcomes(python: str, file: Path, calls: Sequence[str]) -> list[str]:
    """What each call comes to behind the file's text, one after the other in one process."""
    run = subprocess.run(
        [python, "-I", str(PROGRAM), str(file)],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def untrue(python: str, file: Path, report: FileReport) -> list[str]:
    """A line for each witness whose calls come to the same."""
    witnesses = witnesses_of(report)
    if not witnesses:
        return []

    # In two processes, so that no call meets what the other left behind.
    first = outcomes(python, file, [witness.calls[0] for _, witness in witnesses])
    second = outcomes(python, file, [witness.calls[1] for _, witness in witnesses])

    lines = zip(witnesses, first, second, strict=True)
    return [
        f"{name}: {' and '.join(witness.calls)} both give {one}"
        for (name, witness), one, other in lines
        if one == other
    ]
