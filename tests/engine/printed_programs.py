"""The programs that Evenhand prints for findings, run in an interpreter."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from evenhand.check.proofs.witness_programs import module_for, program_of
from evenhand.findings import FileReport

RUNNER = Path(__file__).with_name("program_runner.py")
SHARED = ("flask", "fastapi.testclient", "django.test", "sqlalchemy.orm", "rest_framework")
"""What programs import, which is read once for all of them."""
CALLS = 2


class ProgramRunner:
    """A process that runs programs, each in a copy of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def broken(self, file: Path, report: FileReport) -> list[str]:
        """A line for each program of a file that does not run, or shows no difference."""
        return [
            f"{function.name} {verdict.attribute}: {wrong}"
            for function in report.functions
            for verdict in function.verdicts
            if verdict.witness is not None and verdict.witness.staging is not None
            if (text := program_of(report, verdict.witness)) is not None
            if (module := module_for(file, verdict.witness.staging)) is not None
            if (wrong := self._wrong(text, module.root))
        ]

    def outcome(self, text: str, folder: Path) -> tuple[str, str]:
        """The error in which a program ends in a folder, empty if none, and what it prints."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps([str(folder), text])}\n")
        self.process.stdin.flush()
        error, printed = json.loads(self.process.stdout.readline())
        return error, printed

    def _wrong(self, text: str, folder: Path) -> str:
        """What is wrong with a program; empty if nothing is."""
        error, printed = self.outcome(text, folder)
        shown = [line.partition("->")[2] for line in shown_calls(printed)]
        if not error and len(shown) == CALLS and shown[0] != shown[1]:
            return ""
        return f"{text}\n{printed}\n{error}"


def shown_calls(printed: str) -> list[str]:
    """What a program prints of each of its calls, which may be several lines."""
    return re.split(r"^(?=.* ->)", printed, flags=re.MULTILINE)[1:]


@contextmanager
def program_runner(python: str, modules: Sequence[str] = SHARED) -> Iterator[ProgramRunner]:
    """Start an interpreter that has imported what programs share."""
    with subprocess.Popen(
        [python, str(RUNNER), *modules],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    ) as process:  # fmt: skip
        yield ProgramRunner(process)
