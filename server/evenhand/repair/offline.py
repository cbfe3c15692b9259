"""Repairs a function without a model: everyone is treated as one group is treated today.

A difference that the task rests on is allowed, with its reason, and what another function decides
is repaired there.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from evenhand.causes import Cause, Explanation
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.check.worker.time_limits import PATIENCE
from evenhand.findings import FileReport
from evenhand.options import Baseline, CheckOptions
from evenhand.repair.allowing import alone
from evenhand.repair.objections import NotProvedError, Objection, ObjectionKind
from evenhand.repair.planned_candidates import Plan, planned
from evenhand.repair.proof.obligations import Proof, prove
from evenhand.repair.repairs import Rejected, Repair, Repairs
from evenhand.repair.rewrite.candidates import without_rules
from evenhand.repair.rewrite.fitted_features import without_features
from evenhand.repair.rewrite.opening_assignments import with_default_for_others
from evenhand.repair.rewrite.rule_removal import Removal
from evenhand.repair.rewrite.rule_rows import without_rows
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.rewrite.unused_parameters import with_note_on_unused_parameters
from evenhand.repair.scope import scope_of
from evenhand.repair.survey.doubtful_choices import doubtful_attributes
from evenhand.repair.survey.kept_purposes import kept_nodes, said_to_stay
from evenhand.repair.survey.repair_case import (
    Case,
    NoRepairError,
    examine,
    narrowed,
    to_repair,
    widened,
)
from evenhand.repair.survey.task_signs import STATES
from evenhand.repair.survey.treatment_choices import Choice
from evenhand.repair.survey.value_groups import refused_values
from evenhand.repair.told_by_proof import proved_choice, told_by_proof
from evenhand.repair.unrepairable import named, why_nothing_goes

MOST_OFFERED = 3
LEAST_TRIED, MOST_TRIED = 3, 24
"""Groups that everyone may be treated as, of which each takes a proof."""
STEPS = 5_000
"""What one call of all those proofs may take together, before fewer groups are tried."""
MOST_APART = 3
"""Attributes of which each is tried alone."""
MOST_ACCEPTED = 6
"""Values that a condition lists."""
COUNTS_NO_LONGER = "it no longer counts for anybody"
NOBODY = frozenset({"nobody gains", "nobody loses"})
"""Lines about everyone, which do not hold of two repairs together."""


@dataclass(frozen=True, slots=True)
class Text:
    """What is repaired."""

    source: str
    path: Path
    options: CheckOptions


Tell = Callable[[str], None]
"""Hears in a few words what is being done now."""


class Proofs:
    """Proves texts, each once for what it has to repair; `tell` hears what is being tried."""

    def __init__(self, checker: Checker, tell: Tell = lambda words: None) -> None:
        self.tell = tell
        self._checker = checker
        self._made: dict[object, Proof | NotProvedError] = {}

    async def prove(self, case: Case, text: str) -> Proof:
        """As the function of that name; raises `NotProvedError`."""
        key = (case.source, case.function.name, case.wanted, len(case.kept), text)
        if key not in self._made:
            try:
                self._made[key] = await prove(self._checker, case, text)
            except NotProvedError as error:
                self._made[key] = error
        made = self._made[key]
        if isinstance(made, NotProvedError):
            raise made
        return made


async def offline_repairs(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    function: str,
    attribute: str | None = None,
    most: int = MOST_OFFERED,
    proofs: Proofs | None = None,
) -> Repairs:
    """Repairs of `function` that need no model, at most `most`; `proofs` may be shared.

    Besides `attribute`, every attribute that is shown as a warning is repaired. A function that
    only hands on what another one decides is repaired there.
    """
    proofs = proofs or Proofs(checker)
    proofs.tell(f"looking at what {function} does for whom")
    report = await checker.check(source, path, options)
    decider = decider_to_repair(report, function, options, attribute)
    if decider is not None:
        text = Text(source, path, options)
        made = await _repaired_in(checker, text, decider, function, attribute, most, proofs)
        if made.offered:
            return made

    try:
        case = await examine(checker, source, path, options, function, attribute)
    except NoRepairError as error:
        return Repairs(function, problem=str(error))
    return await without_model(checker, case, most, proofs)


async def without_model(
    checker: Checker, case: Case, most: int = MOST_OFFERED, proofs: Proofs | None = None
) -> Repairs:
    """Repairs by treating everyone alike; what the task rests on is allowed instead."""
    proofs, scope = proofs or Proofs(checker), scope_of(case)
    if not scope.kept:
        return await _treated_alike(checker, case, most, proofs)
    if scope.is_all_allowed:
        return scope.allowed

    job, name = case.job, case.function.name
    arguments = (scope.text, job.path, job.options, name, scope.attribute, most, proofs)
    return scope.beside_allowances(await offline_repairs(checker, *arguments))


async def _repaired_in(
    checker: Checker,
    text: Text,
    decider: str,
    function: str,
    attribute: str | None,
    most: int,
    proofs: Proofs,
) -> Repairs:
    """Repairs of the function that decides for `function`, which is looked at again."""
    path, options = text.path, text.options
    source = text.source
    made = await offline_repairs(checker, source, path, options, decider, attribute, most, proofs)
    selected = options.attributes or frozenset()
    offered: list[Repair] = []
    for repair in made.offered:
        titled = replace(repair, title=f"{repair.title} in `{decider}`")
        report = await checker.check(repair.text, path, options)
        if not to_repair(report, function, attribute, selected):
            offered.append(titled)
        elif not offered:
            arguments = (checker, repair.text, path, options, function, attribute)
            rest = await offline_repairs(*arguments, most=1, proofs=proofs)
            offered += [joined(titled, second) for second in rest.offered]
    return replace(made, function=function, offered=tuple(offered), ways_out=None)


def joined(first: Repair, second: Repair) -> Repair:
    """Two repairs, the second of the text that the first has left."""
    effects = dict.fromkeys([*first.effects, *second.effects])
    effect = "\n".join(line for line in effects if line not in NOBODY)
    awaits_word = first.awaits_word or second.awaits_word
    title = f"{first.title}; {second.title}"
    return replace(second, title=title, effect=effect, awaits_word=awaits_word)


async def _treated_alike(checker: Checker, case: Case, most: int, proofs: Proofs) -> Repairs:
    """Repairs without the rules, then by treating everyone as one group is treated today.

    Where rules can go, nothing is written in their place unless a person wants it.
    """
    attempt = _Attempt(proofs, case)
    until = time.monotonic() + PATIENCE * case.job.options.seconds
    is_auto = case.job.options.baseline is Baseline.AUTO
    if is_auto or case.job.options.baseline is Baseline.REMOVED:
        await attempt.try_without_rows()
        await attempt.try_without_rules()
    if attempt.missed and not attempt.offered:
        wider = await widened(checker, case, attempt.missed)
        return await _treated_alike(checker, wider, most, proofs)

    parts: Sequence[Repairs] = ()
    if is_auto and all(repair.awaits_word for repair in attempt.offered):
        apart = await _repaired_in_part(checker, case, proofs, case.wanted - attempt.doubtful)
        if apart is None or apart.awaits_word:
            parts = await _one_by_one(checker, case, proofs)
            sure = {a for part in parts if not part.awaits_word for a in part.attributes}
            apart = await _repaired_in_part(checker, case, proofs, frozenset(sure))
            attempt.doubtful = case.wanted - sure
        if apart is not None:
            whole = attempt.without_anything
            return replace(
                apart,
                offered=(*apart.offered, *attempt.offered, *([whole] if whole else [])),
                rejected=(*attempt.repairs().rejected, *apart.rejected),
                open_attributes=tuple(sorted(attempt.doubtful)),
            )
        attempt.offered[:0] = [repair for part in parts for repair in part.offered]

    is_removed = attempt.removed is not None or bool(parts)
    is_enough = is_removed and (most == 1 or not is_auto)
    affordable = case.survey.search.spending.affordable(STEPS, LEAST_TRIED, MOST_TRIED)
    for plan in () if is_enough else planned(case, affordable):
        if attempt.has_offered(most):
            break
        if time.monotonic() > until:
            attempt.give_up(plan.choice)
            break
        await attempt.try_plan(plan)

    if attempt.missed and not attempt.offered:
        wider = await widened(checker, case, attempt.missed)
        return await _treated_alike(checker, wider, most, proofs)
    if not attempt.has_offered(most) and not is_enough:
        await attempt.try_default()
    if attempt.without_anything is not None:
        first = 0 if all(map(_is_constant, attempt.offered)) else len(attempt.offered)
        attempt.offered.insert(first, attempt.without_anything)
    made = _after_allowance(case, attempt.repairs(), most)
    return replace(made, open_attributes=tuple(sorted(case.wanted))) if parts else made


async def _one_by_one(checker: Checker, case: Case, proofs: Proofs) -> list[Repairs]:
    """The rules by each attribute removed, and those by the others left."""
    if len(case.wanted) > MOST_APART:
        return []
    alone = (frozenset({attribute}) for attribute in sorted(case.wanted))
    parts = [await _repaired_in_part(checker, case, proofs, each) for each in alone]
    return [part for part in parts if part is not None]


async def _repaired_in_part(
    checker: Checker, case: Case, proofs: Proofs, wanted: frozenset[str]
) -> Repairs | None:
    """The rules by some of the attributes removed; None if that is not proved."""
    if not wanted or wanted == case.wanted:
        return None
    try:
        attempt = _Attempt(proofs, await narrowed(checker, case, wanted))
    except NoRepairError:
        return None
    await attempt.try_without_rows()
    if not attempt.offered:
        await attempt.try_without_rules()
    apart = attempt.repairs()
    alone = (replace(repair, attributes=apart.attributes) for repair in apart.offered)
    return replace(apart, offered=tuple(alone)) if apart.offered else None


def _after_allowance(case: Case, made: Repairs, most: int) -> Repairs:
    """The repairs behind an allowance, if they have lost what the function is about.

    That is so if everybody gets the same, or if a place can only be overwritten, or named instead.
    """
    scope = scope_of(case, alone(case))
    are_constant = all(r.proof is not None and r.proof.kept.is_constant for r in made.offered)
    are_odd = case.is_contextual and all(repair.reads_oddly for repair in made.offered)
    if not scope.kept or not made.offered or not (are_constant or are_odd):
        return made
    if case.wanted <= STATES:
        return replace(made, offered=scope.allowed.offered)
    return replace(made, offered=(*scope.allowed.offered, *made.offered)[:most])


def decider_to_repair(
    report: FileReport, name: str, options: CheckOptions, attribute: str | None = None
) -> str | None:
    """The function in which it is decided what `name` only hands on, if that can be repaired."""
    selected = options.attributes or frozenset()
    wanted = to_repair(report, name, attribute, selected)
    verdicts = next((f.verdicts for f in report.functions if f.name == name), ())
    deciders = dict.fromkeys(v.through for v in verdicts if v.through and v.attribute in wanted)
    return next((d for d in deciders if to_repair(report, d, attribute, selected)), None)


def functions_to_repair(report: FileReport, options: CheckOptions) -> list[str]:
    """Names of the functions that have something to repair, those first on which others rest."""
    selected = options.attributes or frozenset()
    unequal = [function for function in report.functions if function.unequal]
    names = [f.name for f in unequal if to_repair(report, f.name, selected=selected)]
    deciders = {f.name: {v.through for v in f.verdicts if v.through} for f in unequal}

    ordered: list[str] = []
    while names:
        free = [name for name in names if deciders[name].isdisjoint({*names} - {name})]
        ordered += free or names
        names = [name for name in names if name not in ordered]
    return ordered


@dataclass(slots=True)
class _Attempt:
    """What was tried for one function so far."""

    proofs: Proofs
    case: Case
    offered: list[Repair] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    rejected_tables: list[Rejected] = field(default_factory=list)
    """Texts with rules taken out of tables: why these fail says least."""
    choices: list[Choice] = field(default_factory=list)
    """Those of what is offered."""
    seen: set[str] = field(default_factory=set)
    """Texts that were tried."""
    missed: str = ""
    """An attribute that decides as well, which the search of the old text had missed."""
    removed: Repair | None = None
    """The text without the rules."""
    without_anything: Repair | None = None
    """The same, where nothing is left that decides anything."""
    doubtful: frozenset[str] = frozenset()
    """The attributes for which a person has to agree to that text, or for which none is proved."""

    def has_offered(self, most: int) -> bool:
        """Whether enough is offered that nobody has to agree to."""
        settled = sum(not repair.awaits_word for repair in self.offered)
        return settled >= most or len(self.offered) >= max(most, MOST_OFFERED)

    async def try_plan(self, plan: Plan) -> None:
        """Offer a candidate if it is proved, and the only one of what it does to whom."""
        if plan.choice in self.choices or plan.candidate.text in self.seen:
            return
        self.seen.add(plan.candidate.text)
        is_odd = plan.candidate.overwrites or plan.is_arbitrary or self.removed is not None
        repair = await self._proved(_title(plan.choice), plan.candidate.text, awaits_word=is_odd)
        if repair is None or repair.proof is None:
            return
        choice = proved_choice(self.case, repair.proof)
        if choice in self.choices:
            return

        title = _title(choice)
        if plan.candidate.overwrites:
            title += " (overwrites what is passed)"
        is_plain = plan.candidate.is_plain
        self.offered.append(replace(repair, title=title, reads_oddly=not is_plain))
        self.choices.append(choice)

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
            repair = await self._proved(title, text)
            if repair is not None:
                self.offered.append(repair)

    async def try_without_rows(self) -> None:
        """Offer to remove the rules by the attributes from a table of rules, or from features."""
        source = self.case.survey.search.source
        attributes = named(self.case.wanted)
        arguments = (SourceText(source.text), source.tree, self._is_wanted)
        of_model = (f"Leave {attributes} out of the model", without_features(*arguments))
        of_table = (f"Remove the rules by {attributes}", without_rows(*arguments))
        for title, made in (of_model, of_table):
            for left in made:
                text = with_note_on_unused_parameters(source.text, left, self.case.function.name)
                repair = await self._proved(title, text)
                if repair is not None:
                    effect = repair.effect or COUNTS_NO_LONGER
                    self.offered.append(replace(repair, effect=effect))
                    return
                self.rejected_tables.append(self.rejected.pop())

    async def try_without_rules(self) -> None:
        """Offer to remove the rules by the attributes, in the way to which nobody has to agree."""
        case = self.case
        kept = kept_nodes(case.function, case.job, case.kept)
        search, used = case.survey.search, case.names_elsewhere.may_use
        proved, unseen = list[Repair](), frozenset[str]()
        reached = case.job.dependencies.closure(case.function)
        for text, way in without_rules(search, case.reads, case.wanted, kept, reached, used):
            self.seen.add(text)
            unseen = case.wanted.intersection(_attributes_of(case, way)) - case.ended
            title = f"Remove the rules by {named(case.ended | unseen)}"
            repair = await self._proved(
                title, text, awaits_word=bool(unseen), removes_rules=not way.widens
            )
            proved += [repair] if repair is not None else []
            if repair is not None and not repair.awaits_word:
                break
        if not proved:
            rejected = (*self.rejected, *self.rejected_tables)
            named_in = (each.objection.details.get("attribute") for each in rejected)
            self.doubtful = case.wanted.intersection(map(str, named_in))
            return

        best = min(proved, key=lambda each: (_is_constant(each), each.awaits_word))
        if best.proof is None:
            return
        choice = proved_choice(case, best.proof)
        doubtful = doubtful_attributes(case.proved, choice, removes=best.removes_rules)
        self.doubtful = doubtful.union(unseen)
        if _is_constant(best):
            self.without_anything = best
            return
        self.offered.append(best)
        self.removed, self.choices = best, [*self.choices, choice]

    def _is_wanted(self, name: str) -> bool:
        """Whether a name in the code is that of an attribute that is repaired."""
        if any(state.input.path.name == name for state in self.case.survey.states):
            return True  # though the name alone may mean something else: `disabled`
        match = self.case.survey.search.catalogue.match_name(name)
        return match is not None and match.is_own and match.attribute.name in self.case.wanted

    def repairs(self) -> Repairs:
        """What came of it."""
        rejected = (*self.rejected, *self.rejected_tables)
        return Repairs(
            self.case.function.name,
            tuple(sorted(self.case.ended)),
            self._in_order(),
            rejected,
            "" if self.offered else why_nothing_goes(self.case, rejected),
            stays=said_to_stay(self.case.kept),
        )

    def _in_order(self) -> tuple[Repair, ...]:
        """What is offered; what only takes, and needs a word, comes last unless it was chosen."""
        if self.case.job.options.baseline is not Baseline.AUTO:
            return tuple(self.offered)
        return tuple(sorted(self.offered, key=lambda r: r.only_takes and r.awaits_word))

    async def _proved(
        self, title: str, text: str, *, awaits_word: bool = False, removes_rules: bool = False
    ) -> Repair | None:
        """A repair by `text` if it is proved; it is rejected if it is not."""
        self.proofs.tell(f"trying to {title[:1].lower()}{title[1:]}")
        try:
            proof = await self.proofs.prove(self.case, text)
        except NotProvedError as error:
            self.rejected.append(Rejected(title, error.objection))
            if error.objection.kind is ObjectionKind.MISSED_BEFORE:
                self.missed = str(error.objection.details["attribute"])
            return None
        repair = Repair(title, "", text, proof, None, awaits_word, removes_rules)
        return told_by_proof(self.case, repair, proof)


def _attributes_of(case: Case, way: Removal) -> set[str]:
    """Those by which the rules are that go, whether or not a call shows what they do."""
    rules = (node for node in ast.walk(case.job.source.tree) if id(node) in way.nodes)
    nodes = (inner for rule in rules for inner in ast.walk(rule))
    return {attribute for node in nodes for attribute in case.reads.rests_on.get(id(node), ())}


def _is_constant(repair: Repair) -> bool:
    """Whether everybody gets the same by it, whatever else is true of them."""
    return repair.proof is not None and repair.proof.kept.is_constant


def _title(choice: Choice) -> str:
    if not choice.groups:
        return "Treat everyone alike"
    return f"Treat everyone as {choice.label} is treated today"
