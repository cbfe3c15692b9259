"""What a run may cost: the budget holds whatever the answers are, in one session or in several."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.models.language_model import Message
from evenhand_studies.research.generation.budget import (
    Limits,
    budget_of,
    cost_of,
    estimate,
    most_tokens,
)
from evenhand_studies.research.generation.questions import (
    Generation,
    Key,
    Question,
    digest,
    generation,
)

PRICES = (0.5, 2.0)
LONGEST = 1_000


def question(number: int, text: str = "Write f.") -> Question:
    return Question("task", (Message("user", text),), number)


def answer(number: int, sent: int | None, received: int | None) -> Generation:
    return Generation(
        "task", number, "text", "code", False, "", "m", "http://h/v1", 1.0, None,
        "2026-05-01T12:00:00+00:00", 0.5, sent, received, about={"job": "baker"},
    )  # fmt: skip


LOST = "lost"
usages = st.lists(
    st.just(LOST) | st.none() | st.tuples(st.integers(0, 3), st.integers(0, LONGEST)),
    min_size=1,
    max_size=30,
)
"""Tokens of answers, None where the endpoint does not say; or no answer came."""


@given(usages, st.floats(0.0001, 0.05), st.integers(1, 5), st.booleans())
def test_a_budget_is_never_exceeded(
    known: list[tuple[int, int] | str | None], most: float, at_once: int, killed: bool
) -> None:
    limits = Limits(cost=most, prices=PRICES, longest=LONGEST)
    answers, sent, under_way = list[Generation](), dict[Key, list[int]](), list[int]()
    budget = budget_of(limits, answers, sent)
    for number in range(len(known)):
        if budget.begin(question(number)):
            break
        sent[question(number).key] = [most_tokens(question(number))]
        under_way.append(number)
        if len(under_way) == at_once:
            for n in under_way:
                usage = known[n]
                own = answer(n, *(usage or (None, None))) if not isinstance(usage, str) else None
                budget.end(question(n), own)
                answers += [own] if own is not None else []
            under_way.clear()
            budget = budget_of(limits, answers, sent) if killed else budget
    # A token has at most 2.5 characters here, and no question more tokens than these three.
    worst = (3 * PRICES[0] + LONGEST * PRICES[1]) / 1e6
    costs = [cost for one in answers if (cost := cost_of(one, PRICES)) is not None]
    assert sum(costs) + worst * (len(sent) - len(costs)) <= most + worst * 1e-9


def test_questions_are_counted_over_sessions() -> None:
    budget = budget_of(Limits(requests=2), [answer(0, 1, 1)], {})

    assert budget.begin(question(1)) == ""
    assert budget.begin(question(2)) == "2 requests were allowed, and all were made"


def test_a_question_that_was_lost_counts_like_one_that_was_answered() -> None:
    limits = Limits(prices=PRICES, longest=LONGEST)
    sent = {("task", 0): [40, 40], ("task", 1): [50]}

    budget = budget_of(limits, [answer(0, 10, 20)], sent)

    lost = sum(tokens * PRICES[0] + LONGEST * PRICES[1] for tokens in (40, 50))
    assert budget.requests == 3
    assert budget.cost == pytest.approx((lost + 10 * PRICES[0] + 20 * PRICES[1]) / 1e6)


def test_a_question_that_was_turned_away_counts_for_nothing() -> None:
    budget = budget_of(Limits(prices=PRICES, cost=1.0, longest=LONGEST), [], {})
    budget.begin(question(0))

    budget.turned_away(question(0))

    assert (budget.requests, budget.cost, budget.set_aside) == (0, 0.0, 0.0)


def test_a_question_without_an_answer_may_have_cost_what_it_could() -> None:
    budget = budget_of(Limits(prices=PRICES, cost=1.0, longest=LONGEST), [], {})
    budget.begin(question(0))
    set_aside = budget.set_aside

    budget.end(question(0), None)

    assert (budget.cost, budget.set_aside) == (set_aside, 0.0)


def test_an_estimate_rests_on_the_answers_so_far() -> None:
    some = [question(0, "x" * 400), question(1, "x" * 800)]

    first = estimate(some, [], PRICES)
    later = estimate(some, [answer(0, 10, 50), answer(1, 10, 150)], PRICES)

    assert (first.requests, first.sent, first.received, first.measured) == (2, 300, 800, False)
    assert (later.received, later.measured) == (200, True)
    assert later.cost == (300 * 0.5 + 200 * 2.0) / 1e6
    assert estimate(some, [], None).cost is None


def test_an_answer_is_the_same_after_it_was_written() -> None:
    one = answer(3, None, 7)

    assert generation(one.record()) == one
    assert one.record()["job"] == "baker"
    assert one.record()["prompt"] == "task"


def test_a_digest_is_of_what_is_asked() -> None:
    one, other = question(0), question(0, "Write g.")

    assert digest([one]) == digest([replace(one, number=4)]) != digest([other])
    assert digest([one, other]) != digest([other, one])
