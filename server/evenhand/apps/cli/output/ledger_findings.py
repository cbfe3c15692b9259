"""What was found in suggestions of the ledger, as findings for other programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evenhand.apps.cli.output.flat_findings import FlatFinding
from evenhand.assistants.ledger.records import Entry, RecordedVerdict
from evenhand.check.rules import evh001_biased, evh002_refuses
from evenhand.findings import Severity, VerdictKind, Witness


def open_findings(entry: Entry) -> Iterator[FlatFinding]:
    """Findings in a suggestion whose function is still as it was suggested."""
    path = str(Path(entry.suggestion.workspace) / entry.suggestion.file)

    for verdict in entry.open_verdicts:
        if not verdict.severity:
            continue
        is_biased = verdict.kind == VerdictKind.BIASED
        rule = evh001_biased.RULE if is_biased else evh002_refuses.RULE
        yield FlatFinding(
            path,
            None,
            rule.code,
            Severity(verdict.severity),
            verdict.reason,
            verdict.function,
            verdict.attribute,
            _witness(verdict),
        )


def _witness(verdict: RecordedVerdict) -> Witness | None:
    if len(verdict.calls) != 2 or len(verdict.outcomes) != 2:
        return None
    calls = (verdict.calls[0], verdict.calls[1])
    outcomes = (verdict.outcomes[0], verdict.outcomes[1])
    return Witness(calls, outcomes, ("", ""), verdict.direction)
