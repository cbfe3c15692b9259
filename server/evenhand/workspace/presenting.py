"""What of a report is shown, and how loudly, under the user's settings."""

from __future__ import annotations

from dataclasses import replace

from evenhand.findings import FileReport, FunctionReport, Remark, Verdict
from evenhand.workspace.settings import Settings


def presented(report: FileReport, settings: Settings) -> FileReport:
    """`report` with the selection and the severities of `settings`; verdicts stay as they are."""
    return replace(
        report,
        functions=tuple(presented_function(f, settings) for f in report.functions),
        remarks=tuple(_remark(r, settings) for r in report.remarks if settings.shows(r.code)),
    )


def presented_function(report: FunctionReport, settings: Settings) -> FunctionReport:
    """One function's report under `settings`."""
    return replace(report, verdicts=tuple(_verdict(v, settings) for v in report.verdicts))


def _verdict(verdict: Verdict, settings: Settings) -> Verdict:
    if verdict.code is None or verdict.severity is None:
        return verdict
    if not settings.shows(verdict.code):
        return replace(verdict, severity=None)
    return replace(verdict, severity=dict(settings.severity).get(verdict.code, verdict.severity))


def _remark(remark: Remark, settings: Settings) -> Remark:
    return replace(remark, severity=dict(settings.severity).get(remark.code, remark.severity))
