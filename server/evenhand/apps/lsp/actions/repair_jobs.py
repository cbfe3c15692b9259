"""Repairs as a checker's process carries them out; the editor's model is asked over the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.models.language_model import Answer, Message, ModelError
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, by_model
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.survey.repair_case import NoRepairError, examine
from evenhand.repair.whole_files import FileRepair, most_favourable, repair_file
from evenhand.scaling.inside_engine import Line


@dataclass(frozen=True, slots=True)
class Text:
    """What is repaired: a text as its check gets it."""

    source: str
    path: Path
    options: CheckOptions


@dataclass(frozen=True, slots=True)
class Progress:
    """A function of a file is about to be repaired."""

    function: str
    number: int
    """From 0."""
    count: int


async def repairs_offline(
    checker: Checker, text: Text, function: str, attribute: str | None
) -> Repairs:
    """Repairs of one function that need no model."""
    return await offline_repairs(checker, text.source, text.path, text.options, function, attribute)


async def repairs_by_model(
    checker: Checker,
    text: Text,
    function: str,
    attribute: str | None,
    model: str,
    asking: Asking,
    line: Line,
) -> Repairs:
    """Repairs of one function by the model of that name; asks it, and tells each `Round`."""
    try:
        case = await examine(checker, text.source, text.path, text.options, function, attribute)
    except NoRepairError as error:
        return Repairs(function, problem=str(error))
    return await by_model(checker, case, _RemoteModel(model, line), asking, line.tell)


async def repaired_file(checker: Checker, text: Text, line: Line) -> FileRepair:
    """All functions of a file, without a model; tells its `Progress`."""

    async def make(source: str, function: str) -> Repairs:
        return await offline_repairs(checker, source, text.path, text.options, function, most=1)

    def tell(function: str, number: int, count: int) -> None:
        line.tell(Progress(function, number, count))

    return await repair_file(
        checker, text.source, text.path, text.options, make, most_favourable, tell
    )


@dataclass(frozen=True, slots=True)
class _RemoteModel:
    """A model that the server asks: only there are the editor and its keys."""

    name: str
    line: Line

    async def ask(self, messages: Sequence[Message]) -> Answer:
        """The model's answer; raises `ModelError`."""
        reply: Answer | str = await self.line.ask(tuple(messages))
        if isinstance(reply, str):
            raise ModelError(reply)
        return reply
