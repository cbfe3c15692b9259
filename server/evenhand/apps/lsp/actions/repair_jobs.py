"""Repairs as a checker's process carries them out; the editor's model is asked over the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.models.language_model import Answer, Message, ModelError, Progress
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, by_model
from evenhand.repair.by_model.prompts import first_request
from evenhand.repair.by_model.strategies import Strategy
from evenhand.repair.offline import Proofs, decider_to_repair, joined, offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.scope import scope_of, to_be_asked
from evenhand.repair.survey.repair_case import NoRepairError, examine, to_repair
from evenhand.repair.whole_files import FileRepair, most_favourable, repair_file
from evenhand.scaling.inside_engine import Line


@dataclass(frozen=True, slots=True)
class Text:
    """What is repaired: a text as its check gets it."""

    source: str
    path: Path
    options: CheckOptions


@dataclass(frozen=True, slots=True)
class FileProgress:
    """A function of a file is about to be repaired."""

    function: str
    number: int
    """From 0."""
    count: int


@dataclass(frozen=True, slots=True)
class Step:
    """What is being done for the repair of a function, in a few words."""

    words: str


async def repairs_offline(
    checker: Checker, text: Text, function: str, attribute: str | None, line: Line
) -> Repairs:
    """Repairs of one function that need no model; tells each `Step`."""
    proofs = Proofs(checker, lambda words: line.tell(Step(words)))
    return await offline_repairs(
        checker, text.source, text.path, text.options, function, attribute, proofs=proofs
    )


async def prompt_to_repair(
    checker: Checker, text: Text, function: str, attribute: str | None, strategy: Strategy
) -> str:
    """What a model would be asked first, as one text; raises `NoRepairError`."""
    case = await examine(checker, text.source, text.path, text.options, function, attribute)
    return "\n\n".join(message.text for message in first_request(case, strategy))


async def repairs_by_model(
    checker: Checker,
    text: Text,
    function: str,
    attribute: str | None,
    model: str,
    asking: Asking,
    line: Line,
) -> Repairs:
    """Repairs of one function by the model of that name; asks it, and tells each `Round`.

    What another function decides, such as the one of a base class, is repaired there first.
    """
    report = await checker.check(text.source, text.path, text.options)
    decider = decider_to_repair(report, function, text.options, attribute)
    if decider is None:
        return await _asked_for(checker, text, function, attribute, model, asking, line)

    made = await repairs_by_model(checker, text, decider, attribute, model, asking, line)
    if not made.offered:
        return replace(made, function=function)
    there = replace(made.offered[0], title=f"{made.offered[0].title} in `{decider}`")
    report = await checker.check(there.text, text.path, text.options)
    if not to_repair(report, function, attribute, text.options.attributes or frozenset()):
        return replace(made, function=function, offered=(there,))

    rest = replace(text, source=there.text)
    here = await _asked_for(checker, rest, function, attribute, model, asking, line)
    return replace(here, offered=tuple(joined(there, repair) for repair in here.offered))


async def _asked_for(
    checker: Checker,
    text: Text,
    function: str,
    attribute: str | None,
    model: str,
    asking: Asking,
    line: Line,
) -> Repairs:
    """What the model makes of one function, unless its task rests on all of the attributes."""
    try:
        case = await examine(checker, text.source, text.path, text.options, function, attribute)
        scope = scope_of(case)
        if scope.is_all_allowed:
            return scope.allowed
        asked = await to_be_asked(checker, scope)
    except NoRepairError as error:
        return Repairs(function, problem=str(error))
    made = await by_model(checker, asked, _RemoteModel(model, line), asking, line.tell)
    return scope.beside_allowances(made)


async def repaired_file(checker: Checker, text: Text, line: Line) -> FileRepair:
    """All functions of a file, without a model; tells its `FileProgress`."""

    async def make(source: str, function: str) -> Repairs:
        return await offline_repairs(checker, source, text.path, text.options, function, most=1)

    def tell(function: str, number: int, count: int) -> None:
        line.tell(FileProgress(function, number, count))

    return await repair_file(
        checker, text.source, text.path, text.options, make, most_favourable, tell
    )


@dataclass(frozen=True, slots=True)
class _RemoteModel:
    """A model that the server asks: only there are the editor and its keys."""

    name: str
    line: Line

    async def ask(self, messages: Sequence[Message], on_progress: Progress | None = None) -> Answer:
        """The model's answer; raises `ModelError`. The server shows the progress itself."""
        reply: Answer | str = await self.line.ask(tuple(messages))
        if isinstance(reply, str):
            raise ModelError(reply)
        return reply
