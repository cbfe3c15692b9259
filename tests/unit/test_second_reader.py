"""A second reader lowers warnings near the line, and does nothing else; it is asked over HTTP."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest
from chat_server import Reply, chat_server
from reports import biased, file, function

from evenhand.apps.cli.output.flat_findings import flat_findings
from evenhand.apps.cli.output.sarif_output import sarif_log
from evenhand.apps.cli.output.why_output import WhyOutput
from evenhand.check.cache.cache_folder import CacheFolder
from evenhand.check.cache.report_cache import ReportCache
from evenhand.findings import (
    FileReport,
    Purpose,
    Recognised,
    Severity,
    Verdict,
    VerdictKind,
)
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.options import CheckOptions
from evenhand.second_reader.answer import Opinion, Worth, opinion_in
from evenhand.second_reader.reading import MARGIN, SecondReader, is_near_line, lowered

OPTIONS = CheckOptions(sys.executable)
PATH = Path("/shop/fees.py")
CODE = "\n" * 11 + "def score(years, gender):\n    return 1.0 if gender == 'male' else 0.8\n"


def at(lead: float | None) -> Verdict:
    """A warning with a score so far above the line."""
    return replace(biased(), recognised=Recognised(Purpose.DECISION, lead=lead))


NEAR = at(0.5)
NO = '{"worth": "no", "purpose": "law", "why": "A statute sets it."}'


@dataclass(frozen=True)
class Made:
    """What came of a reading."""

    report: FileReport
    asked: list[str]
    problems: list[str]
    host: str


async def read(
    *replies: Reply | str,
    report: FileReport | None = None,
    code: str = CODE,
    disk: ReportCache | None = None,
) -> Made:
    """Have a report read by a model that gives these replies."""
    with chat_server(*replies) as chat:
        endpoint = Endpoint("scripted", chat.url)
        reader = SecondReader(OpenAIModel(endpoint), disk)
        made = await reader.read(report or file(NEAR), code, PATH, OPTIONS)
    return Made(made, chat.asked_for, reader.problems, endpoint.host)


def verdict_in(report: FileReport) -> Verdict:
    return report.functions[0].verdicts[0]


@pytest.mark.parametrize(
    ("answer", "is_lowered"),
    [
        (NO, True),
        (f"<think>Hm.</think>\n```json\n{NO}\n```", True),
        (NO.replace('"no"', '"doubt"'), False),
        (NO.replace('"no"', '"yes"'), False),
        (NO.replace('"no"', '"No"'), False),
        (NO.replace('"no"', "false"), False),
        (NO.replace("law", "decision"), False),
        (NO.replace("law", "mercy"), False),
        (NO.replace("law", "address"), True),
        (NO.replace("}", ', "severity": "off"}'), False),
        (NO.replace('"purpose": "law", ', ""), False),
        (NO.replace('"A statute sets it."', "3"), False),
        (NO.replace("A statute sets it.", ""), False),
        (NO.replace("A statute", "very " * 12), False),
        (NO.replace("A statute", "statute" * 20), False),
        (NO.replace("A statute", "A\\nstatute"), False),
        (NO.replace("A statute", "A\\u202estatute"), False),
        (f"Sure: {NO}", False),
        (f"[{NO}]", False),
        ("```\n{}\n```\n```\n{}\n```", False),
        ("[" * 5_000, False),
        ("No.", False),
    ],
)
def test_only_a_plain_no_lowers_a_warning(answer: str, is_lowered: bool) -> None:
    after = lowered(NEAR, opinion_in(answer), "scripted", OPTIONS)

    assert (after.severity is Severity.INFORMATION) is is_lowered
    assert (after == NEAR) is not is_lowered


@pytest.mark.parametrize(
    ("verdict", "options", "is_near"),
    [
        (NEAR, OPTIONS, True),
        (at(MARGIN), OPTIONS, True),
        (at(MARGIN + 0.01), OPTIONS, False),
        (at(-0.01), OPTIONS, False),
        (at(None), OPTIONS, False),
        (replace(NEAR, recognised=Recognised(Purpose.BODY, lead=0.5)), OPTIONS, False),
        (replace(NEAR, recognised=None), OPTIONS, False),
        (replace(NEAR, attribute="race"), OPTIONS, False),
        (replace(NEAR, attribute="handedness"), OPTIONS, False),
        (replace(NEAR, severity=Severity.INFORMATION), OPTIONS, False),
        (replace(NEAR, severity=None), OPTIONS, False),
        (replace(NEAR, allowed="a law"), OPTIONS, False),
        (replace(NEAR, witness=None), OPTIONS, False),
        (NEAR, replace(OPTIONS, profile="strict"), False),
    ],
)
def test_what_is_read_once_more(verdict: Verdict, options: CheckOptions, is_near: bool) -> None:
    assert is_near_line(verdict, options) is is_near


async def test_nothing_is_asked_about_what_is_clear() -> None:
    clear = file(at(3.0))
    made = await read(NO, report=clear)

    assert (made.report, made.asked) == (clear, [])


def test_no_opinion_makes_a_finding_louder_or_takes_it_away() -> None:
    loud = ((Purpose.LAW, Severity.WARNING), (Purpose.BODY, None))
    for severity, kind, attribute, worth, purpose, chosen in product(
        [*Severity, None],
        [VerdictKind.BIASED, VerdictKind.DELEGATES],
        ["gender", "age", "race"],
        Worth,
        Purpose,
        [(), loud],
    ):
        verdict = replace(NEAR, severity=severity, kind=kind, attribute=attribute)
        options = replace(OPTIONS, purposes=chosen)
        after = lowered(verdict, Opinion(worth, purpose, "So it is."), "somebody", options)

        is_warning_less = severity is Severity.WARNING and after.severity is Severity.INFORMATION
        assert after.severity is severity or is_warning_less
        if after != verdict:
            assert worth is Worth.NO
            assert purpose not in (Purpose.DECISION, *([Purpose.LAW] if chosen else []))


async def test_the_request_has_the_function_and_its_calls_alone() -> None:
    code = f"KEY = 'secret'\n\ndef open_all():\n    return KEY\n{CODE[4:]}"
    [asked] = (await read(NO, code=code)).asked

    assert "Attribute: gender, which the code has as `gender`" in asked
    assert "def score(years, gender):\n    return 1.0 if gender == 'male' else 0.8\n" in asked
    assert "score(30, 'female')  -> 0.8\nscore(30, 'male')  -> 1.0" in asked
    assert "- law: a rule of the law, written as code" in asked
    assert "secret" not in asked
    assert "open_all" not in asked


async def test_of_a_long_function_the_part_that_decides_is_sent() -> None:
    span = replace(function().span, end_line=2_000)
    report = replace(file(), functions=(replace(function(NEAR), span=span),))
    code = "\n".join(f"line {number}" for number in range(1, 2_001))
    [asked] = (await read(NO, report=report, code=code)).asked

    assert "line 12\n" in asked
    assert "line 500\n" not in asked


@pytest.mark.parametrize(
    ("reply", "sentence", "questions"),
    [
        (Reply(status=401), "no second reading: {host} wants a key; set one", 1),
        (Reply("I would rather not.", ends="content_filter"), "scripted at {host} refuses", 2),
        (Reply(NO, cut=True), "the connection to {host} broke off", 1),
    ],
)
async def test_a_model_that_fails_changes_nothing(
    reply: Reply, sentence: str, questions: int
) -> None:
    two = file(NEAR, replace(NEAR, attribute="age"))
    made = await read(reply, report=two)

    assert (made.report, len(made.asked)) == (two, questions)
    [problem] = made.problems
    assert sentence.format(host=made.host) in problem


async def test_the_same_question_is_asked_once(tmp_path: Path) -> None:
    disk = ReportCache(CacheFolder(tmp_path / "cache"))
    moved, edited = CODE.replace("\n" * 11, "# Moved.\n" * 11), CODE.replace("0.8", "0.7")
    with chat_server(NO) as chat:
        severities, counts = [], []
        for code in (CODE, moved, edited):
            reader = SecondReader(OpenAIModel(Endpoint("scripted", chat.url)), disk)
            report = await reader.read(file(NEAR), code, PATH, OPTIONS)
            severities.append(verdict_in(report).severity)
            counts.append(len(chat.asked_for))

    assert severities == [Severity.INFORMATION] * 3
    assert counts == [1, 1, 2]


async def test_who_has_lowered_a_finding_is_named_wherever_it_is_shown() -> None:
    made = await read(NO)
    reader = f"scripted at {made.host}"
    reason = 'a rule of the law, written as code ("A statute sets it.")'
    sentence = f"lowered by a second reader ({reader}): {reason}"

    assert verdict_in(made.report).reason == f"{NEAR.reason}; {sentence}"
    [result] = json.loads(sarif_log(flat_findings([made.report])))["runs"][0]["results"]
    assert result["level"] == "note"
    assert result["properties"] == {"purpose": "law", "judged_by": reader}
    [why] = WhyOutput().blocks(made.report, verbose=False)
    assert why.plain.splitlines()[-1] == f"  {sentence}"
