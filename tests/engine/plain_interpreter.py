"""Witnesses in an interpreter that knows nothing of Evenhand."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from evenhand.findings import FileReport, Witness

PROGRAM = Path(__file__).with_name("witness_program.py")


class PlainInterpreter:
    """A process that runs calls behind the text of one file after another, each in a copy of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def untrue(self, file: Path, report: FileReport) -> list[str]:
        """A line for each witness whose calls come to the same."""
        witnesses = _witnesses_of(report)
        if not witnesses:
            return []

        pairs = zip(*(witness.calls for _, witness in witnesses), strict=True)
        first, second = self._outcomes(file, *pairs)

        lines = zip(witnesses, first, second, strict=True)
        return [
            f"{name}: {' and '.join(witness.calls)} both give {one}"
            for (name, witness), one, other in lines
            if one == other
        ]

    def _outcomes(self, file: Path, *calls: Sequence[str]) -> list[list[str]]:
        """What calls come to behind the file's text; no sequence meets what another leaves."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps([str(file), calls])}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer is not None, f"{file} does not run; why is on standard error"
        return answer  # type: ignore[no-any-return]


@contextmanager
def plain_interpreter(python: str) -> Iterator[PlainInterpreter]:
    """Start an interpreter; nothing of this one's environment changes how it looks for modules."""
    command = [python, "-I", str(PROGRAM)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield PlainInterpreter(process)


def _witnesses_of(report: FileReport) -> list[tuple[str, Witness]]:
    """All witnesses of a file, each with its function and attribute."""
    return [
        (f"{function.name} {verdict.attribute}", verdict.witness)
        for function in report.functions
        for verdict in function.verdicts
        if verdict.witness is not None
    ]
