"""Write the suites of the tasks of Solar, and answers beside them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from evenhand.apps.cli.output.totals import counted
from evenhand.apps.cli.output.written_files import write_output
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say
from evenhand_studies.commands.answers import source
from evenhand_studies.commands.model_answers import tasks_to_ask
from evenhand_studies.research.solar.solar_study import SOLAR
from evenhand_studies.research.solar.task_suites import ANSWERS, answer_files, suites


def write_suites(folder: Path, tasks: Path | None, answers: Path | None, first: int | None) -> None:
    """Write everything to `folder`; raises `ClickException`."""
    questions = list(islice(tasks_to_ask(SOLAR, tasks), first))
    written = dict(answer_files(source(answers).records())) if answers is not None else {}

    (folder / ANSWERS).mkdir(parents=True, exist_ok=True)
    for name, text in suites(questions):
        write_output(folder / name, text)
    for name, code in written.items():
        write_output(folder / ANSWERS / name, code)

    beside = f" and {counted(len(written), 'answer')}" if answers is not None else ""
    shown = printable(str(folder))
    say(f"Wrote {counted(len(questions), 'suite')}{beside} to {shown}. Test with: pytest {shown}")
