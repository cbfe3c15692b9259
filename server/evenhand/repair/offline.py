"""The way in: from a biased function to repairs that are proved, or to why there are none."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.options import CheckOptions
from evenhand.repair.proof.obligations import NotProvedError, Proof, prove
from evenhand.repair.rewrite.candidates import candidates
from evenhand.repair.rewrite.opening_assignments import with_default_for_others
from evenhand.repair.survey.cases import Case, NoRepairError, examine, to_repair
from evenhand.repair.survey.choices import Choice, choices, refused_values

MOST_OFFERED = 3
MOST_ACCEPTED = 6
"""Values that a condition lists."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A new text of the file that is proved to treat everyone alike."""

    title: str
    """What it does, as an order: `Treat everyone as 'male' is treated today`."""
    effect: str
    """What changes for whom: `female +1; nobody loses`; empty where nothing is ordered."""
    text: str
    """The whole file."""
    proof: Proof
    by_model: str = ""
    """Strategy and rounds of the model that wrote it; empty where none did."""

    @property
    def strategy(self) -> str:
        """`offline`, or how the model was asked."""
        return self.by_model.partition(",")[0] or "offline"

    @property
    def evidence(self) -> str:
        """What was tried, in words."""
        kept, (before, after) = self.proof.kept, self.proof.complexity
        parts = [f"No difference in {self.proof.pairs} pairs of calls"]
        share = round(100 * kept.share_unchanged)
        parts.append(f"the outcome is what it was in {share} % of {kept.compared} calls")
        if kept.alike < kept.contexts:
            like = " and ".join(map(repr, kept.like))
            share = round(100 * kept.alike / kept.contexts)
            parts.append(f"everyone gets what {like} got in {share} % of the contexts")
        parts.append(f"complexity {before}" + (f" → {after}" if after != before else " as before"))
        (old, new) = self.proof.lines
        parts += [f"{old} → {new} lines"] if old != new else []
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that is not offered, and why."""

    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Repairs:
    """All that came of one function."""

    function: str
    attributes: tuple[str, ...] = ()
    """Those that make no difference any more in a repair."""
    offered: tuple[Repair, ...] = ()
    """The most favourable first."""
    rejected: tuple[Rejected, ...] = ()
    problem: str = ""
    """Why there is no repair at all; empty where there is one."""


async def offline_repairs(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    function: str,
    attribute: str | None = None,
    most: int = MOST_OFFERED,
) -> Repairs:
    """Repairs of `function` that need no model.

    Besides `attribute`, every attribute that is shown as a warning is repaired.
    """
    try:
        case = await examine(checker, source, path, options, function, attribute)
    except NoRepairError as error:
        return Repairs(function, problem=str(error))
    return await without_model(checker, case, most)


async def without_model(checker: Checker, case: Case, most: int = MOST_OFFERED) -> Repairs:
    """Repairs by treating everyone as somebody is treated today."""
    offered: list[Repair] = []
    rejected: list[Rejected] = []
    seen: set[str] = set()
    until = time.monotonic() + case.job.options.seconds
    for choice in choices(case.survey, case.attribute):
        if len(offered) >= most or time.monotonic() > until:
            break
        for written in candidates(case.survey.trial, case.reads, choice.values):
            if written.text in seen:
                break
            seen.add(written.text)
            try:
                proof = await prove(checker, case, written.text)
            except NotProvedError as error:
                rejected.append(Rejected(title(choice), str(error)))
                continue
            offered.append(Repair(title(choice), choice.effect, written.text, proof))
            break
    if len(offered) < most and (default := _with_default(case)) is not None:
        name, effect, text = default
        try:
            offered.append(Repair(name, effect, text, await prove(checker, case, text)))
        except NotProvedError as error:
            rejected.append(Rejected(name, str(error)))
    problem = "" if offered else _why_none(rejected)
    attributes = tuple(sorted(case.wanted))
    return Repairs(case.function.name, attributes, tuple(offered), tuple(rejected), problem)


def _with_default(case: Case) -> tuple[str, str, str] | None:
    """Title, effect and text of a repair that takes whoever is refused for somebody else."""
    states = case.survey.states
    if len(states) != 1:
        return None
    accepted, refused = refused_values(case.survey, states[0])
    if not refused or not 0 < len(accepted) <= MOST_ACCEPTED:
        return None
    text = with_default_for_others(case.survey.trial, states[0], accepted, accepted[0])
    if text is None:
        return None
    people = ", ".join(map(repr, refused[:3])) + (" …" if len(refused) > 3 else "")
    name = f"Treat whoever is refused as {accepted[0]!r} is treated today"
    return name, f"{people} served; nothing changes for others", text


def title(choice: Choice) -> str:
    """What a choice does, as an order."""
    who = " and ".join(g.label for g in choice.groups)
    return f"Treat everyone as {who} is treated today"


def functions_to_repair(report: FileReport, options: CheckOptions) -> list[str]:
    """Names of the functions that have something to repair, in the file's order."""
    selected = options.attributes or frozenset()
    return [f.name for f in report.functions if to_repair(report, f.name, selected=selected)]


def _why_none(rejected: list[Rejected]) -> str:
    if not rejected:
        return "no rewrite of it was found"
    return f"no rewrite of it holds: {rejected[0].reason}"
