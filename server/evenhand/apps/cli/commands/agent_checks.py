"""What agents ask about: code, a path of the project, or what has changed in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.apps.cli.file_checks import CheckedFile, FileJob, check_file, failed
from evenhand.apps.cli.file_jobs import RefusedError, jobs_of
from evenhand.assistants.agents import SNIPPET, CheckAnswer, check_answer
from evenhand.check import mistakes
from evenhand.check.reading.allowances import allowances
from evenhand.doors.files import Unreadable
from evenhand.doors.git import GitError, change_since
from evenhand.doors.project import project_of
from evenhand.findings import Allowance, FileReport
from evenhand.isolation import Isolation
from evenhand.options import CheckOptions
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError
from evenhand.workspace.sources import read_source
from evenhand.workspace.touched_functions import touched_by

Progress = Callable[[float, float | None, str | None], Awaitable[None]]
"""Tells the agent how many files are done, of how many, and which is next."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a question has come to."""

    reports: Sequence[FileReport]
    problems: Sequence[str] = ()
    isolation: Isolation = Isolation.STATIC

    def answer(self) -> CheckAnswer:
        """The answer for the agent."""
        return check_answer(self.reports, self.isolation, self.problems)


@dataclass(frozen=True, slots=True)
class AgentChecks:
    """Checks what agents ask about in the project around a folder."""

    engines: EnginePool
    options: CheckOptions
    """Of code that is in no file."""
    home: Path
    """The current folder, to which paths are relative."""

    async def of(self, code: str, path: str, progress: Progress) -> Checked:
        """Check code, or what is at a path, or code as if it were there.

        What the file there allows already is the project's, and not the agent's.
        """
        where = Path(path or SNIPPET)
        if not code and not path:
            return Checked([], ["give `code` or a `path`"])
        if not project_of(self.home).contains(self.home / where):
            return Checked([FileReport(path, problem="is not in the project")])
        try:
            jobs, problems = jobs_of(where, code or None, self._chosen, "evenhand mcp")
        except RefusedError as error:
            return Checked([FileReport(path, problem=str(error))])
        if not jobs and not problems:
            problems = (f"{path}: no Python files",)
        checked = await self._checked(jobs, problems, progress)
        if not code:
            return replace(checked, reports=[replace(r, allowances=()) for r in checked.reports])
        there = read_source(self.home / where)
        known = _counts(allowances(there) if isinstance(there, str) else ())
        return replace(checked, reports=[_with_new(r, known) for r in checked.reports])

    async def of_changes(self, since: str, progress: Progress) -> Checked:
        """Check the functions that were added or edited since a commit."""
        try:
            change = change_since(self.home, since)
            jobs, problems = jobs_of(Path(), None, self._chosen, "evenhand mcp")
        except (GitError, RefusedError) as error:
            return Checked([], [str(error)])

        data = ((job, job.read()) for job in jobs)
        changed = [
            job
            for job, bytes_of in data
            if isinstance(bytes_of, Unreadable) or change.touches(job.path, bytes_of)
        ]
        checked = await self._checked(changed, problems, progress)
        narrow = touched_by(change)
        return Checked(list(map(narrow, checked.reports)), checked.problems, checked.isolation)

    @property
    def _chosen(self) -> dict[str, object]:
        """What the user chose for `evenhand mcp`, over what the folders say."""
        return {"python": self.options.python, "isolation": self.options.isolation.value}

    async def _checked(
        self, jobs: Sequence[FileJob], problems: Sequence[str], progress: Progress
    ) -> Checked:
        reports: list[FileReport] = []
        isolation = Isolation.STATIC
        for number, job in enumerate(jobs):
            await progress(number, len(jobs), job.path.name)
            checked = await self._check(job)
            reports.append(checked.report)
            isolation = checked.standing.level
        await progress(len(jobs), len(jobs), None)
        return Checked(reports, problems, isolation)

    async def _check(self, job: FileJob) -> CheckedFile:
        try:
            return await self.engines.do(check_file, job)
        except EngineLostError as lost:
            return failed(job, lost.explanation)
        except Exception as error:  # a bug in Evenhand costs this file its verdicts
            return failed(job, mistakes.explained(error))


def _with_new(report: FileReport, known: Counter[tuple[frozenset[str], str]]) -> FileReport:
    """The report with those allowances alone that a file did not have as often."""
    counts = _counts(report.allowances)
    new = (a for a in report.allowances if counts[_content(a)] > known[_content(a)])
    return replace(report, allowances=tuple(new))


def _counts(found: Iterable[Allowance]) -> Counter[tuple[frozenset[str], str]]:
    return Counter(map(_content, found))


def _content(allowance: Allowance) -> tuple[frozenset[str], str]:
    return allowance.attributes, allowance.reason
