"""Leaves out the findings that the user has answered, as long as their text is the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from evenhand import clock
from evenhand.findings import FunctionReport, Purpose, Recognised, Remark, Span, Verdict
from evenhand.lines import lines_of
from evenhand.user_answers import Answer, AnswerKind, digest

ANSWERED = "not useful, as was answered"
"""The reason of what is left out."""
Given = frozenset[tuple[str, str, str]]
"""Function, attribute and text of each answer about a file."""


def answers_about_file(answers: Iterable[Answer], path: str) -> Given:
    """Those that are about one file."""
    own = (answer for answer in answers if answer.file == path)
    return frozenset((answer.function, answer.attribute, answer.text) for answer in own)


def answer_to(
    kind: AnswerKind,
    path: Path,
    text: str,
    place: Span,
    function: str,
    attribute: str,
    name: str,
    signals: tuple[str, ...],
) -> Answer:
    """Today's answer to a finding in the `text` of a file, at the place of its function or line.

    `function` is empty for a line, `name` is the one in the code that means the attribute.
    """
    day = clock.now().date().isoformat()
    own = digest(text_at(place, text))
    return Answer(kind, str(path), function, attribute, own, signals, name, day)


def about_name(path: Path, name: str) -> Answer:
    """Today's answer that a name is about no person in a whole file."""
    day = clock.now().date().isoformat()
    return Answer(AnswerKind.NOT_A_PERSON, str(path), "", "", "", name=name, day=day)


def without_answered(report: FunctionReport, given: Given, text: str) -> FunctionReport:
    """The report, in which what was answered counts as allowed."""
    if all(function != report.name for function, _, _ in given):
        return report
    own = digest(text_at(report.span, text))

    def quiet(verdict: Verdict) -> Verdict:
        is_answered = (report.name, verdict.attribute, own) in given
        is_open = verdict.allowed is None and verdict.code is not None
        return replace(verdict, allowed=ANSWERED) if is_answered and is_open else verdict

    return replace(report, verdicts=tuple(map(quiet, report.verdicts)))


def unanswered(remarks: Sequence[Remark], given: Given, text: str) -> tuple[Remark, ...]:
    """The remarks on lines that nobody has answered."""
    return tuple(
        remark
        for remark in remarks
        if not given or ("", remark.attribute, digest(text_at(remark.location, text))) not in given
    )


def deciding_signals(recognised: Recognised | None) -> tuple[str, ...]:
    """The signals by which a difference was taken for a decision."""
    points = recognised.points if recognised is not None else ()
    return tuple(each.signal for each in points if each.towards is Purpose.DECISION)


def text_at(span: Span, text: str) -> str:
    """The lines of a span."""
    return "\n".join(lines_of(text)[span.line - 1 : span.end_line])
