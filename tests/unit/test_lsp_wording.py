"""What lenses and hovers say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evenhand.apps.lsp.wording import hover_text, lens_title
from evenhand.causes import Cause, Explanation
from evenhand.findings import (
    FunctionReport,
    Purpose,
    Recognised,
    RuleCode,
    Severity,
    Span,
    Verdict,
    VerdictKind,
    Witness,
)

PLACE = Span(1, 4, 1, 7)
VERDICT = Verdict("age", "age", VerdictKind.BIASED, None, None, "", 40, 0.1, None, PLACE)


def of(*verdicts: Verdict) -> FunctionReport:
    return FunctionReport("fee", PLACE, PLACE, verdicts)


def verdict(kind: VerdictKind, attribute: str = "age", **more: object) -> Verdict:
    return replace(VERDICT, kind=kind, attribute=attribute, **more)


@pytest.mark.parametrize(
    ("verdicts", "title"),
    [
        ([verdict(VerdictKind.BIASED), verdict(VerdictKind.BIASED, "race")], "biased: age, race"),
        (
            [verdict(VerdictKind.GROUPS), verdict(VerdictKind.REFUSES, "race")],
            "refuses: race · groups: age",
        ),
        (
            [verdict(VerdictKind.BIASED), verdict(VerdictKind.NO_DIFFERENCE_FOUND, "race")],
            "biased: age",
        ),
        (
            [
                verdict(VerdictKind.NO_DIFFERENCE_FOUND),
                verdict(VerdictKind.NO_DIFFERENCE_FOUND, "race", pairs=2),
            ],
            "no difference in 42 pairs",
        ),
        ([verdict(VerdictKind.NO_DIFFERENCE_FOUND, pairs=1)], "no difference in 1 pair"),
        ([verdict(VerdictKind.INDEPENDENT)], "independent: age"),
        (
            [
                verdict(
                    VerdictKind.NOT_CHECKED,
                    reason="`age` decides; not checked: too\nlong",
                    explanation=Explanation(Cause.NOT_RUN, message="too\nlong"),
                )
            ],
            "not checked: too long",
        ),
        ([verdict(VerdictKind.BIASED, allowed="by law")], "allowed: age"),
        (
            [verdict(VerdictKind.BIASED, allowed="law"), verdict(VerdictKind.BIASED, "race")],
            "biased: race · allowed: age",
        ),
    ],
)
def test_a_lens_says_the_most_important(verdicts: list[Verdict], title: str):
    assert lens_title(of(*verdicts)) == title


def test_a_lens_names_what_is_no_decision_by_its_purpose():
    age_limit, body = Recognised(Purpose.AGE_LIMIT, "18"), Recognised(Purpose.BODY, "bmr")
    verdicts = [
        replace(verdict(VerdictKind.BIASED, "sex"), recognised=body),
        replace(verdict(VerdictKind.REFUSES, "age"), recognised=age_limit),
        verdict(VerdictKind.BIASED, "race"),
    ]

    assert lens_title(of(*verdicts)) == "biased: race · body: sex · age limit: age"


def test_a_lens_stays_short():
    title = lens_title(of(verdict(VerdictKind.NOT_CHECKED, reason="why " * 100)))

    assert len(title) == 120
    assert title.endswith("…")


def test_a_hover_has_a_part_for_each_verdict():
    text = hover_text(
        of(
            verdict(VerdictKind.INDEPENDENT, reason="`age` is never read"),
            verdict(VerdictKind.NO_DIFFERENCE_FOUND, "race", reason="no difference in 40 pairs"),
            verdict(VerdictKind.BIASED, "sex", allowed="by law", code=RuleCode("EVH001")),
        )
    )

    first, second, third = text.split("\n\n---\n\n")
    assert first == "**proved independent: age** `age`\n\n`age` is never read"
    assert second == "**no difference found: race** `age`\n\nno difference in 40 pairs"
    assert third.endswith("/docs/rules/EVH001.md)\n\nAllowed: by law")


def test_what_code_says_is_shown_and_not_obeyed():
    witness = Witness(("f('a|b')", "f('`')"), ("'x\\ny'", "'<img>'"), ("1", "2"))
    text = hover_text(
        of(
            verdict(
                VerdictKind.BIASED,
                severity=Severity.WARNING,
                reason="`fee` gives '![x](http://y)' for <b>1</b>",
                witness=witness,
            )
        )
    )

    assert "`fee` gives '\\!\\[x\\](http\\://y)' for \\<b\\>1\\</b\\>" in text
    assert "| `f('a\\|b')` | `'x\\ny'` |" in text
    assert "| `` f('`') `` | `'<img>'` |" in text


def test_an_unpaired_backtick_marks_up_nothing():
    text = hover_text(of(verdict(VerdictKind.BIASED, reason="gives '`[a]' for 1")))

    assert text.endswith("gives '\\`\\[a\\]' for 1")
