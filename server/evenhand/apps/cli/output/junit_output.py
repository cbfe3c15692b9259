"""Verdicts as JUnit XML: a suite for each file, a test case for each function and attribute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree

from evenhand.apps.cli.output.output_format import OutputFormat, Results
from evenhand.apps.cli.output.paths import relative_posix
from evenhand.check.proofs.side_by_side_texts import call_lines
from evenhand.doors.printable import printable_lines, without_marks
from evenhand.findings import FileReport, FunctionReport, Severity, Verdict, VerdictKind

COUNTS = ("tests", "failures", "errors", "skipped")


class JUnitOutput(OutputFormat):
    """`--format junit`"""

    def document(self, results: Results) -> str:
        root = ElementTree.Element("testsuites", name="Evenhand")
        if results.totals.problems or results.problems:
            root.append(_suite_of_run([*results.totals.problems, *results.problems]))
        for report in results.reports:
            root.append(_suite(report))

        for element in root.iter():
            _make_printable(element)
        ElementTree.indent(root)
        text = ElementTree.tostring(root, encoding="unicode", xml_declaration=True)
        return without_marks(text, "&#35;")


def _suite_of_run(problems: Sequence[str]) -> ElementTree.Element:
    """What could not be done, whatever the file."""
    count = str(len(problems))
    counts = {"tests": count, "failures": "0", "errors": count, "skipped": "0"}
    suite = ElementTree.Element("testsuite", {"name": "evenhand", **counts})
    for problem in problems:
        case = ElementTree.SubElement(suite, "testcase", classname="evenhand", name="run")
        ElementTree.SubElement(case, "error", message=problem)
    return suite


def _suite(report: FileReport) -> ElementTree.Element:
    row = "" if report.row is None else f":row {report.row}"
    path = f"{relative_posix(report.path)}{row}"
    suite = ElementTree.Element("testsuite", name=path)
    counts = Counter[str]()

    for function in report.functions:
        for verdict in function.on_inputs:
            counts["tests"] += 1
            counts[_add_case(suite, path, function, verdict)] += 1
    if report.problem:
        counts.update(("tests", "errors"))
        case = ElementTree.SubElement(suite, "testcase", classname=path, name="read")
        ElementTree.SubElement(case, "error", message=report.problem)

    for name in COUNTS:
        suite.set(name, str(counts[name]))
    return suite


def _add_case(
    suite: ElementTree.Element, path: str, function: FunctionReport, verdict: Verdict
) -> str:
    """Add a test case for one verdict; the count that it belongs to besides `tests`."""
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=path,
        name=f"{function.name}: {verdict.attribute}",
        time=f"{verdict.seconds:.3f}",
    )
    message = verdict.reason

    if verdict.shown and verdict.severity is Severity.WARNING:
        failure = ElementTree.SubElement(case, "failure", type=str(verdict.code), message=message)
        failure.text = "\n".join(call_lines(verdict.witness))
        return "failures"
    if verdict.kind is VerdictKind.NOT_CHECKED:
        ElementTree.SubElement(case, "skipped", message=message)
        return "skipped"
    return "passed"


def _make_printable(element: ElementTree.Element) -> None:
    """Put escapes in the place of the characters that XML cannot hold, and of invisible ones."""
    for name, value in element.items():
        element.set(name, printable_lines(value))
    element.text = element.text and printable_lines(element.text)
