"""Repair one file, in a process of its own; what the user sees and chooses goes over its line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from evenhand.apps.cli.functions_at_lines import around_lines
from evenhand.check.cache.report_cache import user_cache
from evenhand.check.checking import Checker
from evenhand.check.sandbox import WorkerError
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, by_model
from evenhand.repair.by_model.prompts import first_request
from evenhand.repair.kept_repairs import KeptRepairs, Undertaking
from evenhand.repair.offline import offline_repairs, without_model
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.scope import scope_of, to_be_asked
from evenhand.repair.survey.repair_case import examine
from evenhand.repair.ways_out import with_ways_out
from evenhand.repair.whole_files import FileRepair, most_favourable, repair_file
from evenhand.scaling.inside_engine import Line

OFFERED = 4
"""Most repairs of one function among which the user chooses."""


@dataclass(frozen=True, slots=True)
class RepairJob:
    """One file to repair, and how."""

    text: str
    path: Path
    options: CheckOptions
    ask: bool
    """Let the user choose among the repairs of each function."""
    endpoint: Endpoint | None
    """The model that writes the repairs; None: Evenhand itself does."""
    asking: Asking
    keep: bool
    """Go on from repairs of earlier runs, and keep those of this one."""
    lines: frozenset[int] | None = None
    """Those around which functions are repaired; None: all functions."""

    @property
    def manner(self) -> str:
        """Who writes the repairs, and how; with a key or without makes no difference."""
        if self.endpoint is None:
            return f"offline, {self.most}"
        return repr((replace(self.endpoint, key=""), self.asking))

    @property
    def scope(self) -> str:
        """Of what, in which manner: what tells one run from another over the same files."""
        lines = "" if self.lines is None else f", lines {sorted(self.lines)}"
        return f"{self.manner}{lines}"

    @property
    def most(self) -> int:
        """How many repairs of one function are wanted."""
        return OFFERED if self.ask else 1


@dataclass(frozen=True, slots=True)
class FunctionRepairJob:
    """One function to repair without a model, for one attribute."""

    text: str
    path: Path
    options: CheckOptions
    function: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """A model is about to be asked for a repair of one function."""

    model: str
    function: str
    characters: int
    """How much is sent."""


async def repair_one_file(checker: Checker, job: RepairJob, line: Line) -> FileRepair:
    """Repair a file; tells each `Announcement` and `Round`, and asks which of some `Repairs`."""

    kept = KeptRepairs(user_cache() if job.keep else None)

    async def repairs_of(source: str, function: str) -> Repairs:
        report = await checker.check(source, job.path, job.options)
        undertaking = Undertaking(source, job.path, job.options, function, report, job.manner)
        earlier = kept.of(undertaking)
        if earlier is not None:
            return earlier

        repairs = await _new_repairs(checker, job, source, function, line)
        if _has_come_to_its_end(job, repairs) and not report.accidents:
            kept.keep(undertaking, repairs)
        return repairs

    async def ask_user(repairs: Repairs) -> Repair | None:
        chosen: Repair | None = await line.ask(repairs)
        return chosen

    choose = ask_user if job.ask else most_favourable
    narrow = partial(around_lines, lines=job.lines) if job.lines is not None else None
    return await repair_file(
        checker, job.text, job.path, job.options, repairs_of, choose, narrow=narrow
    )


async def _new_repairs(
    checker: Checker, job: RepairJob, source: str, function: str, line: Line
) -> Repairs:
    case = await examine(checker, source, job.path, job.options, function)
    if job.endpoint is None and job.ask:
        return await without_model(checker, case, job.most)
    if job.endpoint is None:
        return await with_ways_out(checker, case, job.most)

    scope = scope_of(case)
    if scope.is_all_allowed:
        return scope.allowed
    asked = await to_be_asked(checker, scope)
    model = OpenAIModel(job.endpoint)
    size = sum(len(message.text) for message in first_request(asked, job.asking.strategy))
    line.tell(Announcement(model.name, asked.function.name, size))
    made = await by_model(checker, asked, model, job.asking, line.tell)
    return scope.beside_allowances(made)


def _has_come_to_its_end(job: RepairJob, repairs: Repairs) -> bool:
    """Whether no failure of an endpoint has cut it short."""
    is_all_asked = len(repairs.rejected) >= job.asking.rounds
    return bool(repairs.offered) or job.endpoint is None or is_all_asked


async def repair_one_function(checker: Checker, job: FunctionRepairJob) -> Repairs:
    """The repairs of a function among which the user chooses, or why there are none."""
    arguments = (job.text, job.path, job.options, job.function, job.attribute, OFFERED)
    try:
        return await offline_repairs(checker, *arguments)
    except WorkerError as error:
        return Repairs(job.function, problem=str(error))
