"""What a worker sends may be forged: nothing but its own call suffers, and nothing is raised."""

from __future__ import annotations

import copy
import itertools
import json
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evenhand.apps.cli.output.formats import FORMATS, format_named
from evenhand.apps.cli.output.output_format import Results
from evenhand.apps.cli.output.totals import Totals
from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.check.sandbox.replies import (
    MalformedReplyError,
    greeting_in,
    loaded_in,
    outcome_in,
)
from evenhand.findings import FileReport, FunctionReport, VerdictKind
from evenhand.isolation import Isolation, Standing
from evenhand.options import CheckOptions

SOURCE = (
    "def fee(age, city):\n    return 10 if age > 65 else 20\n\n\n"
    "def well(gender):\n    return 1 if gender == 'male' else 0\n"
)
LINES = SOURCE.count("\n") + 1
EVENTS = [[2, 17, ">", 30, 65, False], [2, 17, "in", "a", ["a", 1, 0.5], None]]
READY = {"ready": [3, 12, 1], "standing": {"level": "strong", "walls": ["seccomp"], "problems": []}}
FORGED = {"cause": "forged"}
TREES: list[Any] = [
    *(None, True, 12, 0.5, "text"),
    *({"t": "list", "v": [1, 2]}, {"t": "set", "v": [1, "a"]}, {"t": "cut"}),
    *({"t": "cut", "v": 9}, {"t": "dict", "v": [["k", {"t": "tuple", "v": []}]]}),
    *({"t": "object", "c": "P", "v": [["x", 3]]}, {"t": "enum", "c": "E", "v": 1}),
    {"t": "frame", "c": ["a", "b"], "i": [0], "v": [[1, 2]]},
    {"t": "series", "n": None, "i": [0], "v": [1]},
    {"t": "float", "v": "nan"},
    {"t": "stand_in", "c": "JsonResponse()", "v": [["status", 403]]},
]
OUTCOMES: list[dict[str, Any]] = [
    *({"kind": "returned", "value": tree, "text": "x", "events": EVENTS} for tree in TREES),
    {"kind": "raised", "error": ["KeyError", "'age'"], "unfit": True, "error_line": 2,
     "missing": "age", "text": "raises KeyError", "branches": ["2:17:+"],
     "printed": "hello", "changed": [["0", {"t": "list", "v": [1]}]], "events": EVENTS,
     "effects": [["db.save", {"t": "object", "c": "", "v": [["age", 30]]}]]},
    {"kind": "raised", "error": ["AttributeError", "'dict' object has no attribute 'city'"],
     "unfit": True, "error_line": 2, "missing": "city", "text": "raises", "changed": []},
    {"kind": "unbuilt", "error": ["TypeError", "'int' object is not iterable"], "text": "raises"},
    {"kind": "timeout", "explanation": {"cause": "ran_longer", "seconds": 1}},
    {"kind": "blocked", "explanation": {"cause": "opens_file", "name": "people.csv"}},
    {"kind": "died", "explanation": {"cause": "exited_in_call", "number": 3}},
]  # fmt: skip
OPENED: list[dict[str, Any]] = [
    {"skipped": []},
    {"skipped": [], "stood_in": ["frappe", "db"]},
    {"skipped": [[1, {"cause": "statement_failed", "name": "ValueError", "message": "no"}]]},
    {"problem": {"cause": "needs_package", "name": "torch", "python": "/usr/bin/python"}},
]
ODD: list[Any] = [
    *(None, True, -1, 0, 10**18, -(10**18), 2**53, 10**9, 0.5, -0.0, 1e308, 5e-324),
    *("", "x", "\ud800", "é\x00\x1b[2J", "x" * 10_000, "returned", "raised", "died"),
    *([], [[]], {}, {"t": "set"}, {"t": "frame", "c": [], "i": [], "v": [[1]]}, [1, 2, 3]),
    *({"t": "list", "v": 3}, {"t": "dict", "v": [[1]]}, {"t": "no such"}, {"t": []}),
    *({"cause": "killed"}, {"cause": "proved"}, {"cause": "not_run", "message": "{0}"}),
    *("1:1:+", "99:1:+", ["a"] * 5_000, {"t": "list", "v": list(range(30_000))}),
    *("@huge@", "@nan@", "@infinite@", "@negative@", "@far@", "@deep@", "@deeper@", "@object@"),
]
RAW = {
    '"@huge@"': "9" * 5_000,
    '"@nan@"': "NaN",
    '"@infinite@"': "Infinity",
    '"@negative@"': "-Infinity",
    '"@far@"': "1e999",
    '"@deep@"': "[" * 500 + "]" * 500,
    '"@deeper@"': "[" * 100_000 + "]" * 100_000,
    '"@object@"': '{"t":"list","v":[' * 300 + "]}" * 300,
}
"""What no JSON writer writes."""
TURNS = itertools.count()
NOT_JSON = [
    "",
    " ",
    "null",
    "[]",
    "3",
    '"x"',
    "{",
    "{}",
    "\x00",
    "\udcff\udcfe",
    '{"kind":"returned"',
]


def written(value: Any) -> str:
    text = json.dumps(value)
    for name, raw in RAW.items():
        text = text.replace(name, raw)
    return text


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every part of a JSON value: its container, and the key or index that leads to it."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in list(parts):
        yield value, key
        if isinstance(part, (dict, list)):
            yield from places(part)


@st.composite
def tampered(draw: st.DrawFn, originals: list[dict[str, Any]]) -> str:
    """One of `originals` as a line, with up to three parts replaced, removed or added."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(NOT_JSON))

    reply = copy.deepcopy(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 3))):
        spots = list(places(reply))
        if not spots:
            break
        owner, key = draw(st.sampled_from(spots))
        change = draw(st.sampled_from(["replace", "replace", "replace", "remove", "add"]))
        if change == "remove":
            del owner[key]
        elif change == "add" and isinstance(owner, dict):
            owner[draw(st.sampled_from(["more", "value", "t", "v", "because"]))] = 1
        else:
            owner[key] = copy.deepcopy(draw(st.sampled_from(ODD)))
    return written(reply)


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """An interpreter that is none."""
    program = tmp_path / "python"
    body = Path(__file__).with_name("fake_worker.py").read_text("utf-8")
    program.write_text(f"#!{sys.executable}\n{body}", "utf-8")
    program.chmod(0o755)
    tell(program)
    return program


def tell(
    program: Path,
    answers: list[str] | None = None,
    opened: str = '{"skipped": []}',
    ready: str = json.dumps(READY),
) -> None:
    """What the fake worker says from the next module on."""
    replies = {"ready": ready, "opened": opened, "answers": answers or [json.dumps(OUTCOMES[2])]}
    program.with_name("replies.json").write_text(json.dumps(replies), "utf-8")


@pytest.fixture
async def checker() -> AsyncIterator[Checker]:
    async with Checker() as made:
        yield made


async def checked(checker: Checker, program: Path) -> FileReport:
    options = CheckOptions(str(program), seconds=20 + next(TURNS) / 1_000)  # nothing is remembered
    return await checker.check(SOURCE, program.with_name("subject.py"), options)


def function(report: FileReport, name: str) -> FunctionReport:
    return next(function for function in report.functions if function.name == name)


def printed(report: FileReport) -> None:
    """Write a report in every format."""
    totals = Totals(seconds=0.1)
    totals.add(report, Standing(Isolation.STRONG))
    for name in FORMATS:
        assert format_named(name).document(Results([report], totals, [], "python3"))


def holds(report: FileReport) -> None:
    """What is true of a report on `SOURCE`, whatever was said of `fee`."""
    assert report.problem is None
    assert [function.name for function in report.functions] == ["fee", "well"]
    [verdict] = function(report, "well").verdicts
    assert verdict.kind is VerdictKind.BIASED
    for verdict in function(report, "fee").verdicts:
        assert verdict.cause is not Cause.INTERNAL, verdict.reason


@settings(max_examples=60, database=None, suppress_health_check=list(HealthCheck))
@given(answers=st.lists(tampered(OUTCOMES), min_size=1, max_size=4))
async def test_no_forged_answer_harms_a_neighbour(
    checker: Checker, fake: Path, answers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    tell(fake, [*answers, *map(json.dumps, OUTCOMES)])

    report = await checked(checker, fake)

    holds(report)
    printed(report)
    assert "Traceback" not in capsys.readouterr().err


@settings(max_examples=1_500, database=None)
@given(line=tampered(OUTCOMES))
def test_what_is_not_an_answer_is_forged(line: str) -> None:
    outcome = outcome_in(line.encode("utf-8", "surrogateescape"), LINES)

    assert outcome.kind is not None
    assert repr(outcome).encode()


@settings(max_examples=1_000, database=None)
@given(line=tampered(OPENED))
def test_a_forged_report_of_loading_is_one(line: str) -> None:
    loaded = loaded_in(line.encode("utf-8", "surrogateescape"), LINES)

    assert all(1 <= at <= LINES for at, _ in loaded.skipped)


@settings(max_examples=500, database=None)
@given(line=tampered([READY]))
def test_a_program_that_does_not_greet_as_a_worker_is_none(line: str) -> None:
    try:
        greeting = greeting_in(line.encode("utf-8", "surrogateescape"))
    except MalformedReplyError:
        return
    assert greeting.standing.level in Isolation


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: json.dumps(outcome)[:40])
def test_every_answer_of_a_worker_passes(outcome: dict[str, Any]) -> None:
    assert outcome_in(json.dumps(outcome).encode(), LINES).kind == outcome["kind"]
    assert outcome_in(json.dumps(outcome).encode(), LINES).cause is not Cause.FORGED


@pytest.mark.parametrize("opened", ["[]", '{"problem": 3}', '{"skipped": [[99, {"cause": "x"}]]}'])
async def test_a_module_whose_loading_is_forged_is_not_checked(
    checker: Checker, fake: Path, opened: str
) -> None:
    tell(fake, opened=opened)

    report = await checked(checker, fake)

    causes = {verdict.cause for entry in report.functions for verdict in entry.verdicts}
    assert causes == {Cause.FORGED, Cause.NEVER_READ}


async def test_a_line_without_an_end_loses_no_neighbour(checker: Checker, fake: Path) -> None:
    tell(fake, ["x" * 9_000_000])

    report = await checked(checker, fake)

    holds(report)
    kinds = {verdict.kind for verdict in function(report, "fee").verdicts}
    assert kinds == {VerdictKind.NOT_CHECKED, VerdictKind.INDEPENDENT}
