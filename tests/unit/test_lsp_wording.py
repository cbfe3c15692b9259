"""What lenses and hovers say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evenhand.apps.lsp.wording import (
    calls_in_words,
    hover_text,
    lens_title,
    problem,
    rule_page,
)
from evenhand.causes import Cause, Explanation
from evenhand.findings import (
    FunctionReport,
    Points,
    Purpose,
    Recognised,
    Remark,
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
        (
            [verdict(VerdictKind.BIASED), verdict(VerdictKind.BIASED, "race")],
            "Treats people differently: age, race",
        ),
        (
            [verdict(VerdictKind.GROUPS), verdict(VerdictKind.REFUSES, "race")],
            "Refuses people: race · groups people: age",
        ),
        (
            [verdict(VerdictKind.BIASED), verdict(VerdictKind.NO_DIFFERENCE_FOUND, "race")],
            "Treats people differently: age",
        ),
        (
            [
                verdict(VerdictKind.NO_DIFFERENCE_FOUND),
                verdict(VerdictKind.NO_DIFFERENCE_FOUND, "race", pairs=2),
            ],
            "No difference found (42 pairs tried)",
        ),
        ([verdict(VerdictKind.NO_DIFFERENCE_FOUND, pairs=1)], "No difference found (1 pair tried)"),
        ([verdict(VerdictKind.INDEPENDENT)], "Age makes no difference"),
        (
            [verdict(VerdictKind.INDEPENDENT), verdict(VerdictKind.INDEPENDENT, "marital_status")],
            "Age and marital status make no difference",
        ),
        (
            [
                verdict(
                    VerdictKind.NOT_CHECKED,
                    reason="`age` decides; not checked: too\nlong",
                    explanation=Explanation(Cause.NOT_RUN, message="too\nlong"),
                )
            ],
            "Not checked: too long",
        ),
        ([verdict(VerdictKind.BIASED, allowed="by law")], "Allowed: age"),
        (
            [verdict(VerdictKind.BIASED, allowed="law"), verdict(VerdictKind.BIASED, "race")],
            "Treats people differently: race · allowed: age",
        ),
    ],
)
def test_a_lens_says_the_most_important(verdicts: list[Verdict], title: str):
    assert lens_title(of(*verdicts)) == title


def test_a_lens_says_what_a_remark_finds_and_not_what_was_not_checked():
    remarks = [
        Remark(RuleCode("EVH201"), Severity.WARNING, "a feature", PLACE, attribute)
        for attribute in ("gender", "marital_status")
    ]
    not_checked = of(verdict(VerdictKind.NOT_CHECKED, "gender", reason="why"))

    assert lens_title(not_checked, remarks) == "Trains a model on: gender, marital status"
    assert "gender" in hover_text(not_checked)


def test_a_lens_names_what_is_no_decision_by_its_purpose():
    age_limit, body = Recognised(Purpose.AGE_LIMIT, "18"), Recognised(Purpose.BODY, "bmr")
    verdicts = [
        replace(verdict(VerdictKind.BIASED, "sex"), recognised=body),
        replace(verdict(VerdictKind.REFUSES, "age"), recognised=age_limit),
        verdict(VerdictKind.BIASED, "race"),
    ]

    *decisions, body, limit = lens_title(of(*verdicts)).split(" · ")
    assert decisions == ["Treats people differently: race"]
    assert (body, limit) == ("a formula of the body: sex", "an age limit of the law: age")


def test_a_lens_stays_short():
    title = lens_title(of(verdict(VerdictKind.NOT_CHECKED, reason="why " * 100)))

    assert len(title) == 120
    assert title.endswith("…")


FEE = Witness(("fee('x', 30)", "fee('x', 66)"), ("20", "10"), ("30", "66"))
REASON = "`fee` is 10 higher for age 30 than for age 66"
BLOCK = """\
```python
fee('x', 30)  # 20
fee('x', 66)  # 10
#        ^^
```"""


def proved(attribute: str = "age", **more: object) -> Verdict:
    parts = {"reason": REASON, "witness": FEE, "severity": Severity.WARNING, **more}
    return verdict(VerdictKind.BIASED, attribute, code=RuleCode("EVH001"), **parts)


def test_the_list_of_problems_names_an_attribute_that_the_values_do_not_show():
    reason = "`pay` is 10 higher for 'master' than for 'none'"

    assert problem(proved("first_name", reason=reason)) == reason
    unnamed = proved("first_name", reason=reason, is_named=False)
    assert problem(unnamed) == f"By first name: {reason}"


def test_a_hover_proves_at_a_glance():
    text = hover_text(of(proved()))

    assert text == f"{BLOCK}\n\n{REASON} · [EVH001]({rule_page(RuleCode('EVH001'))})"
    assert len(text.split("\n")) <= 10


def test_what_the_client_says_above_is_not_said_again():
    assert hover_text(of(proved()), said=True) == BLOCK
    several = hover_text(of(proved(), proved("marital_status")), said=True)
    assert several == f"{BLOCK}\n\n{BLOCK}"

    allowed = proved(allowed="by law", severity=None)
    assert hover_text(of(allowed), said=True).endswith(")\n\nAllowed: by law")


def test_a_hover_says_what_makes_no_difference_in_a_line_each():
    text = hover_text(
        of(
            verdict(VerdictKind.INDEPENDENT, reason="`age` is never read"),
            verdict(
                VerdictKind.NO_DIFFERENCE_FOUND, "race", reason="no difference found in 40 pairs"
            ),
            proved("sex"),
        )
    )

    *first, second, third = text.split("\n\n")
    assert first[0] == BLOCK
    assert second == "**age** makes no difference: `age` is never read"
    assert third == "**race**: no difference found in 40 pairs"


RENT = Points("money in name", Purpose.DECISION, 2.0, "rent", "speaks of {}")
LAWS = Points("pensions in file", Purpose.AGE_LIMIT, 1.5, "pension", "speaks of {}")
DECISION = Recognised(
    Purpose.DECISION,
    points=(
        RENT,
        LAWS,
        replace(RENT, signal="money in file", points=1.2),
        replace(RENT, points=1.1, sign="deposit"),
        Points("other inputs", Purpose.DECISION, 1.0, "3 other inputs", "weighs others"),
        replace(RENT, points=0.9, sign="fee"),
    ),
)
COUNTS = "Counts as a decision about people: it speaks of rent and deposit and weighs others"


@pytest.mark.parametrize(
    ("judged", "last"),
    [
        ({"age": DECISION}, COUNTS),
        ({"age": DECISION, "race": DECISION}, COUNTS),
        (
            {"age": Recognised(Purpose.AGE_LIMIT, points=(LAWS,)), "race": DECISION},
            f"race: c{COUNTS[1:]}  \n"
            "age: counts as less than a decision about people: it speaks of pension",
        ),
        (
            {"age": Recognised(Purpose.UNCLEAR, points=(RENT,))},
            "Counts as less than a decision about people: nothing speaks for more",
        ),
    ],
)
def test_a_hover_ends_with_why_it_counts_as_it_does(judged: dict[str, Recognised], last: str):
    verdicts = [proved(attribute, recognised=each) for attribute, each in judged.items()]
    nothing = verdict(VerdictKind.INDEPENDENT, "sex")

    assert hover_text(of(*verdicts, nothing)).split("\n\n")[-1] == last


def test_no_line_of_a_hover_is_so_long_that_it_is_wrapped():
    person = "Candidate(name='Kim', age={}, years_experience=3, skills=['other', 'other', 'other'])"
    calls = (f"rank([{person.format(30)}] * 3)", f"rank([{person.format(61)}] * 3)")
    text = hover_text(of(proved(witness=Witness(calls, ("'x'" * 100, "2"), ("30", "61")))))

    assert all(len(line) < 120 for line in text.split("\n")[:5])


def test_two_calls_are_said_in_words():
    outcomes = ("raises ValueError('no')", "3, prints 'done'")
    witness = Witness(("fee('a')", "fee('b')"), outcomes, ("'a'", "'b'"))

    assert calls_in_words(witness) == (
        "fee('a') raises ValueError('no')",
        "fee('b') gives 3, prints 'done'",
    )


def test_what_code_says_is_shown_and_not_obeyed():
    witness = Witness(("f('a|b')", "f('```')"), ("'x\ny'", "'<img>'"), ("1", "2"))
    reason = "`fee` gives '![x](http://y)' for <b>1</b>"
    text = hover_text(of(proved(reason=reason, witness=witness)))

    assert "`fee` gives '\\!\\[x\\](http\\://y)' for \\<b\\>1\\</b\\>" in text
    assert "````python\nf('a|b')  # 'x y'\nf('```')  # '<img>'\n" in text


def test_an_unpaired_backtick_marks_up_nothing():
    text = hover_text(of(verdict(VerdictKind.BIASED, reason="gives '`[a]' for 1")))

    assert text.endswith("gives '\\`\\[a\\]' for 1")
