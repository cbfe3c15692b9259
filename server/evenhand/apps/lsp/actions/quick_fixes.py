"""The quick fixes for diagnostics: at most six, each of which does something of its own."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from evenhand.apps.lsp.actions.allowance_fixes import allowance_fixes, removal_fixes
from evenhand.apps.lsp.actions.asked_findings import asked_findings, within
from evenhand.apps.lsp.actions.copying import copy_fixes
from evenhand.apps.lsp.actions.not_a_problem import not_a_problem_fixes
from evenhand.apps.lsp.actions.pytest_fixes import FindPytestFile, pytest_fixes
from evenhand.apps.lsp.actions.remark_fixes import feature_fixes, remark_allowance_fixes
from evenhand.apps.lsp.actions.repair_fixes import repair_fixes
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.wording import SOURCE
from evenhand.check.rules import evh011_unused_allowance

MOST = 6
"""Fixes at one place: as many as a person reads."""


def quick_fixes(
    subject: Subject, diagnostics: Iterable[types.Diagnostic], find: FindPytestFile
) -> list[types.CodeAction]:
    """The fixes for those of `diagnostics` that are ours.

    First repairs, then an allowance and a test for each attribute, which become one for all of them
    where there is no room. What a repair would spoil is allowed first. The calls are copied where
    there is room left.
    """
    ours = [diagnostic for diagnostic in diagnostics if diagnostic.source == SOURCE]
    unused = [d for d in ours if d.code == evh011_unused_allowance.RULE.code]
    removals = [fix for diagnostic in unused for fix in removal_fixes(subject, diagnostic)]
    removals += feature_fixes(subject, ours)

    findings = asked_findings(ours)
    repairs = repair_fixes(subject, findings)
    groups = (
        allowance_fixes(subject, findings),
        remark_allowance_fixes(subject, ours),
        pytest_fixes(subject, findings, find),
        not_a_problem_fixes(subject, ours),
    )
    others = within(groups, MOST - len(removals) - len(repairs))

    is_kept = findings and all(finding.is_kept for finding in findings)
    fixes = [*others, *repairs] if is_kept else [*repairs, *others]
    copies = copy_fixes(subject, findings) if subject.can_copy else ()
    return [*removals, *fixes, *copies][:MOST]
