"""`--add-allowances REASON`: allow everything that is found today, for one reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from evenhand.apps.cli.commands.check_files import CheckRequest, checked_reports
from evenhand.apps.cli.commands.review_changes import Changes, NotDecidedError
from evenhand.apps.cli.input.workload import STDIN, refuse_data_sets
from evenhand.apps.cli.output.open_findings import OpenFinding, open_findings
from evenhand.apps.cli.output.output_format import OutputFormat
from evenhand.apps.cli.output.totals import counted
from evenhand.check.reading.allowances import is_reason
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_text
from evenhand.findings import Severity

OPTION = "--add-allowances"


def refuse_additions(paths: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """Raise `UsageError` for what cannot be allowed in bulk, or not with these options."""
    reason = options["add_allowances"]
    if not is_reason(reason) or not reason.isprintable():
        raise click.UsageError(f"{OPTION} needs a reason that says why this is intended")
    if options["review"] or options["write_baseline"] is not None:
        raise click.UsageError(f"{OPTION} goes without --review and --write-baseline")
    if options["format"] != "text" or options["outputs"] or options.get("column"):
        raise click.UsageError(f"{OPTION} writes comments; leave out --format, --output, --column")
    refuse_data_sets(paths, OPTION)
    if STDIN in paths:
        raise click.UsageError(f"standard input cannot be written to; leave out {OPTION}")


def add_allowances(request: CheckRequest, reason: str) -> int:
    """Check, write a comment above each function with a finding, and return the exit status."""
    reports, totals = checked_reports(request, OutputFormat())
    jobs = {str(job.path): job for job in request.workload.files}
    changes = Changes(request.workload.home)
    allowed: list[OpenFinding] = []
    for finding in open_findings(reports, request.verbose):
        try:
            changes.file(jobs[finding.path]).allow(finding, reason)
        except NotDecidedError as error:
            _say_left(finding, str(error))
        else:
            allowed.append(finding)

    unwritten = {str(path) for path, problem in changes.write() if _is_said(str(path), problem)}
    written = [finding for finding in allowed if finding.path not in unwritten]
    totals.warnings -= sum(finding.severity is Severity.WARNING for finding in written)
    if not request.quiet:
        files = len({finding.path for finding in written})
        show_text(f"Allowed {counted(len(written), 'finding')} in {counted(files, 'file')}.")
    return totals.status(bool(request.workload.problems or unwritten), request.exit_zero)


def _say_left(finding: OpenFinding, why: str) -> None:
    place = f"{finding.path}:{finding.location.line}"
    say(f"evenhand: {printable(f'{place}: {finding.code} was not allowed: {why}')}")


def _is_said(path: str, problem: str) -> bool:
    """Whether a file could not be written, which is said then."""
    if problem:
        say(f"evenhand: {printable(f'{path} was not written: {problem}')}")
    return bool(problem)
