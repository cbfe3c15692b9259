"""What is said of functions that need what cannot be had."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.findings import Verdict, VerdictKind
from evenhand.options import CheckOptions

MISSING = "import no_such as n\nfrom no_such.web import JsonResponse, HTTPError\n"
NOT_CHECKED, NO_DIFFERENCE = VerdictKind.NOT_CHECKED, VerdictKind.NO_DIFFERENCE_FOUND


async def verdict(checker: Checker, code: str) -> Verdict:
    options = CheckOptions(sys.executable, seconds=60)
    report = await checker.check(MISSING + code, Path("example.py"), options)
    verdicts = [v for f in report.functions for v in f.verdicts if v.attribute == "age"]
    return verdicts[-1]


VERDICTS = {
    "its answer decides": (
        "def f(age):\n    if n.rate(age) > 3: return 1\n    return 0",
        NOT_CHECKED,
    ),
    "its answer is returned": ("def f(age):\n    return [n.rate(age)]", NOT_CHECKED),
    "its answer to something else is returned": (
        "def f(age):\n    return [n.rate('old' if age > 45 else 'young')]",
        VerdictKind.BIASED,
    ),
    "its answer is computed with": ("def f(age):\n    return n.rate(age * 2) + 1", NOT_CHECKED),
    "its answer is kept": ("def f(age):\n    n.save(n.rate(age))", NOT_CHECKED),
    "its answer is written": ("def f(age):\n    print(f'{n.rate(age * 2)}')", NOT_CHECKED),
    "it is only told the value": (
        "def f(age):\n    n.save(age)\n    n.log.info('aged %s', age)\n    return 1 if age else 1",
        NO_DIFFERENCE,
    ),
    "a response holds the value": (
        "def f(age):\n    if age: pass\n    return JsonResponse({'age': age}, status=200)",
        NO_DIFFERENCE,
    ),
    "it is told something else": (
        "def f(age):\n    n.save('old' if age > 45 else 'young')",
        VerdictKind.BIASED,
    ),
    "responses differ": (
        "def f(age):\n    return JsonResponse({}, status=403 if age > 45 else 200)",
        VerdictKind.BIASED,
    ),
    "an error is raised": (
        "def f(age):\n    if age > 45: raise HTTPError(403, detail='no')\n    return 1",
        VerdictKind.REFUSES,
    ),
}


@pytest.mark.parametrize("case", VERDICTS)
async def test_what_a_stand_in_makes_of_a_value_is_not_guessed(checker: Checker, case: str) -> None:
    code, kind = VERDICTS[case]
    found = await verdict(checker, code)

    assert found.kind is kind, found.reason
    if kind is NOT_CHECKED:
        assert found.explanation is not None
        assert found.explanation.cause is Cause.UNKNOWN_ANSWER
        assert "rate` gives for it is not known" in explain(found.explanation)
