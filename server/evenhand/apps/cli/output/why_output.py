"""Why a difference is a warning, or is not: the signals, and what each counts for."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from evenhand.apps.cli.output.text_output import TextOutput
from evenhand.check.catalogue.purposes import manners
from evenhand.doors.printable import printable
from evenhand.findings import FileReport, FunctionReport, Points, Recognised, Verdict

LONGEST_SIGN = 40
DECIDES_ALONE = 10.0
"""Points that nothing outweighs."""


class WhyOutput(TextOutput):
    """`--format why`"""

    def blocks(self, report: FileReport, verbose: bool) -> Iterator[Text]:
        """A block for each difference, whatever it is for."""
        for function in report.functions:
            for verdict in function.verdicts:
                if verdict.recognised is not None:
                    yield _block(report, function, verdict, verdict.recognised)


def _block(
    report: FileReport,
    function: FunctionReport,
    verdict: Verdict,
    recognised: Recognised,
) -> Text:
    where = f"{report.path}:{function.location.line}"
    reason = manners()[recognised.purpose].reason
    shown = f" ({verdict.severity})" if verdict.severity is not None else " (not shown)"
    text = Text(printable(f"{where}: {verdict.attribute} in {function.name}: {reason}{shown}"))
    for points in recognised.points:
        text.append("\n")
        text.append(printable(f"  {said(points)}"))
    return text


def said(points: Points) -> str:
    """`2.3  lending in name (loan), for a decision`."""
    weight = "always" if points.points >= DECIDES_ALONE else f"{points.points:6.1f}"
    sign = points.sign if len(points.sign) <= LONGEST_SIGN else f"{points.sign[:LONGEST_SIGN]}..."
    seen = f" ({sign})" if sign and sign != points.signal else ""
    return f"{weight}  {points.signal}{seen}, for {manners()[points.towards].reason}"
