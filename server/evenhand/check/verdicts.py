"""From what a search found out to the verdicts that are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from evenhand.causes import Cause, Explanation
from evenhand.check import sentences
from evenhand.check.probing.input_state import Judgement, Probe
from evenhand.check.probing.who_gains import described
from evenhand.check.reading.allowances import Allowance
from evenhand.check.reading.independence.independence_proof import Reach
from evenhand.check.reading.inputs import Input
from evenhand.check.reading.source import Function
from evenhand.check.rules.interface import VerdictRule
from evenhand.check.rules.registry import rule_for
from evenhand.check.rules.remarks import Uses, allowance_remarks
from evenhand.findings import FunctionReport, Remark, Severity, Verdict, VerdictKind, Witness

LOUDNESS = (
    VerdictKind.BIASED,
    VerdictKind.REFUSES,
    VerdictKind.GROUPS,
    VerdictKind.NOT_CHECKED,
    VerdictKind.NO_DIFFERENCE_FOUND,
    VerdictKind.INDEPENDENT,
)
"""Which answer stands for an attribute that enters through several inputs."""


@dataclass(frozen=True, slots=True)
class Told:
    """A judgement with its witness written out."""

    judgement: Judgement
    calls: tuple[str, str] | None


def report(
    function: Function,
    told: Iterable[Told],
    proved: Iterable[Input],
    severities: Mapping[str, Severity],
    seconds: float,
) -> FunctionReport:
    """One verdict for each attribute, the loudest of its inputs."""
    verdicts: dict[str, Verdict] = {}
    for entry in told:
        verdict = _verdict(function, entry, severities, seconds)
        known = verdicts.get(verdict.attribute)
        verdicts[verdict.attribute] = _louder(known, verdict)
    for entry_input in proved:
        verdicts.setdefault(entry_input.attribute, _independent(function, entry_input))
    return FunctionReport(function.name, function.span, function.location, tuple(verdicts.values()))


def moved(known: FunctionReport, function: Function) -> FunctionReport:
    """A report on the same text, for where that text stands now."""
    down = function.location.line - known.location.line
    if down == 0 and known.span == function.span:
        return known
    verdicts = tuple(_moved(v, function, down) for v in known.verdicts)
    return FunctionReport(function.name, function.span, function.location, verdicts)


def _moved(verdict: Verdict, function: Function, down: int) -> Verdict:
    if verdict.branch is None:
        return replace(verdict, location=function.location)
    old = verdict.branch
    branch = replace(old, line=old.line + down, end_line=old.end_line + down)
    reason = verdict.reason
    if verdict.kind is VerdictKind.NOT_CHECKED:
        reason = sentences.not_checked(verdict.input, branch, verdict.explanation)
    return replace(verdict, location=function.location, branch=branch, reason=reason)


def apply_allowances(
    reports: Iterable[FunctionReport],
    allowed: tuple[Allowance, ...],
    judged: bool,
    served: Uses = frozenset(),
) -> tuple[tuple[FunctionReport, ...], tuple[Remark, ...]]:
    """Silence what is allowed; report allowances without a reason or without an effect.

    `judged` is False where nothing ran: an allowance may then look idle and is not. Those that
    have `served` elsewhere are not idle either.
    """
    used = set(served)
    functions: list[FunctionReport] = []
    for entry in reports:
        verdicts = []
        for verdict in entry.verdicts:
            match = next((a for a in allowed if _allows(a, entry, verdict)), None)
            if match is not None and (verdict.severity is not None or _unsure(verdict)):
                used.add((match, verdict.attribute))
                verdict = replace(verdict, allowed=match.reason)
            verdicts.append(verdict)
        functions.append(replace(entry, verdicts=tuple(verdicts)))
    return tuple(functions), allowance_remarks(allowed, used, judged)


def _verdict(
    function: Function, told: Told, severities: Mapping[str, Severity], seconds: float
) -> Verdict:
    judgement = told.judgement
    entry, kind, probe = judgement.input, judgement.kind, judgement.probe
    rule = rule_for(judgement)
    witness = _witness(told, probe) if probe is not None else None
    return Verdict(
        entry.attribute,
        entry.path.text,
        kind,
        rule.code if rule is not None else None,
        _severity(rule, severities.get(entry.attribute, Severity.INFORMATION)),
        _reason(function, judgement, rule),
        judgement.pairs,
        seconds,
        witness,
        function.location,
        entry.path.branch,
        explanation=judgement.explanation,
    )


def _severity(rule: VerdictRule | None, of_attribute: Severity) -> Severity | None:
    if rule is None:
        return None
    return of_attribute if rule.severity is None else rule.severity


def _reason(function: Function, judgement: Judgement, rule: VerdictRule | None) -> str:
    if rule is not None:
        return rule.message(function.name.rpartition(".")[2], judgement)
    if judgement.kind is VerdictKind.NOT_CHECKED:
        path = judgement.input.path
        return sentences.not_checked(path.text, path.branch, judgement.explanation)
    return sentences.no_difference(judgement.pairs, judgement.explanation)


def _witness(told: Told, probe: Probe) -> Witness | None:
    if told.calls is None:
        return None
    first, second = probe.outcomes
    return Witness(
        told.calls,
        (_shown(first.text, first.printed), _shown(second.text, second.printed)),
        (repr(probe.values[0]), repr(probe.values[1])),
        described(probe.values, probe.outcomes),
    )


def _shown(text: str, printed: str) -> str:
    if not printed.strip():
        return text
    text_printed = printed.strip()
    short = text_printed if len(text_printed) <= 160 else text_printed[:159] + "…"
    said = f"prints {short!r}"
    return said if text in {"None", ""} else f"{text}, {said}"


def _why_independent(entry: Input) -> Explanation:
    if not entry.read:
        return Explanation(Cause.NEVER_READ, entry.path.text)
    if entry.reach is Reach.REPEATED:
        return Explanation(Cause.ONLY_REPEATED, entry.path.text)
    return Explanation(Cause.REACHES_NO_OUTCOME, entry.path.text)


def _independent(function: Function, entry: Input) -> Verdict:
    explanation = _why_independent(entry)
    return Verdict(
        entry.attribute,
        entry.path.text,
        VerdictKind.INDEPENDENT,
        None,
        None,
        sentences.explain(explanation),
        0,
        0.0,
        None,
        function.location,
        explanation=explanation,
    )


def _louder(known: Verdict | None, new: Verdict) -> Verdict:
    if known is None:
        return new
    first, _second = sorted((known, new), key=lambda v: LOUDNESS.index(v.kind))
    return replace(first, pairs=known.pairs + new.pairs)


def _allows(allowance: Allowance, entry: FunctionReport, verdict: Verdict) -> bool:
    return allowance.covers(entry.span) and bool(allowance.attributes & {verdict.attribute, "all"})


def _unsure(verdict: Verdict) -> bool:
    return verdict.kind is VerdictKind.NOT_CHECKED
