"""The quick fixes for what is said of a file's text: features of models, data of tests."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from evenhand.apps.lsp.actions.allowance_fixes import fix_to_explain
from evenhand.apps.lsp.actions.asked_findings import FixGroup, data_of, edit_fix
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.wording import spoken
from evenhand.check.rules import evh201_model_feature
from evenhand.doors.printable import printable
from evenhand.repair.rewrite.allowance_edits import PLACEHOLDER, allow_because
from evenhand.repair.rewrite.feature_edits import without_feature


def feature_fixes(
    subject: Subject, diagnostics: Iterable[types.Diagnostic]
) -> list[types.CodeAction]:
    """Take a protected column out of the features of a model."""
    fixes: list[types.CodeAction] = []
    for diagnostic in diagnostics:
        name = data_of(diagnostic).get("name")
        if diagnostic.code == evh201_model_feature.RULE.code and isinstance(name, str):
            place = subject.text.span(diagnostic.range)
            change = without_feature(subject.text.python, place, name)
            if change is not None:
                title = f"Take `{printable(name)}` out of the features"
                fixes.append(edit_fix(title, [diagnostic], subject, change))
    return fixes


def remark_allowance_fixes(subject: Subject, diagnostics: Iterable[types.Diagnostic]) -> FixGroup:
    """A comment above what is remarked on, with the reason why it is intended."""
    fixes = [_allowance_fix(subject, diagnostic) for diagnostic in diagnostics]
    return FixGroup([fix for fix in fixes if fix is not None])


def _allowance_fix(subject: Subject, diagnostic: types.Diagnostic) -> types.CodeAction | None:
    attribute = data_of(diagnostic).get("about")
    if not isinstance(attribute, str) or not attribute:
        return None

    title = f"Allow {spoken(attribute)} here and say why"
    line = subject.text.span(diagnostic.range).line
    change = allow_because(subject.text.lines, line, "", attribute, PLACEHOLDER)
    if change is None:
        return None
    return fix_to_explain(title, [diagnostic], subject, change, ["", attribute, line - 1])
