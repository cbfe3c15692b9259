"""Repairs a function without a model: everyone is treated as one group is treated today."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from evenhand.causes import Cause, Explanation
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.check.worker.time_limits import PATIENCE
from evenhand.findings import FileReport
from evenhand.options import CheckOptions
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.proof.obligations import NotProvedError, prove
from evenhand.repair.repairs import Rejected, Repair, Repairs
from evenhand.repair.rewrite.candidates import candidates
from evenhand.repair.rewrite.opening_assignments import with_default_for_others
from evenhand.repair.survey.repair_case import Case, NoRepairError, examine, to_repair
from evenhand.repair.survey.treatment_choices import Choice, choices
from evenhand.repair.survey.value_groups import refused_values
from evenhand.scalars import Scalar

MOST_OFFERED = 3
LEAST_TRIED, MOST_TRIED = 3, 24
"""Groups that everyone may be treated as, of which each takes a proof."""
STEPS = 5_000
"""What one call of all those proofs may take together, before fewer groups are tried."""
MOST_ACCEPTED = 6
"""Values that a condition lists."""
MOST_NAMED = 3
"""Refused values that an effect lists."""


async def offline_repairs(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    function: str,
    attribute: str | None = None,
    most: int = MOST_OFFERED,
) -> Repairs:
    """Repairs of `function` that need no model, at most `most`.

    Besides `attribute`, every attribute that is shown as a warning is repaired.
    """
    try:
        case = await examine(checker, source, path, options, function, attribute)
    except NoRepairError as error:
        return Repairs(function, problem=str(error))
    return await without_model(checker, case, most)


async def without_model(checker: Checker, case: Case, most: int = MOST_OFFERED) -> Repairs:
    """Repairs by treating everyone as one group is treated today."""
    attempt = _Attempt(checker, case)
    until = time.monotonic() + PATIENCE * case.job.options.seconds
    affordable = case.survey.search.spending.affordable(STEPS, LEAST_TRIED, MOST_TRIED)
    for choice in islice(choices(case.survey, case.attribute), affordable):
        if len(attempt.offered) >= most:
            break
        if time.monotonic() > until:
            attempt.give_up(choice)
            break
        await attempt.try_choice(choice)

    if len(attempt.offered) < most:
        await attempt.try_default()
    return attempt.repairs()


def functions_to_repair(report: FileReport, options: CheckOptions) -> list[str]:
    """Names of the functions that have something to repair, in the file's order."""
    selected = options.attributes or frozenset()
    return [f.name for f in report.functions if to_repair(report, f.name, selected=selected)]


@dataclass(slots=True)
class _Attempt:
    """What was tried for one function so far."""

    checker: Checker
    case: Case
    offered: list[Repair] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    """Texts that were tried."""

    async def try_choice(self, choice: Choice) -> None:
        """Offer the first candidate for a choice that is proved."""
        title = _title(choice)
        for candidate in candidates(self.case.survey.search, self.case.reads, choice.values):
            if candidate.text in self.seen:
                return  # another choice led to the same text, which is offered or rejected
            self.seen.add(candidate.text)
            if await self._try(title, choice.effect, candidate.text):
                return

    def give_up(self, choice: Choice) -> None:
        """Say that time is up before a choice could be tried."""
        seconds = PATIENCE * self.case.job.options.seconds
        reason = explain(Explanation(Cause.FUNCTION_TOOK_LONGER, seconds=seconds))
        objection = Objection(ObjectionKind.OUT_OF_TIME, {"reason": reason})
        self.rejected.append(Rejected(_title(choice), objection))

    async def try_default(self) -> None:
        """Offer to treat people who are refused as people who are accepted."""
        states = self.case.survey.states
        if len(states) != 1:
            return
        (state,) = states
        accepted, refused = refused_values(self.case.survey, state)
        if not refused or not 0 < len(accepted) <= MOST_ACCEPTED:
            return

        default = accepted[0]
        text = with_default_for_others(self.case.survey.search, state, accepted, default)
        if text is not None:
            title = f"Treat whoever is refused as {default!r} is treated today"
            await self._try(title, _effect_of_default(refused), text)

    def repairs(self) -> Repairs:
        """What came of it."""
        return Repairs(
            self.case.function.name,
            tuple(sorted(self.case.wanted)),
            tuple(self.offered),
            tuple(self.rejected),
            "" if self.offered else _problem(self.rejected),
        )

    async def _try(self, title: str, effect: str, text: str) -> bool:
        """Whether `text` is proved; it is offered or rejected."""
        try:
            proof = await prove(self.checker, self.case, text)
        except NotProvedError as error:
            self.rejected.append(Rejected(title, error.objection))
            return False
        self.offered.append(Repair(title, effect, text, proof))
        return True


def _title(choice: Choice) -> str:
    people = " and ".join(group.label for group in choice.groups)
    return f"Treat everyone as {people} is treated today"


def _effect_of_default(refused: Sequence[Scalar]) -> str:
    more = " …" if len(refused) > MOST_NAMED else ""
    people = ", ".join(map(repr, refused[:MOST_NAMED])) + more
    return f"{people} served; nothing changes for others"


def _problem(rejected: Sequence[Rejected]) -> str:
    if not rejected:
        return "no rewrite of it was found"
    return f"no rewrite of it holds: {rejected[0].reason}"
