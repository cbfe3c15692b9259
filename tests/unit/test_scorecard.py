"""The scorecard judges labelled differences that were recorded: no worker, no code that runs."""

from __future__ import annotations

from benchmarks.judging.cases import JudgedCase, read_cases

from evenhand.check.judging.scorecard import counting_signals, purpose_of, that_count
from evenhand.findings import Points, Purpose

CASES = read_cases()
POINTS = {
    each.name: Points(each.name, each.towards, points, "")
    for each, points in counting_signals().items()
}
MOST_USELESS, LEAST_FOUND = 0.15, 0.75
"""Of warnings on real code, and of what is worth one there; other repositories have worse
(docs/benchmark.md): the card was fitted to these."""
LEAST_OF_PREPARED = 0.9
"""Of differences in corpora that are labelled as decisions."""


def judged(case: JudgedCase) -> Purpose:
    held = [(name, POINTS[name].towards) for name in case.signals if name in POINTS]
    names = that_count(held, case.allowed)
    return purpose_of((POINTS[name] for name in names), case.allowed)


def warned(source: str) -> list[tuple[JudgedCase, bool]]:
    """The cases of a source whose attribute may be warned of, and whether that happens."""
    loud = [case for case in CASES if case.source == source and case.is_loud]
    return [(case, judged(case) is Purpose.DECISION) for case in loud]


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 2_000


def test_warnings_on_real_code_are_mostly_useful() -> None:
    labelled = [case for case, is_warned in warned("public") if is_warned]
    useless = [case for case in labelled if not case.is_decision and not case.is_doubtful]

    assert len(useless) <= MOST_USELESS * len(labelled)


def test_most_of_what_is_worth_a_warning_is_warned_of() -> None:
    for source, least in (("public", LEAST_FOUND), ("corpus", LEAST_OF_PREPARED)):
        found = [is_warned for case, is_warned in warned(source) if case.is_decision]

        assert sum(found) >= least * len(found), source


def test_race_is_quieted_by_no_formula_and_no_law() -> None:
    quiet = {judged(case) for case in CASES if case.attribute == "race"}

    assert quiet <= {Purpose.DECISION, Purpose.REPRESENTATION, Purpose.ASKED_FOR}


def test_what_cannot_be_unclear_is_a_decision_unless_another_purpose_leads() -> None:
    allowed = frozenset({Purpose.DECISION, Purpose.REPRESENTATION})

    assert purpose_of([], allowed) is Purpose.DECISION
    written_otherwise = Points("range of ages", Purpose.REPRESENTATION, 9.0, "30-49")
    assert purpose_of([written_otherwise], allowed) is Purpose.REPRESENTATION
    assert purpose_of([], allowed | {Purpose.UNCLEAR}) is Purpose.UNCLEAR
