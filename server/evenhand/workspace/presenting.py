"""Apply the user's selection of rules and severities to a report."""

from __future__ import annotations

from dataclasses import replace

from evenhand.findings import FileReport, FunctionReport, Remark, Verdict
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
    return replace(verdict, severity=severities.get(verdict.code, verdict.severity))


def _remark(remark: Remark, settings: Settings) -> Remark:
    severities = dict(settings.severity)
    return replace(remark, severity=severities.get(remark.code, remark.severity))
