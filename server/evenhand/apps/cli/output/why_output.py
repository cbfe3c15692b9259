"""Why a difference is a warning, or is not: the signals, and what each counts for."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from evenhand.apps.cli.output.text_output import TextOutput
from evenhand.check.catalogue.purposes import manners
from evenhand.check.sentences import lowered_by
from evenhand.doors.printable import printable
from evenhand.findings import FileReport, Points, Purpose, Recognised, Severity

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
                    about = f"{verdict.attribute} in {function.name}"
                    place = (report.path, function.location.line)
                    text = _block(*place, about, verdict.severity, verdict.recognised)
                    if verdict.second_reading is not None:
                        text.append("\n" + printable(f"  {lowered_by(verdict.second_reading)}"))
                    yield text
        for remark in report.remarks:
            if remark.recognised is not None:
                place = (report.path, remark.location.line)
                yield _block(*place, remark.attribute, remark.severity, remark.recognised)


def _block(
    path: str, line: int, about: str, severity: Severity | None, recognised: Recognised
) -> Text:
    reason = manners()[recognised.purpose].reason
    shown = f" ({severity})" if severity is not None else " (not shown)"
    text = Text(printable(f"{path}:{line}: {about}: {reason}{shown}"))
    for points in recognised.points:
        text.append("\n")
        text.append(printable(f"  {said(points)}"))
    return text


def said(points: Points) -> str:
    """`+2.3  lending in name: speaks of loan, for a decision`; what is against one is negative."""
    signed = points.points if points.towards is Purpose.DECISION else -points.points
    weight = "always" if points.points >= DECIDES_ALONE else f"{signed:+6.1f}"
    sign = points.sign if len(points.sign) <= LONGEST_SIGN else f"{points.sign[:LONGEST_SIGN]}..."
    phrase = points.phrase.format(sign)
    seen = f": {phrase}" if phrase != points.signal else ""
    return f"{weight}  {points.signal}{seen}, for {manners()[points.towards].reason}"
