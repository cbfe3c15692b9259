"""Apply the user's selection of rules and severities to a report."""

from __future__ import annotations

from dataclasses import replace

from evenhand.check.catalogue import STRICT
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Purpose,
    Remark,
    Severity,
    Verdict,
    quieter,
)
from evenhand.workspace.settings import Settings


def presented(report: FileReport, settings: Settings) -> FileReport:
    """`report` with the selection and the severities of `settings`; its verdicts do not change."""
    functions = tuple(presented_function(f, settings) for f in report.functions)
    remarks = tuple(_remark(r, settings) for r in report.remarks if settings.shows(r.code))
    return replace(report, functions=functions, remarks=remarks)


def presented_function(report: FunctionReport, settings: Settings) -> FunctionReport:
    """One function's report under `settings`."""
    return replace(report, verdicts=tuple(_verdict(v, settings) for v in report.verdicts))


def _verdict(verdict: Verdict, settings: Settings) -> Verdict:
    if verdict.code is None or verdict.severity is None:
        return verdict
    if not settings.shows(verdict.code):
        return replace(verdict, severity=None)

    severities = dict(settings.severity)
    chosen: Severity | None = severities.get(verdict.code, verdict.severity)
    if is_quietened(verdict, settings):
        chosen = quieter(chosen, verdict.severity)
    return replace(verdict, severity=chosen)


def is_quietened(verdict: Verdict, settings: Settings) -> bool:
    """Whether its purpose says how loudly a finding is shown at most."""
    has_purpose = verdict.purpose not in (None, Purpose.DECISION)
    return has_purpose and settings.profile != STRICT


def _remark(remark: Remark, settings: Settings) -> Remark:
    severities = dict(settings.severity)
    return replace(remark, severity=severities.get(remark.code, remark.severity))
