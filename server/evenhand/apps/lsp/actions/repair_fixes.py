"""The quick fixes that repair: commands, since a repair has to be proved before it is an edit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.asked_findings import AskedFinding, command_fix
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.lsp_extensions import REPAIR, REPAIR_FILE
from evenhand.apps.lsp.wording import function_title, spoken_list

MOST_FUNCTIONS = 2
"""Functions that are offered one by one; there is a fix for all of the file."""


def repair_fixes(subject: Subject, findings: Sequence[AskedFinding]) -> list[types.CodeAction]:
    """Repair these functions, by Evenhand or by a model; then all of the file."""
    repairable = [finding for finding in findings if finding.is_repairable]
    if not subject.trusted or not repairable:
        return []

    fixes = list(_fixes_by_function(subject, repairable))
    names = subject.functions_to_repair
    if len(names) > 1:
        title = f"Repair all {len(names)} functions in this file"
        fixes.append(command_fix(title, repairable, REPAIR_FILE, [subject.uri]))

    if subject.has_model:
        function, attribute, about = _targets(subject, repairable)[0]
        title = f"Repair {function_title(function)} with a language model"
        arguments = _arguments(subject, function, attribute)
        fixes.append(command_fix(title, about, REPAIR, [*arguments, True]))
    return fixes


def _fixes_by_function(
    subject: Subject, findings: Sequence[AskedFinding]
) -> Iterator[types.CodeAction]:
    for number, (function, attribute, about) in enumerate(_targets(subject, findings)):
        title = _title(subject, function, attribute)
        fix = command_fix(title, about, REPAIR, _arguments(subject, function, attribute))
        if number == 0 and not all(finding.is_kept for finding in about):
            fix.is_preferred = True
        if number < MOST_FUNCTIONS:
            yield fix


def _targets(
    subject: Subject, findings: Sequence[AskedFinding]
) -> list[tuple[str, str | None, list[AskedFinding]]]:
    """The functions to repair: each with an attribute that is only repaired if it is asked for."""
    targets: dict[tuple[str, str | None], list[AskedFinding]] = {}
    for finding in findings:
        function = _where_it_is_decided(subject, finding)
        is_loud = finding.attribute in subject.attributes_to_repair(function)
        key = function, None if is_loud else finding.attribute
        targets.setdefault(key, []).append(finding)

    loud = {function for function, attribute in targets if attribute is None}
    return [
        (function, attribute, about)
        for (function, attribute), about in targets.items()
        if attribute is None or function not in loud
    ]


def _where_it_is_decided(subject: Subject, finding: AskedFinding) -> str:
    """The function whose repair ends a finding: its own, or the one that decides for it."""
    decides = finding.attribute in subject.attributes_to_repair(finding.through)
    return finding.through if decides else finding.function


def _title(subject: Subject, function: str, attribute: str | None) -> str:
    """What is repaired, for which attributes, and what with it."""
    attributes = subject.attributes_to_repair(function, attribute)
    about = f" ({spoken_list(attributes)})" if attributes else ""
    return f"Repair {function_title(function)}{about}{_along(subject.callers_of(function))}"


def _along(callers: Iterable[str]) -> str:
    names = list(map(function_title, callers))
    if not names:
        return ""
    return f", and with it {names[0]}" if len(names) == 1 else ", and with it what calls it"


def _arguments(subject: Subject, function: str, attribute: str | None) -> list[Any]:
    return [subject.uri, function, attribute]
