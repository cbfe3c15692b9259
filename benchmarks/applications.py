"""Check whole applications: functions about people, verdicts, reasons, time and memory.

    python -m benchmarks.applications APPLICATION... [--jobs N] [--isolated]

APPLICATION is a folder, or FOLDER=PYTHON with the interpreter that runs its code. Name a folder
twice, with an interpreter that has its packages and with one that has none, to compare both.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.evenhand_runs import Measured, measured_check
from benchmarks.options_and_output import fraction, tracked
from evenhand.causes import Cause
from evenhand.findings import Severity, VerdictKind
from evenhand.share import Share


@dataclass(frozen=True)
class Application:
    """A folder, and the interpreter that runs its code."""

    folder: Path
    python: str

    @property
    def environment(self) -> str:
        """The name of the folder that the interpreter is installed in."""
        return Path(self.python).absolute().parent.parent.name


@dataclass(frozen=True)
class Tally:
    """What a run says about the functions of an application."""

    functions: int
    about_people: int
    """Functions with a verdict."""
    verdicts: Counter[str]
    """How many of each kind; without those that a surrounding function answers for."""
    warnings: int
    """Verdicts that are shown as a warning."""
    causes: Counter[str]
    """Why verdicts are `not_checked`."""

    @property
    def judged(self) -> Share:
        whole = self.verdicts.total()
        return Share(whole - self.verdicts[VerdictKind.NOT_CHECKED], whole)


def tally(measured: Measured) -> Tally:
    """Count one report."""
    functions = measured.report["functions"]
    verdicts = [verdict for function in functions for verdict in function["verdicts"]]
    own = [verdict for verdict in verdicts if verdict["cause"] != Cause.INSIDE]
    unchecked = [verdict for verdict in own if verdict["verdict"] == VerdictKind.NOT_CHECKED]

    return Tally(
        functions=measured.report["summary"]["functions"],
        about_people=sum(bool(function["verdicts"]) for function in functions),
        verdicts=Counter(verdict["verdict"] for verdict in own),
        warnings=sum(verdict["severity"] == Severity.WARNING for verdict in own),
        causes=Counter(str(verdict["cause"]) for verdict in unchecked),
    )


def read_application(text: str) -> Application:
    """The application that FOLDER or FOLDER=PYTHON means."""
    folder, _, python = text.partition("=")
    if not Path(folder).is_dir():
        raise click.BadParameter(f"{folder} is no folder")
    return Application(Path(folder).resolve(), python or sys.executable)


def print_runs(runs: Sequence[tuple[Application, Measured]], console: Console) -> None:
    """Two tables, and the reasons why something was not checked."""
    counted = [(application, measured, tally(measured)) for application, measured in runs]
    kinds = [kind.replace("_", " ") for kind in VerdictKind]
    verdicts = Table("", "python", "functions", "about people", *kinds, "judged", "warnings")
    costs = Table(
        "", "python", "seconds", "processor s", "ms a function", "largest MiB", "isolation"
    )

    for application, measured, counts in counted:
        verdicts.add_row(
            application.folder.name,
            application.environment,
            f"{counts.functions:,}",
            str(counts.about_people),
            *(str(counts.verdicts[kind]) for kind in VerdictKind),
            fraction(counts.judged),
            str(counts.warnings),
        )
        costs.add_row(
            application.folder.name,
            application.environment,
            f"{measured.seconds:.1f}",
            f"{measured.processor_seconds:.1f}",
            f"{1000 * measured.seconds / max(counts.functions, 1):.1f}",
            f"{measured.memory:.0f}",
            measured.report["summary"]["isolation"],
        )

    console.print(verdicts)
    console.print(costs)
    for application, _, counts in counted:
        causes = ", ".join(f"{cause} {count}" for cause, count in counts.causes.most_common())
        title = f"{application.folder.name}, {application.environment}"
        console.print(f"{title}: not checked: {causes or 'nothing'}", highlight=False)


@click.command(help=__doc__)
@click.argument("applications", metavar="APPLICATION...", nargs=-1, required=True)
@click.option("--jobs", default=os.cpu_count() or 1)
@click.option("--isolated", is_flag=True, help="Leave the settings of the folders unread.")
def main(applications: tuple[str, ...], jobs: int, isolated: bool) -> None:
    named = [read_application(text) for text in applications]
    options = ["--jobs", str(jobs), *(["--isolated"] if isolated else [])]

    runs = [
        (application, measured_check(application.folder, application.python, *options))
        for application in tracked(named, "checking")
    ]
    print_runs(runs, Console(width=150))


if __name__ == "__main__":
    main()
