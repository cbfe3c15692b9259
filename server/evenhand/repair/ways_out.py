"""What a person can choose where no repair is taken unasked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from evenhand.check.checking import Checker
from evenhand.options import Baseline
from evenhand.repair.offline import Proofs, without_model
from evenhand.repair.repairs import Repair, Repairs, WayOut
from evenhand.repair.scope import scope_of
from evenhand.repair.survey.doubtful_choices import protections_taken
from evenhand.repair.survey.repair_case import Case, NoRepairError, examine
from evenhand.repair.told_by_proof import proved_choice

CHOSEN = (Baseline.MOST, Baseline.FAVOURABLE, Baseline.REMOVED)
"""Baselines that a person may name, the plainest first."""


async def with_ways_out(checker: Checker, case: Case, most: int) -> Repairs:
    """The repairs of a case, with what a person can choose for all that is not taken unasked."""
    proofs = Proofs(checker)
    repairs = await without_model(checker, case, most, proofs)
    is_open = repairs.awaits_word or repairs.open_attributes
    if case.job.options.baseline is not Baseline.AUTO or not is_open:
        return repairs
    if scope_of(case).is_all_allowed:  # what people may have a right to is not taken away
        return replace(repairs, ways_out=())
    waiting = [repair for repair in repairs.offered if repair.awaits_word]
    removing = [repair for repair in waiting if repair.removes_rules]
    if removing or not repairs.awaits_word:
        ways_out = tuple(_way_out(Baseline.REMOVED, case, each) for each in removing)
        return replace(repairs, ways_out=ways_out)
    ways = [way async for way in _ways_out(checker, case, proofs)]
    return replace(repairs, ways_out=tuple(sorted(ways, key=lambda way: way.takes_away)))


async def _ways_out(checker: Checker, case: Case, proofs: Proofs) -> AsyncIterator[WayOut]:
    """One for each baseline that leads to a text of its own."""
    seen: set[str] = set()
    for baseline in CHOSEN:
        try:
            chosen = await _with_baseline(checker, case, baseline)
        except NoRepairError:
            continue
        repairs = await without_model(checker, chosen, 1, proofs)
        repair = next((each for each in repairs.offered if not each.awaits_word), None)
        if repair is not None and repair.text not in seen:
            seen.add(repair.text)
            yield _way_out(baseline, chosen, repair)


async def _with_baseline(checker: Checker, case: Case, baseline: Baseline) -> Case:
    """The case of somebody who has chosen a baseline, for whom nothing beside it is kept."""
    options = replace(case.job.options, baseline=baseline)
    if case.decision is None:
        return replace(case, job=replace(case.job, options=options))
    name = case.function.name
    return await examine(checker, case.source, case.job.path, options, name, case.attribute)


def _way_out(baseline: Baseline, case: Case, repair: Repair) -> WayOut:
    taken: Sequence[str] = ()
    if repair.proof is not None:
        taken = protections_taken(case.proved, proved_choice(case, repair.proof))
    named = [f"Takes away {' and '.join(taken)}"] if taken else []
    words = "; ".join((*named, repair.title, *repair.effects))
    return WayOut(baseline, words, bool(taken), repair.attributes)
