"""What the command line prints about reports."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from reports import NAME, WITNESS, biased, file, function, hint, of_run, quiet

from evenhand import __version__
from evenhand.apps.cli.output.formats import FORMATS, format_named
from evenhand.apps.cli.output.json_output import JsonOutput
from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.text_output import blocks, summary
from evenhand.apps.cli.output.totals import Totals
from evenhand.apps.cli.output.verdict_table import write_verdicts
from evenhand.assistants.agents import check_answer
from evenhand.causes import Cause, Explanation
from evenhand.findings import (
    Allowance,
    FileReport,
    LeftOver,
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
from evenhand.isolation import Isolation, Standing

REMARK = Remark(RuleCode("EVH011"), Severity.WARNING, "Allows nothing.", Span(3, 0, 3, 9))
FEATURE = Remark(RuleCode("EVH201"), Severity.WARNING, "Is a feature.", Span(3, 0, 3, 9), "age")


def printed(report: FileReport, verbose: bool = False) -> list[str]:
    return [block.plain for block in blocks(report, verbose)]


def totals(*reports: FileReport, level: str = "strong") -> Totals:
    result = Totals(seconds=0.84)
    for report in reports:
        result.add(report, Standing(Isolation(level)))
    return result


def test_a_finding_is_one_block_with_both_calls() -> None:
    assert printed(file(biased())) == [
        "fees.py:12:5: EVH001 The result changes when gender alone changes.\n"
        "    score(30, 'female')  -> 0.8\n"
        "    score(30, 'male')    -> 1.0"
    ]


def test_what_differs_between_the_calls_is_bold() -> None:
    (block,) = blocks(file(biased()), verbose=False)

    bold = [block.plain[s.start : s.end] for s in block.spans if s.style == "bold"]

    assert bold == ["fees.py", "female", "male"]


def test_long_calls_have_their_outcomes_below() -> None:
    calls = (f"score('{'x' * 99}', 30)", f"score('{'x' * 99}', 31)")

    (block,) = printed(file(biased(Witness(calls, ("'no'", "'yes'"), ("30", "31")))))

    assert block.splitlines()[1:] == [
        f"    {calls[0]}",
        "        -> 'no'",
        f"    {calls[1]}",
        "        -> 'yes'",
    ]


def test_only_warnings_go_without_their_severity() -> None:
    assert (
        printed(file(biased(severity=Severity.INFORMATION)))[0]
        .splitlines()[0]
        .endswith("alone changes. (information)")
    )


def test_findings_stand_in_the_order_of_the_source() -> None:
    lines = printed(file(biased(), remarks=(REMARK,)))

    assert lines[0] == "fees.py:3:1: EVH011 Allows nothing."
    assert lines[1].startswith("fees.py:12:5: EVH001")


def test_the_good_verdicts_are_said_on_request_only() -> None:
    report = file(
        quiet(VerdictKind.NO_DIFFERENCE_FOUND, "no difference found in 212 pairs", pairs=212),
        quiet(VerdictKind.INDEPENDENT, "Age reaches nothing."),
        quiet(VerdictKind.NOT_CHECKED, "It wants to open 'people.csv'."),
        hint(),
    )

    assert printed(report) == []
    assert printed(report, verbose=True) == [
        "fees.py:12:5: age in score: no difference found in 212 pairs",
        "fees.py:12:5: age in score: independent: Age reaches nothing.",
        "fees.py:12:5: age in score: not checked: It wants to open 'people.csv'.",
        "fees.py:12:5: EVH003 Region only decides the group. (hint)",
    ]


def test_an_allowed_verdict_is_silent_and_gives_its_reason_on_request() -> None:
    report = file(replace(biased(), allowed="statutory minimum age"))

    assert printed(report) == []
    assert "biased, allowed (statutory minimum age)" in printed(report, verbose=True)[0]


def test_nothing_printed_moves_the_cursor() -> None:
    witness = replace(WITNESS, outcomes=("\x1b[2J", "a\rb"))

    (block,) = printed(replace(file(biased(witness)), path="a\x1b[1m\n.py"))

    assert block.startswith("a\\x1b[1m\\n.py:12:5: ")
    assert block.splitlines()[1].endswith("-> \\x1b[2J")
    assert "\r" not in block


@pytest.mark.parametrize(
    ("reports", "line"),
    [
        ([], "Found no function that treats people differently in 0 files (0.8 s)."),
        ([file(biased(), biased())],
         "Found 1 function that treats people differently in 1 file (0.8 s)."),
        (
            [file(biased()), file(biased(), hint()), file(quiet(VerdictKind.NOT_CHECKED, "No."))],
            "Found 2 functions that treat people differently in 3 files (0.8 s); "
            "1 function could not be checked (see --verbose); 1 hint (see --verbose).",
        ),
        (
            [file(remarks=(REMARK,)), FileReport("b.py", problem="is no text")],
            "Found no function that treats people differently in 2 files (0.8 s); "
            "1 other finding; 1 file could not be read.",
        ),
        (
            [file(remarks=(FEATURE, FEATURE))],
            "Found 2 model features that say who people are in 1 file (0.8 s).",
        ),
        (
            [file(biased(), remarks=(FEATURE, replace(FEATURE, severity=Severity.INFORMATION)))],
            "Found 1 function that treats people differently and 1 model feature that says "
            "who people are in 1 file (0.8 s); 1 other finding.",
        ),
    ],
)  # fmt: skip
def test_the_last_line_sums_up(reports: list[FileReport], line: str) -> None:
    assert summary(totals(*reports)) == line
    assert summary(totals(*reports), verbose=True) == line.replace(" (see --verbose)", "")


def test_the_last_line_says_when_isolation_was_weak() -> None:
    assert "behind basic isolation only." in summary(totals(file(), level="basic"))
    failing = Totals(standing=Standing(Isolation.BASIC, problems=("no landlock",)))
    assert "behind basic isolation only (see `evenhand doctor`)." in summary(failing)
    assert "isolation" not in summary(totals(file(), level="strong"))


def test_the_weakest_isolation_counts() -> None:
    result = totals(file(), level="static")
    for level in ("strong", "basic", "strong"):
        result.add(file(), Standing(Isolation(level)))

    assert result.standing.level == "basic"


@pytest.mark.parametrize(
    ("report", "status"),
    [
        (file(), 0),
        (file(biased()), 1),
        (file(biased(severity=Severity.INFORMATION)), 0),
        (file(biased(severity=None)), 0),
        (file(hint()), 0),
        (file(replace(biased(), allowed="the law")), 0),
        (file(remarks=(REMARK,)), 1),
        (file(remarks=(replace(REMARK, severity=Severity.HINT),)), 0),
        (FileReport("a.py", problem="is no text"), 2),
    ],
)
def test_the_exit_status(report: FileReport, status: int) -> None:
    assert totals(report).status(problems=False, exit_zero=False) == status
    assert totals(report).status(problems=True, exit_zero=False) == 2
    assert totals(report).status(problems=False, exit_zero=True) in (0, 2)


def test_formulas_of_the_body_are_counted_apart_and_decide_no_status() -> None:
    formula = replace(
        biased(severity=Severity.INFORMATION), recognised=Recognised(Purpose.BODY, "bmr")
    )

    assert "no function that treats people differently" in summary(totals(file(formula)))
    assert "1 other finding" in summary(totals(file(formula)))
    assert totals(file(formula)).status(problems=False, exit_zero=False) == 0


def test_json_has_the_promised_form() -> None:
    unchecked = replace(
        quiet(VerdictKind.NOT_CHECKED, "No numpy.", allowed="asked"),
        explanation=Explanation(Cause.NEEDS_PACKAGE, "numpy", python="python3"),
    )
    left_over = (LeftOver("age", "age", Span(2, 0, 2, 0)),)
    allowances = (Allowance(frozenset({"race", "age"}), "", Span(3, 0, 3, 9)),)
    report = replace(file(biased(), unchecked), left_over=left_over, allowances=allowances)
    broken = FileReport("b.py", problem="is no text")

    results = Results([report, broken], totals(report, broken), ["c.py: no such file"], "python3")
    parsed = json.loads(JsonOutput().document(results))
    assert parsed["functions"] == [
        {
            "path": "fees.py",
            "name": "score",
            "line": NAME.line,
            "verdicts": [
                {
                    "attribute": "gender",
                    "input": "gender",
                    "name": None,
                    "verdict": "biased",
                    "code": "EVH001",
                    "severity": "warning",
                    "reason": "The result changes when gender alone changes.",
                    "cause": None,
                    "purpose": None,
                    "purpose_sign": None,
                    "judged_by": None,
                    "through": None,
                    "stood_in": [],
                    "pairs": 4,
                    "seconds": 0.0123,
                    "witness": {
                        "calls": ["score(30, 'female')", "score(30, 'male')"],
                        "outcomes": ["0.8", "1.0"],
                        "program": None,
                    },
                    "rate": None,
                },
                {
                    "attribute": "age",
                    "input": "age",
                    "name": None,
                    "verdict": "not_checked",
                    "code": None,
                    "severity": None,
                    "reason": "No numpy. Allowed: asked",
                    "cause": "needs_package",
                    "purpose": None,
                    "purpose_sign": None,
                    "judged_by": None,
                    "through": None,
                    "stood_in": [],
                    "pairs": 0,
                    "seconds": 0.0,
                    "witness": None,
                    "rate": None,
                },
            ],
        }
    ]
    assert parsed["summary"] == {
        "version": __version__,
        "schema": 1,
        "files": 2,
        "rows": 0,
        "functions": 1,
        "verdicts": {
            "biased": 1,
            "refuses": 0,
            "delegates": 0,
            "groups": 0,
            "independent": 0,
            "no_difference_found": 0,
            "not_checked": 1,
        },
        "findings": 1,
        "remarks": [],
        "not_looked_at": [{"path": "fees.py", "line": 2, "attribute": "age", "name": "age"}],
        "allowances": [
            {"path": "fees.py", "line": 3, "attributes": ["age", "race"], "reason": None}
        ],
        "problems": ["c.py: no such file", "b.py: is no text"],
        "notes": [],
        "seconds": 0.84,
        "isolation": "strong",
        "isolation_problems": [],
        "python": "python3",
    }


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_prints_something(name: str) -> None:
    output_format = format_named(name)
    results = Results([file(biased())], totals(file(biased())), [], "python3")

    assert isinstance(output_format, OutputFormat)
    assert output_format.document(results)


NOT_STARTED = "not everything was checked: cannot start /opt/python: out of luck"


@pytest.mark.parametrize("name", FORMATS)
def test_what_the_machine_left_undone_is_said_first_and_once(name: str) -> None:
    """Text and its like print it on the way, to standard error."""
    report = replace(file(), functions=(function(of_run()), function(of_run(attribute="race"))))
    reports = [report, file(biased(), path="other.py")]
    results = Results(reports, totals(*reports), ["later.py: is gone"], "python3", verbose=True)

    whole = format_named(name).whole(results, verbose=True)

    is_printed_before = name in ("text", "concise", "why")
    assert results.all_problems == [NOT_STARTED, "later.py: is gone"]
    assert results.totals.status(problems=False, exit_zero=True) == 2
    assert whole.count(NOT_STARTED) == (0 if is_printed_before else 1)
    if name in ("github", "gitlab", "junit", "markdown"):
        assert whole.index(NOT_STARTED) < whole.index("other.py")


def test_a_table_has_a_row_for_what_the_machine_left_undone() -> None:
    writer = Rows()

    write_verdicts(writer, file(of_run(), of_run(attribute="race")))  # type: ignore[arg-type]

    assert [row.get("problem") for row in writer.rows] == [NOT_STARTED, None, None]


class Rows:
    """Takes rows as a writer of Parquet does."""

    def __init__(self) -> None:
        self.rows: list[Mapping[str, Any]] = []

    def write_all(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self.rows += rows


@pytest.mark.parametrize(
    ("verdicts", "answer", "problem"),
    [
        ((of_run(), of_run(attribute="race")), None, NOT_STARTED),
        ((of_run(), of_run("no memory")), None, f"{NOT_STARTED}; {NOT_STARTED[:-11]}no memory"),
        ((of_run(), biased()), True, NOT_STARTED),
        ((quiet(VerdictKind.INDEPENDENT, ""),), False, ""),
    ],
)
def test_an_agent_is_told_that_nothing_could_run(
    verdicts: tuple[Verdict, ...], answer: bool | None, problem: str
) -> None:
    told = check_answer([file(*verdicts)], Isolation.STRONG)

    assert told.treats_people_differently is answer
    assert told.problem == problem
