"""Has the warnings near the line of a decision read once more, and lowers those that are none.

A reading only ever makes a warning an information. A model that fails, and an answer that is not
as it was asked for, change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evenhand.check.cache.report_cache import ReportCache, digest_of
from evenhand.check.catalogue import STRICT
from evenhand.check.catalogue.purposes import purposes_open_to
from evenhand.check.outcomes.deciders import MODEL
from evenhand.check.sentences import lowered_by
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Purpose,
    SecondReading,
    Severity,
    Verdict,
    VerdictKind,
    quieter,
)
from evenhand.models.language_model import DeclinedError, Message, Model, ModelError
from evenhand.options import CheckOptions
from evenhand.second_reader.answer import Opinion, Worth, opinion_in
from evenhand.second_reader.request import request

MARGIN = 1.25
"""How far above the line a score is doubtful. On labelled real code, scored by points that were
fitted to other repositories, 27 of 98 warnings up to here are useless, and 9 of 112 above."""


class SecondReader:
    """A model that reads the findings of many files; answers of earlier runs are on `disk`."""

    def __init__(self, model: Model, disk: ReportCache | None = None) -> None:
        self.problems: list[str] = []
        """Why it has not read all that it was to read: one sentence."""
        self._model = model
        self._disk = disk
        self._is_gone = False
        """Whether the model cannot be asked: then it is asked no more."""

    async def read(
        self, report: FileReport, source: str, path: Path, options: CheckOptions
    ) -> FileReport:
        """The report on a text, in which some warnings may be lowered."""
        is_kept = self._disk is not None and self._disk.serves(path, options)
        disk = self._disk if is_kept else None
        functions = [await self._read(each, source, options, disk) for each in report.functions]
        return replace(report, functions=tuple(functions))

    async def _read(
        self, function: FunctionReport, source: str, options: CheckOptions, disk: ReportCache | None
    ) -> FunctionReport:
        verdicts: list[Verdict] = []
        for verdict in function.verdicts:
            opinion = None
            if is_near_line(verdict, options):
                purposes = purposes_of(verdict)
                asked = request(function, verdict, source, purposes)
                opinion = opinion_in(await self._answer(asked, disk))
            verdicts.append(lowered(verdict, opinion, self._model.name, options))
        return replace(function, verdicts=tuple(verdicts))

    async def _answer(self, messages: Sequence[Message], disk: ReportCache | None) -> str:
        """What the model says, now or in an earlier run; empty if it does not answer."""
        texts = [message.text for message in messages]
        key = "" if disk is None else digest_of(disk.folder.stamp, self._model.name, *texts)
        earlier = None if disk is None else disk.folder.read(key)
        if earlier is not None:
            return earlier.decode(errors="replace")

        if self._is_gone:
            return ""
        try:
            answer = (await self._model.ask(messages)).text
        except ModelError as error:
            self._is_gone = not isinstance(error, DeclinedError)
            self.problems = self.problems or [f"no second reading: {error}"]
            return ""
        if disk is not None:
            disk.folder.write(key, answer.encode(errors="replace"))
        return answer


def is_near_line(verdict: Verdict, options: CheckOptions) -> bool:
    """Whether a finding is a warning that may as well be none.

    Not by race, religion, nationality or sexual orientation, nor by an attribute of the user's
    own: what may not be unclear is not left to a reader.
    """
    is_warning = verdict.shown and verdict.severity is Severity.WARNING
    if not is_warning or verdict.witness is None or options.profile == STRICT:
        return False
    lead = verdict.recognised.lead if verdict.recognised is not None else None
    is_near = lead is not None and 0 <= lead <= MARGIN
    return is_near and verdict.decides and Purpose.UNCLEAR in purposes_of(verdict)


def purposes_of(verdict: Verdict) -> frozenset[Purpose]:
    """What a difference may be for; where a model is asked, what any model may make of it."""
    decider = MODEL if verdict.kind is VerdictKind.DELEGATES else ""
    return purposes_open_to(verdict.attribute, decider)


def lowered(
    verdict: Verdict, opinion: Opinion | None, reader: str, options: CheckOptions
) -> Verdict:
    """A finding after somebody's opinion: as it was, or less than a warning."""
    if opinion is None or opinion.worth is not Worth.NO or opinion.purpose is Purpose.DECISION:
        return verdict
    is_loud = dict(options.purposes).get(opinion.purpose) is Severity.WARNING
    if is_loud or opinion.purpose not in purposes_of(verdict):
        return verdict

    reading = SecondReading(reader, opinion.purpose, opinion.why)
    return replace(
        verdict,
        severity=quieter(verdict.severity, Severity.INFORMATION),
        reason=f"{verdict.reason}; {lowered_by(reading)}",
        second_reading=reading,
    )
