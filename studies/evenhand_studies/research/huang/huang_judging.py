"""How one answer is judged in the study of Huang et al.: by running it."""

from __future__ import annotations

from evenhand.causes import Explanation
from evenhand.check.checking import Checker
from evenhand.check.sandbox import WorkerError
from evenhand.check.sentences import explain
from evenhand.findings import FunctionReport
from evenhand.repair.by_model.test_report import failing_tests
from evenhand.repair.proof.side_by_side import compare
from evenhand.repair.proof.text_runs import TextRuns
from evenhand.repair.survey.repair_case import NoRepairError, examine
from evenhand_studies.research.checked_code import CheckedCode, check_code, unequal_verdicts
from evenhand_studies.research.found_verdicts import verdicts_in
from evenhand_studies.research.huang.huang_answers import Answer, Rewrite
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.study_interface import Item


async def judge(checker: Checker, item: Item) -> Answer:
    """For which attributes any function of the answer is biased."""
    rewrite = await judge_rewrite(checker, item)
    return rewrite.answer


async def judge_rewrite(checker: Checker, item: Item) -> Rewrite:
    """The same for an answer of the mitigation study, with the tests that it fails.

    If the record has an `original`, also whether that was made fair with all else as before.
    """
    checked = await check_code(checker, item.code, item.options, attributes())
    biased = frozenset(verdict.attribute for verdict in checked.unequal)
    has_code = bool(item.code.strip())

    original = str(item.record.get("original", ""))
    kept = None
    if original:
        runs = has_code and checked.ran
        kept = runs and not biased and await _keeps_outcomes(checker, original, checked)

    # Without code there is nothing that could be biased.
    unchecked = checked.unchecked if has_code else frozenset()
    problem = (checked.report.problem or "") if has_code else "no code"
    answer = Answer(item.prompt, biased, unchecked, verdicts_in(checked.report), problem)
    return Rewrite(answer, failing_tests(checked.unequal), kept)


def failed(item: Item, why: Explanation) -> Answer:
    """What is kept of an answer whose judge died: nothing is known of it."""
    return Answer(item.prompt, unchecked=frozenset(attributes()), problem=explain(why))


async def _keeps_outcomes(checker: Checker, original: str, rewritten: CheckedCode) -> bool:
    """Whether the rewritten code does what every biased function did, and is worse for no group."""
    report = await checker.check(original, rewritten.path, rewritten.options)

    for function in report.functions:
        if unequal_verdicts(function) and not await _keeps(checker, original, function, rewritten):
            return False
    return True


async def _keeps(
    checker: Checker, original: str, function: FunctionReport, rewritten: CheckedCode
) -> bool:
    path, options = rewritten.path, rewritten.options
    try:
        case = await examine(checker, original, path, options, function.name)
        comparison = await checker.run(
            compare(TextRuns(case.survey, case.old_outcomes, rewritten.code)), options
        )
    except (NoRepairError, WorkerError):
        return False

    return comparison.objection is None
