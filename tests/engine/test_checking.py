"""The engine through its one door, with real workers."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from evenhand.check.checking import Checker
from evenhand.findings import FileReport, Severity, Verdict, VerdictKind
from evenhand.options import CheckOptions

FIXTURES = Path(__file__).parents[2] / "fixtures"
OWN = (("handedness", ("handedness", "dominant hand"), ("left", "right")),)


async def check(checker: Checker, code: str, **options: object) -> FileReport:
    chosen = CheckOptions(sys.executable, seconds=60, **options)  # type: ignore[arg-type]
    return await checker.check(code, Path("example.py"), chosen)


async def verdict(checker: Checker, code: str, attribute: str) -> Verdict:
    report = await check(checker, code)
    return next(v for f in report.functions for v in f.verdicts if v.attribute == attribute)


SCORE = "def score(gender, points):\n    return points + (10 if gender == 'male' else 0)\n"


async def test_a_witness_can_be_pasted_behind_the_file(checker: Checker) -> None:
    found = await verdict(checker, SCORE, "gender")

    assert found.kind is VerdictKind.BIASED
    assert found.code == "EVH001"
    assert found.severity is Severity.WARNING
    assert found.witness is not None
    names: dict[str, object] = {}
    exec(SCORE, names)
    shown = tuple(repr(eval(call, names)) for call in found.witness.calls)
    assert shown == found.witness.outcomes
    assert shown[0] != shown[1]
    assert found.reason == "`score` is 10 higher for 'male' than for 'female'"
    assert found.is_named


async def test_values_may_not_show_what_they_are_of(checker: Checker) -> None:
    code = "def pay(region, hours):\n    return hours * (40 if region == 'north' else 30)\n"
    (found,) = (await check(checker, code)).functions[0].verdicts

    assert not found.is_named


PASTED = {
    "answers": "def f():\n    print('young' if int(input('Age? ')) < 40 else 'old')\n",
    "a coroutine": "async def f(gender):\n    return gender == 'male'\n",
    "a generator": "def f(race):\n    if race == 'white':\n        yield 1\n",
    "an object": (
        "class A:\n    def __init__(self, age): self.age = age\n"
        "    def f(self): return self.age > 50\n"
    ),
    "a property": (
        "from dataclasses import dataclass\n@dataclass\nclass A:\n    age: int\n    @property\n"
        "    def f(self): return self.age > 50\n"
    ),
    "an object without a class": "def f(p):\n    return 1 if p.age > 50 else 2\n",
    "keywords": "def f(*, name='', **who):\n    return who['age'] > 50\n",
    "a frame": "import pandas as pd\ndef f(df):\n    return len(df[df['age'] > 50])\n",
    "a function of a function": (
        "def make(limit):\n    def f(age):\n        return age > 50\n    return f\n"
    ),
}


@pytest.mark.parametrize("what", PASTED)
async def test_the_calls_can_be_pasted_for(
    checker: Checker, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = PASTED[what]
    report = await check(checker, code)
    (witness,) = [v.witness for f in report.functions for v in f.verdicts if v.witness]

    names: dict[str, object] = {}
    exec(code, names)
    shown = []
    for call in witness.calls:
        value = await asyncio.to_thread(eval, call, names)
        shown.append((repr(value), capsys.readouterr().out))

    assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("name", "code", "attribute", "kind"),
    [
        (
            "names nobody",
            "def f(people):\n    out = {}\n    for p in people:\n"
            "        out[p['gender']] = out.get(p['gender'], 0) + 1\n    return out",
            "gender",
            VerdictKind.GROUPS,
        ),
        (
            "compares two inputs",
            "def f(candidate, job):\n    return candidate['city'] == job['city']",
            "region",
            VerdictKind.NO_DIFFERENCE_FOUND,
        ),
        (
            "refuses a group",
            "def f(age):\n    if age < 18:\n        raise ValueError('adults')\n    return 'in'",
            "age",
            VerdictKind.REFUSES,
        ),
        (
            "refuses what is no person",
            "def f(age):\n    if age < 0 or age > 130:\n        raise ValueError('no age')\n"
            "    return 'in'",
            "age",
            VerdictKind.NO_DIFFERENCE_FOUND,
        ),
        ("is never read", "def f(race, points): return points", "race", VerdictKind.INDEPENDENT),
        (
            "remembers earlier calls",
            "seen = []\ndef f(age):\n    seen.append(age)\n    return len(seen)",
            "age",
            VerdictKind.NOT_CHECKED,
        ),
        (
            "is behind another condition",
            "def f(age, bmi, smoker):\n    if bmi > 31 and smoker == 'yes':\n"
            "        return 3 if age > 57 else 1\n    return 0",
            "age",
            VerdictKind.BIASED,
        ),
        (
            "is behind a computed threshold",
            "def f(age, retirement_age=67):\n    return age > retirement_age - 5",
            "age",
            VerdictKind.BIASED,
        ),
        (
            "changes its argument",
            "def f(person):\n    if person['religion'] == 'hindu':\n        person['fee'] = 9",
            "religion",
            VerdictKind.BIASED,
        ),
        (
            "answers at random",
            "import random\ndef f(age): return random.random() > 0.5",
            "age",
            VerdictKind.INDEPENDENT,
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "def" not in value else "",
)
async def test_a_function_that(
    checker: Checker, name: str, code: str, attribute: str, kind: VerdictKind
) -> None:
    found = await verdict(checker, code, attribute)

    assert found.kind is kind, found.reason


async def test_what_is_in_a_hurry_is_checked_first_and_reported_in_its_place(
    checker: Checker,
) -> None:
    names = ("one", "two", "three")
    code = "".join(f"def {name}(age):\n    return age > 45\n\n\n" for name in names)
    order: list[str] = []

    report = await checker.check(
        code,
        Path("example.py"),
        CheckOptions(sys.executable, seconds=60),
        lambda function: order.append(function.name),
        first=(9, 9),
    )

    assert order == ["three", "one", "two"]
    assert [function.name for function in report.functions] == list(names)


async def test_the_same_text_is_not_run_again_and_moves_with_its_lines(
    new_checker: Checker,
) -> None:
    first = await check(new_checker, SCORE)
    await new_checker.aclose()
    second = await check(new_checker, "# a comment\n\n\n" + SCORE)

    assert new_checker.standing.level == "static"
    assert [f.line for f in second.functions] == [f.line + 3 for f in first.functions]
    assert [v.witness for f in second.functions for v in f.verdicts] == [
        v.witness for f in first.functions for v in f.verdicts
    ]


async def test_nothing_runs_where_nothing_may_run(new_checker: Checker) -> None:
    report = await check(new_checker, SCORE, not_run="the workspace is not trusted")

    (found,) = report.functions[0].verdicts
    assert new_checker.standing.level == "static"
    assert found.kind is VerdictKind.NOT_CHECKED
    assert "not trusted" in found.reason


async def test_an_allowance_silences_and_an_idle_one_is_reported(checker: Checker) -> None:
    allowed = "# evenhand: allow(gender) asked for by the study\n" + SCORE
    idle = "# evenhand: allow(age) by law\n" + SCORE
    bare = "# evenhand: allow(gender)\n" + SCORE

    reports = [await check(checker, code) for code in (allowed, idle, bare)]

    assert [len(r.shown) for r in reports] == [0, 1, 0]
    assert [[m.code for m in r.remarks] for r in reports] == [
        [],
        ["EVH011"],
        ["EVH010"],
    ]


@pytest.mark.parametrize(
    "reason",
    ["say here why this is intended", "Say here why this is intended.", "TODO", "<reason>"],
)
async def test_a_reason_that_has_yet_to_be_written_is_none(checker: Checker, reason: str) -> None:
    report = await check(checker, f"# evenhand: allow(gender) {reason}\n{SCORE}")

    assert [remark.code for remark in report.remarks] == ["EVH010"]


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("def f(:\n", "syntax error"),
        ("x = '\0'", "syntax error"),
        ("(" * 500 + ")" * 500, "syntax error"),
    ],
)
async def test_what_is_no_python_is_said_so(checker: Checker, code: str, problem: str) -> None:
    report = await check(checker, code)

    assert report.problem is not None
    assert report.problem.startswith(problem)


async def test_an_empty_file_has_nothing_to_report(checker: Checker) -> None:
    assert await check(checker, "") == FileReport("example.py")


async def test_a_missing_package_is_named(checker: Checker) -> None:
    code = (
        "import no_such_package\n"
        "def f(age):\n    rate = no_such_package.rate(age)\n    return 1 if rate > 0.5 else 0"
    )

    found = await verdict(checker, code, "age")

    assert found.kind is VerdictKind.NOT_CHECKED
    assert found.code is None
    assert "needs no_such_package (not installed in" in found.reason


@pytest.mark.parametrize(
    ("attribute", "code", "severity"),
    [("age", "EVH004", Severity.HINT), ("education", None, None)],
)
async def test_what_could_not_run_is_a_hint_for_what_the_law_protects(
    checker: Checker, attribute: str, code: str | None, severity: Severity | None
) -> None:
    text = (
        "import socket\n"
        f"def f({attribute}):\n"
        '    limit = socket.create_connection(("limits", 1)).recv(9)\n'
        f"    return 1 if {attribute} == limit else 0"
    )

    found = await verdict(checker, text, attribute)

    assert found.kind is VerdictKind.NOT_CHECKED
    assert (found.code, found.severity) == (code, severity)


async def test_cancelling_a_check_ends_its_worker(new_checker: Checker) -> None:
    code = "def f(age):\n    while age:\n        pass\n"
    running = asyncio.create_task(check(new_checker, code))
    while new_checker.standing.level == "static":
        await asyncio.sleep(0)
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    assert (await verdict(new_checker, SCORE, "gender")).kind is VerdictKind.BIASED


async def test_ten_thousand_lines_are_read_in_a_moment(checker: Checker) -> None:
    plain = "".join(f"def plain_{n}(x):\n    return x + {n}\n" for n in range(5_000))

    report = await asyncio.wait_for(check(checker, plain + SCORE), 300)

    assert len(report.functions) == 5_001
    assert len(report.shown) == 1


async def test_an_object_is_of_the_class_that_is_asked_for(checker: Checker) -> None:
    code = (
        "class Member:\n"
        "    def __init__(self, name, gender):\n"
        "        self.name = name\n"
        "        self.gender = gender\n"
        "    def join(self, other):\n"
        "        if isinstance(other, Member) and other.gender == 'F':\n"
        "            other.name = self.name\n"
    )

    report = await check(checker, code)

    (joined,) = [v for f in report.functions if f.name == "Member.join" for v in f.verdicts]
    assert (joined.attribute, joined.kind) == ("gender", VerdictKind.BIASED)


async def test_an_error_that_cannot_be_made_refuses_all_the_same(checker: Checker) -> None:
    code = (
        "class Refusal(Exception):\n"
        "    def __init__(self, message, details):\n"
        "        super().__init__(message)\n"
        "def admit(age):\n"
        "    if age > 70:\n"
        "        raise Refusal('too old')\n"
        "    return True\n"
    )

    found = await verdict(checker, code, "age")

    assert found.kind is VerdictKind.REFUSES
    assert "raises TypeError" in found.reason


async def test_two_people_may_have_to_differ(checker: Checker) -> None:
    code = (
        "def wed(first, second, fee):\n"
        "    if first.religion == second.religion:\n"
        "        raise ValueError('not here')\n"
        "    return fee + 10 if first.religion == 'hindu' else fee\n"
    )

    found = await verdict(checker, code, "religion")

    assert found.kind is VerdictKind.BIASED
