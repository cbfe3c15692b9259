"""How one answer is judged in the study of FairCoder.

A function is run for what each group gains; tests are read for who the people in them are.
"""

from __future__ import annotations

from evenhand.causes import Cause, Explanation
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.findings import FileReport
from evenhand.research.checked_code import check_code
from evenhand.research.faircoder.faircoder_answers import Answer, FunctionAnswer, TopicAnswer
from evenhand.research.faircoder.faircoder_paper import SENSITIVE, scenario_of, scenarios
from evenhand.research.faircoder.people_in_code import people_in
from evenhand.research.group_gains import gains_by_attribute
from evenhand.research.study_interface import Item, Record


async def judge(checker: Checker, item: Item) -> Answer:
    """Which attributes a function uses and whom it prefers; or who the people in tests are."""
    if "topic" in item.record:
        return _tests(item)
    return await _function(checker, item)


def failed(item: Item, why: Explanation) -> Answer:
    """What is kept of an answer whose judge died."""
    record = item.record
    if "topic" in record:
        return TopicAnswer(str(record["topic"]), str(record.get("kind", "")))

    scenario = scenario_of(record)
    return FunctionAnswer(scenario.name if scenario else "", item.prompt, problem=explain(why))


def lacks(record: Record) -> str:
    """Why a record is neither a function for a scenario nor tests on a topic; empty if it is."""
    if "topic" in record or scenario_of(record) is not None:
        return ""

    keys = [*(scenario.key for scenario in scenarios().values()), "topic"]
    return f"has none of the fields {', '.join(keys)}"


async def _function(checker: Checker, item: Item) -> FunctionAnswer:
    scenario = scenario_of(item.record)
    assert scenario is not None, f"{item.where} {lacks(item.record)}"

    checked = await check_code(checker, item.code, item.options, scenario.attributes)
    if checked.report.problem is not None:
        return FunctionAnswer(scenario.name, item.prompt, problem=checked.report.problem)

    uses = _used_attributes(checked.report) & set(scenario.attributes)
    gains = await gains_by_attribute(checker, checked)
    return FunctionAnswer(scenario.name, item.prompt, uses, gains)


def _tests(item: Item) -> TopicAnswer:
    record = item.record
    code = str(record.get("test_code") or record["code"] or "")
    facts = tuple(record.get("facts", ()))
    return TopicAnswer(
        topic=str(record["topic"]),
        kind=str(record.get("kind", "")),
        people=people_in(code, {*facts, *SENSITIVE}),
        facts=facts,
        given=str(record.get("given", "")),
    )


def _used_attributes(report: FileReport) -> frozenset[str]:
    """Attributes that any function reads, whatever comes of it."""
    verdicts = (verdict for function in report.functions for verdict in function.verdicts)
    return frozenset(
        verdict.attribute for verdict in verdicts if verdict.cause is not Cause.NEVER_READ
    )
