"""Findings for people: one block each, then a line that sums up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.places import position_in
from evenhand.apps.cli.output.totals import Totals, counted
from evenhand.causes import Owner
from evenhand.check.proofs.side_by_side_texts import needs_words, notes, situation_lines
from evenhand.check.proofs.witness_programs import program_of
from evenhand.check.sentences import left_over, rate_of
from evenhand.doors.aligned_calls import shared_ends
from evenhand.doors.printable import listed, printable
from evenhand.findings import (
    FileReport,
    FunctionReport,
    LeftOver,
    Remark,
    Severity,
    Span,
    Verdict,
    VerdictKind,
    Witness,
)
from evenhand.isolation import Isolation
from evenhand.lines import lines_of

_COLOUR = {Severity.WARNING: "yellow", Severity.INFORMATION: "cyan", Severity.HINT: "dim"}
_INDENT = "    "
_WIDE = 96
"""Calls longer than this have their outcome on a line of its own."""


class TextOutput(OutputFormat):
    """`--format text`"""

    document_is_summary = True
    keeps_reports = False

    def blocks(self, report: FileReport, verbose: bool) -> Iterator[Text]:
        return blocks(report, verbose)

    def document(self, results: Results) -> str:
        if results.totals.files or results.totals.rows:
            return summary(results.totals, results.verbose)
        return "No function changed." if results.since else "No Python files found."


def blocks(report: FileReport, verbose: bool) -> Iterator[Text]:
    """What is printed about one file, in the order of the source."""
    located: list[tuple[Span, Text]] = []
    for function in report.functions:
        for verdict in function.verdicts:
            if is_printed(verdict.severity if verdict.shown else None, verbose):
                located.append((verdict.location, _shown_verdict(report, verdict, verbose)))
            elif verbose:
                located.append((verdict.location, _quiet_verdict(report, function, verdict)))
    for remark in report.remarks:
        if is_printed(remark.severity, verbose):
            located.append((remark.location, remark_text(report, remark)))

    if verbose:
        located += [(left.location, _left_over(report, left)) for left in report.left_over]
    for _, text in sorted(located, key=lambda pair: (pair[0].line, pair[0].column)):
        yield text


def is_printed(severity: Severity | None, verbose: bool) -> bool:
    """Whether a finding of this severity is printed; hints are only with `verbose`."""
    return severity is not None and (verbose or severity is not Severity.HINT)


def summary(totals: Totals, verbose: bool = False) -> str:
    """One line: what was found, in how many files or rows, how long it took, what is left out."""
    where = "" if verbose else " (see --verbose)"
    clauses = [f"Found {_unequal(totals)} in {_extent(totals)} ({totals.seconds:.1f} s)"]
    if totals.other:
        clauses.append(counted(totals.other, "other finding"))
    if totals.unchecked:
        clauses.append(f"{counted(totals.unchecked, 'function')} could not be checked{where}")
    if totals.hints:
        clauses.append(f"{counted(totals.hints, 'hint')}{where}")
    if totals.unread:
        clauses.append(f"{counted(totals.unread, _noun(totals))} could not be read")
    if totals.partly_read:
        clauses.append(f"{counted(totals.partly_read, 'notebook')} could not be read as a whole")
    if totals.standing.level is Isolation.BASIC:
        hint = " (see `evenhand doctor`)" if totals.standing.problems else ""
        clauses.append(f"the code ran behind basic isolation only{hint}")
    return "; ".join(clauses) + "."


def _extent(totals: Totals) -> str:
    """`3 files and 20 rows`"""
    files = [counted(totals.files, "file")] if totals.files or not totals.rows else []
    rows = [counted(totals.rows, "row")] if totals.rows else []
    return " and ".join([*files, *rows])


def _noun(totals: Totals) -> str:
    if totals.rows and totals.files:
        return "text"
    return "row" if totals.rows else "file"


def _unequal(totals: Totals) -> str:
    verb = "treats" if totals.unequal == 1 else "treat"
    functions = f"{counted(totals.unequal, 'function')} that {verb} people differently"
    says = "says" if totals.features == 1 else "say"
    features = f"{counted(totals.features, 'model feature')} that {says} who people are"
    chooses = "chooses" if totals.queries == 1 else "choose"
    queries = f"{counted(totals.queries, 'condition')} that {chooses} people in a query"
    counts = ((totals.unequal, functions), (totals.features, features), (totals.queries, queries))
    parts = [part for count, part in counts if count]
    return listed(parts or ["no function that treats people differently"])


def finding_text(report: FileReport, verdict: Verdict) -> Text:
    """A finding with its place, the two calls that prove it, and its rate if that was asked for."""
    text = _verdict_head(report, verdict)
    witness = verdict.witness
    if witness is not None and needs_words(witness, _WIDE):
        text.append_text(_situations(witness, verdict.stood_in))
    elif witness is not None:
        text.append_text(_witness(witness))
    return text.append_text(_rate(verdict))


def _program(report: FileReport, witness: Witness | None) -> Text:
    """What runs both calls, where their texts alone do not."""
    text = program_of(report, witness) if witness and needs_words(witness, _WIDE) else None
    if text is None:
        return Text()
    lines = lines_of(text)
    return Text("".join(f"\n{_INDENT * 2}{printable(line)}".rstrip(" ") for line in lines))


def _situations(witness: Witness, made_up: Sequence[str]) -> Text:
    """Both situations below each other, and what is the same in both."""
    text = Text()
    told = witness.situations
    if told is not None:
        for line in situation_lines(told):
            text.append(f"\n{_INDENT}{printable(line)}", "bold")
        for line in notes(told, made_up):
            text.append(f"\n{_INDENT}{line}", "dim")
    return text


def _shown_verdict(report: FileReport, verdict: Verdict, verbose: bool) -> Text:
    """A finding; the calls behind one that is less than a warning are shown with `verbose`."""
    if verbose:
        return finding_text(report, verdict).append_text(_program(report, verdict.witness))
    if verdict.severity is Severity.WARNING:
        return finding_text(report, verdict)
    return _verdict_head(report, verdict).append_text(_rate(verdict))


def _verdict_head(report: FileReport, verdict: Verdict) -> Text:
    return _head(report, verdict.location, str(verdict.code), verdict.reason, verdict.severity)


def remark_text(report: FileReport, remark: Remark) -> Text:
    """A remark with its place."""
    return _head(report, remark.location, remark.code, remark.message, remark.severity)


def _quiet_verdict(report: FileReport, function: FunctionReport, verdict: Verdict) -> Text:
    """One line for a verdict that is no finding."""
    kind = verdict.kind.replace("_", " ")
    if verdict.allowed is not None:
        kind += f", allowed ({verdict.allowed or 'no reason given'})"

    if _is_said_of_run(verdict):
        sentence = kind
    elif _says_its_kind(verdict):
        sentence = verdict.reason
    elif verdict.reason:
        sentence = f"{kind}: {verdict.reason}"
    else:
        sentence = kind
    line = f"{verdict.attribute} in {function.name}: {sentence}"
    return _position(report, verdict.location).append(printable(line), style="dim")


def _left_over(report: FileReport, left: LeftOver) -> Text:
    sentence = f"{left.attribute}: {left_over(left.name)}"
    return _position(report, left.location).append(printable(sentence), style="dim")


def _is_said_of_run(verdict: Verdict) -> bool:
    """Whether the reason is a problem of the whole run, which is said once."""
    return verdict.explanation is not None and verdict.explanation.owner is Owner.MACHINE


def _says_its_kind(verdict: Verdict) -> bool:
    """Whether the reason begins with the name of the verdict's kind."""
    if verdict.allowed is not None:
        return False
    if verdict.kind is VerdictKind.NOT_CHECKED:
        return verdict.cause is not None and verdict.branch is None
    return verdict.kind is VerdictKind.NO_DIFFERENCE_FOUND


def _head(
    report: FileReport, location: Span, code: str, sentence: str, severity: Severity | None
) -> Text:
    text = _position(report, location)
    text.append(code, style=f"bold {_COLOUR[severity]}" if severity else "bold")
    text.append(f" {printable(sentence)}")
    if severity is not Severity.WARNING:
        text.append(f" ({severity})", style="dim")
    return text


def _position(report: FileReport, location: Span) -> Text:
    return Text.assemble((printable(report.path), "bold"), f":{position_in(report, location)}: ")


def _rate(verdict: Verdict) -> Text:
    """How many people the finding touches, on a line of its own; nothing if that is not known."""
    said = rate_of(verdict)
    return Text(f"\n{_INDENT}{said}" if said else "")


def _witness(witness: Witness) -> Text:
    """Both calls, aligned, each with its outcome; what differs between them is bold."""
    first, second = (printable(call) for call in witness.calls)
    start, end = shared_ends(first, second)
    width = max(len(first), len(second))

    text = Text()
    for call, outcome in zip((first, second), map(printable, witness.outcomes), strict=True):
        stop = len(call) - end
        text.append(f"\n{_INDENT}{call[:start]}").append(call[start:stop], "bold")
        text.append(call[stop:])
        if width <= _WIDE:
            text.append(f"{' ' * (width - len(call))}  -> {outcome}")
        else:
            text.append(f"\n{_INDENT * 2}-> {outcome}")
    return text
