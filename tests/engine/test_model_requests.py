"""What a model is asked for a repair, and what is made of its answer; nothing is asked here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.options import CheckOptions
from evenhand.repair.by_model.code_in_answers import NoCodeError, with_answer
from evenhand.repair.by_model.prompts import complaint, first_request
from evenhand.repair.by_model.strategies import Strategy
from evenhand.repair.objections import Objection, ObjectionKind, ShownCall
from evenhand.repair.survey.repair_case import Case, examine

OPTIONS = CheckOptions(sys.executable, seconds=60)
HEAD = '''\
"""Discounts."""

from dataclasses import dataclass

LIMIT = 40
'''
FEE = '''\


def fee(days, relationship):
    """What it costs.

    More for some.
    """
    rate = 3
    if relationship == "Married":
        rate = 2
    return min(days * rate, LIMIT)
'''
FAIR = FEE.replace('    if relationship == "Married":\n        rate = 2\n', "")
CLASS = '''\


@dataclass(frozen=True)
class Guest:
    age: int
    nights: int

    @property
    def price(self):
        return self.nights * (50 if self.age > 40 else 60)


def board(nights):
    return nights * 9


def bill(guest: Guest, *, breakfast=False):  # per stay
    """All of it."""
    extra = board(guest.nights) if breakfast else 0
    return guest.price + extra + (5 if guest.age > 40 else 0)
'''


async def case_of(checker: Checker, code: str, function: str) -> Case:
    return await examine(checker, code, Path("example.py"), OPTIONS, function)


def request(case: Case, strategy: Strategy = Strategy.ZERO_SHOT) -> str:
    return first_request(case, strategy)[1].text


def fenced(*codes: str, language: str = "python") -> str:
    return "\n\nOr:\n\n".join(f"```{language}\n{code.strip()}\n```" for code in codes)


async def test_the_request_says_how_everyone_is_to_be_treated(checker: Checker) -> None:
    case = await case_of(checker, HEAD + FEE, "fee")
    text = request(case)

    assert "`relationship` (marital status)" in text
    assert "- `relationship`: 'Married' | 'Single'" in text or (
        "- `relationship`: 'Single'" in text and "| 'Married'" in text
    )
    assert "`days` may go on to matter, as it does for that group." in " ".join(text.split())
    assert "constant" not in text


async def test_a_constant_is_right_where_nothing_else_matters(checker: Checker) -> None:
    code = 'def premium(gender):\n    return 30 if gender == "male" else 10\n'
    text = request(await case_of(checker, code, "premium"))

    assert "Nothing else matters for the outcome" in text


async def test_what_is_around_a_method_is_laid_out_as_in_its_file(checker: Checker) -> None:
    case = await case_of(checker, HEAD + CLASS, "Guest.price")
    text = request(case)
    function, around = text.partition("What it uses")[::2]

    assert "@property\ndef price(self):\n    return self.nights" in function
    assert (
        "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Guest:\n"
        "    age: int\n    nights: int\n\n    # price: the function above\n```" in around
    )
    assert "self.nights *" not in around


async def test_a_function_sees_what_it_uses_with_decorators_and_blank_lines(
    checker: Checker,
) -> None:
    text = request(await case_of(checker, HEAD + CLASS, "bill"))

    assert "\n\n\n@dataclass(frozen=True)\nclass Guest:" in text
    assert "    @property\n    def price(self):" in text
    assert "\n\n\ndef board(nights):" in text


async def test_the_head_of_a_function_is_shown_as_it_is_written(checker: Checker) -> None:
    changed = Objection(ObjectionKind.SIGNATURE_CHANGED)
    bill = complaint(await case_of(checker, HEAD + CLASS, "bill"), changed).text
    price = complaint(await case_of(checker, HEAD + CLASS, "Guest.price"), changed).text

    assert "```python\ndef bill(guest: Guest, *, breakfast=False):\n```" in bill
    assert "```python\n@property\ndef price(self):\n```" in price


async def test_a_complaint_shows_calls_with_their_old_and_new_outcomes(checker: Checker) -> None:
    case = await case_of(checker, HEAD + FEE, "fee")
    calls = (ShownCall("fee(3, 'Single')", "9", "6"), ShownCall("fee(3, 'Widowed')", "", "7"))
    text = complaint(case, Objection(ObjectionKind.NOT_LOADED, {"reason": "x"}, calls)).text

    assert "fee(3, 'Single')\n# before: 9\n# with your answer: 6\n\n" in text
    assert "fee(3, 'Widowed')\n# with your answer: 7\n```" in text


async def test_the_changed_function_is_taken_wherever_it_is(checker: Checker) -> None:
    case = await case_of(checker, HEAD + FEE, "fee")
    expected = HEAD + FAIR
    bare = FAIR.strip()
    method = "class Desk:\n" + "\n".join(f"    {line}" for line in bare.splitlines())
    for answer in (
        fenced(bare, FEE),
        fenced(FEE, bare),
        fenced(bare, "print(fee(3, 'Single'))"),
        fenced(bare, "def other():\n    return fee(1, '')"),
        fenced(HEAD + FAIR),
        fenced(f"@cache\n{bare}"),
        f"<think>\n{fenced(FEE.replace('40', '50'))}\n</think>\n{fenced(bare)}",
        fenced(method),
    ):
        assert with_answer(case, answer).rstrip() == expected.rstrip(), answer


DIFFS = {
    "as diff writes it": """\
--- a/example.py
+++ b/example.py
@@ -13,4 +13,2 @@
     rate = 3
-    if relationship == "Married":
-        rate = 2
     return min(days * rate, LIMIT)
""",
    "without numbers": """\
@@
-    if relationship == "Married":
-        rate = 2
""",
    "without a hunk": """\
     rate = 3
-    if relationship == "Married":
-        rate = 2
     return min(days * rate, LIMIT)
""",
    "without the space before what stays": """\
@@ def fee
    rate = 3
-    if relationship == "Married":
-        rate = 2
    return min(days * rate, LIMIT)
""",
    "with another indentation": """\
@@ -1,4 +1,2 @@
 rate = 3
-if relationship == "Married":
-    rate = 2
 return min(days * rate, LIMIT)
""",
}


async def test_a_diff_is_applied(checker: Checker) -> None:
    case = await case_of(checker, HEAD + FEE, "fee")
    for name, diff in DIFFS.items():
        for answer in (f"```diff\n{diff}```", f"```\n{diff}```"):
            assert with_answer(case, answer).rstrip() == (HEAD + FAIR).rstrip(), name


async def test_imports_that_the_file_lacks_are_added(checker: Checker) -> None:
    case = await case_of(checker, HEAD + FEE, "fee")
    body = FAIR.replace("min(days * rate, LIMIT)", "floor(min(days * rate, LIMIT))").strip()
    for imports in (
        "from math import floor, ceil",
        "from math import ceil\nfrom math import floor",
    ):
        text = with_answer(case, fenced(f"import dataclasses\n{imports}\n\n\n{body}"))
        assert text.startswith(
            '"""Discounts."""\n\nfrom dataclasses import dataclass\nfrom math import floor\n\nLIMIT'
        )
    apart = f"{fenced('from math import floor')}\n\n{fenced(body)}"
    assert "from math import floor\n\nLIMIT" in with_answer(case, apart)


async def test_imports_go_to_the_top_of_a_file_that_has_none(checker: Checker) -> None:
    case = await case_of(checker, "# Fees.\nLIMIT = 40\n" + FEE, "fee")
    body = FAIR.replace("min(", "math.floor(").strip()
    text = with_answer(case, fenced(f"import math\n\n\n{body}"))

    assert text.startswith("# Fees.\nimport math\n\n\nLIMIT = 40\n")


PROBLEMS = {
    ObjectionKind.NO_FUNCTION: "I cannot help with that.",
    ObjectionKind.NO_PYTHON: fenced("def fee(days, relationship:\n    return 1"),
    ObjectionKind.UNCHANGED: fenced(FEE, FEE.replace("What it costs.", "Its price.")),
    ObjectionKind.ASYNC_CHANGED: fenced("async " + FAIR.strip()),
    ObjectionKind.DIFF_DOES_NOT_FIT: fenced("@@\n-    rate = 7\n+    rate = 3", language="diff"),
    ObjectionKind.NAME_UNKNOWN: fenced(
        f"BASE = 3\n\n{FAIR.strip()}".replace("rate = 3", "rate = BASE")
    ),
}


async def test_an_answer_without_a_candidate_is_told_so(checker: Checker) -> None:
    case = await case_of(checker, HEAD + FEE, "fee")
    for kind, answer in PROBLEMS.items():
        with pytest.raises(NoCodeError) as caught:
            with_answer(case, answer)
        assert caught.value.objection.kind is kind


HIDDEN = "\u202e", "\u2066", "\u200b", "\x1b", "\x00", "\x07", "\x7f", "\r", "\u3164", "\ufeff"


async def test_what_nobody_sees_in_an_answer_reaches_no_source(checker: Checker) -> None:
    case = await case_of(checker, HEAD + FEE, "fee")
    odd = await case_of(checker, f"# one\u200bword\n{HEAD}{FEE}", "fee")
    for character in HIDDEN:
        for place in (f"  # a{character}b\n", f'\n    "a{character}b"\n'):
            answer = fenced(FAIR.strip().replace("rate = 3\n", f"rate = 3{place}"))
            with pytest.raises(NoCodeError) as caught:
                with_answer(case, answer)
            assert caught.value.objection.kind in {
                ObjectionKind.HIDDEN_CHARACTER,
                ObjectionKind.NO_PYTHON,
            }
            assert character not in str(caught.value)

    assert "one\u200bword" in with_answer(odd, fenced(FAIR))
    with pytest.raises(NoCodeError, match="nobody sees"):
        with_answer(odd, fenced(FAIR.strip().replace("rate = 3\n", "rate = 3  # \u200b\n")))


async def test_names_that_a_function_may_use_are_known(checker: Checker) -> None:
    code = "from math import *\n" + FEE.replace("LIMIT", "40")
    case = await case_of(checker, code, "fee")
    assert "floor(" in with_answer(
        case, fenced(FAIR.replace("min(days * rate, LIMIT)", "floor(9)"))
    )

    case = await case_of(checker, HEAD + CLASS, "Guest.price")
    body = "def price(self):\n    def each(n):\n        return n * len([n for _ in 'ab'])\n"
    body += "    return each(self.nights) + board(LIMIT)"
    assert "board(LIMIT)" in with_answer(case, fenced(body))
