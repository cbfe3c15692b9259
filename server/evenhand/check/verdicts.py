"""From what a search found out to the verdicts that are shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass, replace

from evenhand.causes import Cause, Explanation
from evenhand.check import sentences
from evenhand.check.catalogue.spelling import plain
from evenhand.check.outcomes.deciders import asked_texts
from evenhand.check.outcomes.effect_texts import deeds
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.who_gains import described
from evenhand.check.proofs.situations import situations
from evenhand.check.reading.allowances import AllowanceIndex
from evenhand.check.reading.independence.independence_proof import Reach
from evenhand.check.reading.inputs import Input
from evenhand.check.reading.mentions import Mention
from evenhand.check.reading.source import Function, in_characters
from evenhand.check.rules.interface import VerdictRule
from evenhand.check.rules.loudness import Loudness
from evenhand.check.rules.registry import rule_for
from evenhand.check.rules.remarks import Uses, allowance_remarks
from evenhand.check.search.judgements import Judgement
from evenhand.findings import (
    Allowance,
    FunctionReport,
    Remark,
    Severity,
    Span,
    Staging,
    Verdict,
    VerdictKind,
    Witness,
    quieter,
)

LOUDNESS = (
    VerdictKind.BIASED,
    VerdictKind.REFUSES,
    VerdictKind.DELEGATES,
    VerdictKind.GROUPS,
    VerdictKind.NOT_CHECKED,
    VerdictKind.NO_DIFFERENCE_FOUND,
    VerdictKind.INDEPENDENT,
)
"""The verdict on an attribute that enters through several inputs is the first of these."""


@dataclass(frozen=True, slots=True)
class JudgedInput:
    """A judgement on one input, with its witness written out."""

    judgement: Judgement
    calls: tuple[str, str] | None
    """As a person can paste them; None if there is no witness."""
    staging: Staging | None = None
    """As a program has them."""
    this_year: int = 0
    """The year in which the code ran; 0 if it asked for no day."""


def report(
    function: Function,
    judged: Iterable[JudgedInput],
    independent: Iterable[Input],
    loudness: Loudness,
    seconds: float,
) -> FunctionReport:
    """One verdict for each attribute, the loudest of its inputs."""
    verdicts: dict[str, Verdict] = {}
    for judged_input in judged:
        verdict = _verdict(function, judged_input, loudness, seconds)
        earlier = verdicts.get(verdict.attribute)
        verdicts[verdict.attribute] = _louder(earlier, verdict)
    for entry in independent:
        verdicts.setdefault(entry.attribute, _independent(function, entry))

    return FunctionReport(function.name, function.span, function.location, tuple(verdicts.values()))


def unread(
    function: Function, attributes: Iterable[str], explanation: Explanation
) -> FunctionReport:
    """Of a function that could not even be read: no attribute that it may mean is judged."""
    verdicts = tuple(_unjudged(a, "", explanation, function.location) for a in attributes)
    return FunctionReport(function.name, function.span, function.location, verdicts)


def in_text(function_report: FunctionReport, text: str) -> FunctionReport:
    """The report on a function of `text`, with what decides at its columns in characters."""
    if text.isascii():
        return function_report
    verdicts = tuple(
        replace(
            verdict, branch=_in_text(verdict.branch, text), read_at=_in_text(verdict.read_at, text)
        )
        for verdict in function_report.verdicts
    )
    return replace(function_report, verdicts=verdicts)


def _in_text(span: Span | None, text: str) -> Span | None:
    return in_characters(span, text) if span is not None else None


def with_mentions(
    function_report: FunctionReport, mentions: Iterable[Mention], attributes: Collection[str]
) -> FunctionReport:
    """The report, with a verdict for each of `attributes` that the function only speaks of."""
    judged = {verdict.attribute for verdict in function_report.verdicts}
    spoken_of = [m for m in mentions if m.attribute in attributes and m.attribute not in judged]
    added = tuple(_spoken_of(mention, function_report.location) for mention in spoken_of)
    return replace(function_report, verdicts=(*function_report.verdicts, *added))


def _spoken_of(mention: Mention, location: Span) -> Verdict:
    explanation = Explanation(Cause.NOT_FOLLOWED, mention.name, line=mention.line)
    verdict = _unjudged(mention.attribute, mention.name, explanation, location)
    return verdict if mention.by_value else replace(verdict, name=mention.name)


def _unjudged(attribute: str, name: str, explanation: Explanation, location: Span) -> Verdict:
    """A verdict `not checked` on an attribute of which no input is known."""
    reason = sentences.not_checked("", None, explanation)
    return Verdict(
        attribute, name, VerdictKind.NOT_CHECKED, None, None, reason, 0, 0.0, None, location,
        explanation=explanation,
    )  # fmt: skip


def moved(earlier: FunctionReport, function: Function) -> FunctionReport:
    """A report on the same text, for where that text is now."""
    down = function.location.line - earlier.location.line
    if down == 0 and earlier.span == function.span:
        return earlier
    verdicts = tuple(_moved(v, function, earlier.span, down) for v in earlier.verdicts)
    return FunctionReport(function.name, function.span, function.location, verdicts)


def _moved(verdict: Verdict, function: Function, earlier: Span, down: int) -> Verdict:
    branch, read_at = _moved_span(verdict.branch, down), _moved_span(verdict.read_at, down)
    explanation, reason = verdict.explanation, verdict.reason
    if verdict.kind is VerdictKind.NOT_CHECKED:  # only then the sentence names lines
        explanation = _moved_explanation(explanation, earlier, down)
        reason = sentences.not_checked(verdict.input, branch, explanation)
    return replace(
        verdict, location=function.location, branch=branch, read_at=read_at,
        explanation=explanation, reason=reason,
    )  # fmt: skip


def _moved_span(span: Span | None, down: int) -> Span | None:
    return span.moved(down) if span is not None else None


def _moved_explanation(
    explanation: Explanation | None, span: Span, down: int
) -> Explanation | None:
    """The explanation with its lines in the function, which was at `span`, moved down."""
    if explanation is None:
        return None

    line = explanation.line
    if line is not None and span.line <= line <= span.end_line:
        line += down
    because = _moved_explanation(explanation.because, span, down)
    return replace(explanation, line=line, because=because)


def apply_allowances(
    reports: Iterable[FunctionReport],
    allowances: tuple[Allowance, ...],
    judged: bool,
    used_elsewhere: Uses = frozenset(),
) -> tuple[tuple[FunctionReport, ...], tuple[Remark, ...]]:
    """Silence what is allowed; report allowances without a reason or without an effect.

    `judged` is False if nothing ran: then an allowance may look unused although it is not.
    """
    uses, index = set(used_elsewhere), AllowanceIndex(allowances)
    functions: list[FunctionReport] = []
    for function in reports:
        verdicts: list[Verdict] = []
        for verdict in function.verdicts:
            allowance = _allowance_of(verdict, function, index)
            if allowance is not None:
                uses.add((allowance, verdict.attribute))
                verdict = replace(verdict, allowed=allowance.reason)
            verdicts.append(verdict)
        functions.append(replace(function, verdicts=tuple(verdicts)))

    return tuple(functions), allowance_remarks(allowances, uses, judged)


def _allowance_of(
    verdict: Verdict, function: FunctionReport, allowances: AllowanceIndex
) -> Allowance | None:
    """The first allowance that silences a verdict; None if it is not allowed, or says nothing."""
    is_shown = verdict.severity is not None or verdict.kind is VerdictKind.NOT_CHECKED
    if not is_shown:
        return None

    return allowances.inside(function.span, verdict.attribute)


def _verdict(
    function: Function, judged: JudgedInput, loudness: Loudness, seconds: float
) -> Verdict:
    judgement = judged.judgement
    entry = judgement.input
    rule, witness = _rule(judgement, loudness), _witness(judged)
    severity = _severity(rule, judgement, loudness)
    if witness is not None and witness.situations is not None and not witness.situations.differ:
        severity = quieter(severity, Severity.HINT)  # nobody would see what it is about
    return Verdict(
        entry.attribute,
        entry.path.text,
        judgement.kind,
        rule.code if rule is not None else None,
        severity,
        _reason(function, judgement, rule),
        judgement.pairs,
        seconds,
        witness,
        function.location,
        judgement.turned_at or entry.path.facts.branch,
        next(iter(sorted(entry.sites, key=astuple)), None),
        explanation=judgement.explanation,
        stood_in=judgement.stood_in,
        recognised=judgement.recognised,
        name=entry.match.name,
        rate=judgement.rate,
        is_named=_is_named(judgement),
    )


def _is_named(judgement: Judgement) -> bool:
    """Whether a reader sees in the values of the two calls which attribute they are of."""
    values = judgement.probe.values if judgement.probe is not None else ()
    words = [v for v in values if isinstance(v, str) and any(map(str.isalpha, v))]
    unmistakable = set(map(plain, judgement.input.match.attribute.unmistakable))
    return not words or not unmistakable.isdisjoint(map(plain, words))


def _rule(judgement: Judgement, loudness: Loudness) -> VerdictRule | None:
    """The rule by which a judgement is reported; None if there is nothing to report."""
    rule = rule_for(judgement)
    if rule is None or not rule.only_where_warned:
        return rule
    is_warned_of = loudness.of_attribute(judgement.input.attribute) is Severity.WARNING
    return rule if is_warned_of else None


def _severity(
    rule: VerdictRule | None, judgement: Judgement, loudness: Loudness
) -> Severity | None:
    if rule is None or rule.severity is not None:
        return rule.severity if rule is not None else None
    of_attribute = loudness.of_attribute(judgement.input.attribute)
    return loudness.at_most(of_attribute, judgement.recognised)


def _reason(function: Function, judgement: Judgement, rule: VerdictRule | None) -> str:
    path = judgement.input.path
    if rule is not None:
        reason = rule.message(function.last_name, judgement)
    elif judgement.kind is VerdictKind.NOT_CHECKED:
        reason = sentences.not_checked(path.text, path.facts.branch, judgement.explanation)
    else:
        reason = sentences.no_difference(judgement.pairs, judgement.explanation)
    return sentences.with_purpose(reason, judgement.recognised)


def _witness(judged: JudgedInput) -> Witness | None:
    probe = judged.judgement.probe
    if probe is None or judged.calls is None:
        return None

    is_asked = judged.judgement.kind is VerdictKind.DELEGATES
    year = judged.this_year if judged.judgement.input.attribute == sentences.AGE else 0
    if is_asked:
        first, second = asked_texts(*probe.outcomes)
    else:
        first, second = map(_shown, probe.outcomes, deeds(probe.difference))
    return Witness(
        judged.calls,
        (first, second),
        (repr(probe.values[0]), repr(probe.values[1])),
        described(probe.values, probe.outcomes),
        situations=situations(probe, judged.staging, year, is_asked=is_asked),
        staging=judged.staging,
    )


def _shown(outcome: Outcome, deeds_of_it: list[str]) -> str:
    """What a call gave and printed, and what it did that the other did not, for a person."""
    printed = outcome.printed.strip()
    text = sentences.with_printed(outcome.text, printed) if printed else outcome.text
    return sentences.with_effects(text, deeds_of_it) if deeds_of_it else text


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
        name=entry.match.name,
    )


def _why_independent(entry: Input) -> Explanation:
    if not entry.read:
        return Explanation(Cause.NEVER_READ, entry.path.text)
    if entry.reach is Reach.REPEATED:
        return Explanation(Cause.ONLY_REPEATED, entry.path.text)
    return Explanation(Cause.REACHES_NO_OUTCOME, entry.path.text)


def _louder(earlier: Verdict | None, new: Verdict) -> Verdict:
    """The louder of two verdicts on one attribute, the earlier if they are equal."""
    if earlier is None:
        return new
    loudest = min(earlier, new, key=lambda v: LOUDNESS.index(v.kind))
    return replace(loudest, pairs=earlier.pairs + new.pairs)
