"""Repair one file, in a process of its own; what the user sees and chooses goes over its line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.check.sandbox import WorkerError
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, by_model
from evenhand.repair.by_model.prompts import first_request
from evenhand.repair.offline import offline_repairs, without_model
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import examine
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

    async def repairs_of(source: str, function: str) -> Repairs:
        case = await examine(checker, source, job.path, job.options, function)
        if job.endpoint is None:
            return await without_model(checker, case, OFFERED if job.ask else 1)

        model = OpenAIModel(job.endpoint)
        size = sum(len(message.text) for message in first_request(case, job.asking.strategy))
        line.tell(Announcement(model.name, case.function.name, size))
        return await by_model(checker, case, model, job.asking, line.tell)

    async def ask_user(repairs: Repairs) -> Repair | None:
        chosen: Repair | None = await line.ask(repairs)
        return chosen

    choose = ask_user if job.ask else most_favourable
    return await repair_file(checker, job.text, job.path, job.options, repairs_of, choose)


async def repair_one_function(checker: Checker, job: FunctionRepairJob) -> Repairs:
    """The repairs of a function among which the user chooses, or why there are none."""
    arguments = (job.text, job.path, job.options, job.function, job.attribute, OFFERED)
    try:
        return await offline_repairs(checker, *arguments)
    except WorkerError as error:
        return Repairs(job.function, problem=str(error))
