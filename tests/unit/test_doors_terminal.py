"""Everything printed is printable: it moves no cursor, hides nothing and gives no orders."""

from __future__ import annotations

import ast
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from reports import NAME, biased, function
from rich.console import Console
from rich.table import Table
from rich.text import Text

import evenhand
import evenhand_studies
from evenhand.apps.cli.output.formats import FORMATS, format_named
from evenhand.apps.cli.output.output_format import Results
from evenhand.apps.cli.output.text_output import blocks
from evenhand.apps.cli.output.totals import Totals
from evenhand.apps.cli.unexpected import UNEXPECTED, Program
from evenhand.doors.console import show_rich
from evenhand.doors.printable import printable, printable_lines, without_commands
from evenhand.findings import FileReport, Remark, RuleCode, Severity, Span, Witness

CLI = Path(evenhand.__file__).parent / "apps/cli"
STUDIES = Path(evenhand_studies.__file__).parent

ODD = {
    "control": "\x00\x07\x08\x1b[2J\x7f\r",
    "C1": "\x85\x9b31m",
    "direction": "\u202a\u202e\u2066\u2069\u200e\u061c",
    "no width": "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u3164",
    "line separators": "\x0b\x0c\x1c\x1d\x1e\u2028\u2029",
    "halves of pairs": "\ud800\udc80\udfff",
    "tags": "\U000e0041\U000e007f",
}
ALL_ODD = "".join(ODD.values())


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_characters_are_escaped(text: str) -> None:
    assert not set(text) & set(printable(f"a{text}b")) - set("[2J31m")
    assert not set(text) & set(printable_lines(f"a{text}b")) - set("[2J31m")
    assert printable(text).isprintable()


def test_what_can_be_seen_stays() -> None:
    text = "Zoë 日本語 'naïve' \u3000 \xa0 ❤️ ½ → | `x` \\n {} [red]"
    assert printable(text) == text
    assert printable("a\nb\tc") == "a\\nb\\tc"
    assert printable_lines("a\nb\tc\r\n") == "a\nb\tc\\r\n"


@given(st.text())
def test_any_text_is_printed_on_any_console(text: str) -> None:
    seen = printable(text)
    assert len(seen.splitlines()) <= 1
    seen.encode("utf-8")
    assert printable(seen) == seen


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("::error file=a::b", "\\x3a:error file=a::b"),
        ("a\n   ::stop-commands::x", "a\n   \\x3a:stop-commands::x"),
        ("\u3000::add-mask::x", "\u3000\\x3a:add-mask::x"),
        ("a ##[error]b ##vso[task]", "a #\\x23[error]b #\\x23vso[task]"),
        ("##teamcity[x", "#\\x23teamcity[x"),
        ("    ::\n  a::b\n ## x\nx[::2]", "    ::\n  a::b\n ## x\nx[::2]"),
    ],
)  # fmt: skip
def test_no_line_is_a_command_of_a_ci_system(text: str, harmless: str) -> None:
    assert without_commands(text) == harmless


def test_what_rich_lays_out_is_printable_and_no_markup() -> None:
    file = io.StringIO()
    console = Console(file=file, width=200, markup=False, emoji=False, highlight=False)
    table = Table(f"[red]{ALL_ODD}", box=None)
    table.add_row(Text(f"::error::{ALL_ODD}"))
    show_rich(console, table)
    show_rich(console, Text.assemble(("::error::x", "bold"), " ::x"))
    show_rich(console, "[link=http://x]y[/link] :smile:")

    text = file.getvalue()
    assert set(ODD["control"] + ODD["C1"]) & set(text) <= set("[2J31m")
    assert "[red]" in text
    assert "\\x3a:error::x ::x" in text
    assert "[link=http://x]y[/link] :smile:" in text


def hostile_report() -> FileReport:
    """A finding and a remark whose every text is hostile."""
    bad = f"::error::x\n##[error]{ALL_ODD}]]></failure><script>%0A,:"
    witness = Witness((f"f({bad!r})", f"f('{bad}')"), (bad, "2"), (bad, "1"))
    verdict = biased(witness)
    remark = Remark(RuleCode("EVH011"), Severity.WARNING, bad, Span(3, 0, 3, 9))
    path = f"::error::a\x1b[2J\n,:%\udce9{ALL_ODD.replace(chr(0), '')}.py"
    return FileReport(path, (function(verdict),), (remark,), problem=bad)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_survives_every_name_and_value(name: str) -> None:
    report = hostile_report()
    totals = Totals()
    results = Results([report], totals, ["::error::p\x1b"], "python")
    output_format = format_named(name)

    document = printable_lines(output_format.document(results) or "")
    document.encode("utf-8")
    assert not set(ODD["control"] + ODD["C1"] + ODD["direction"]) & set(document) - set("[2J31m")
    if name in {"json", "sarif"}:
        assert json.loads(document)
    if name == "junit":
        assert ElementTree.fromstring(document).tag == "testsuites"
    if name == "github":
        lines = document.split("\n")
        problems, findings = lines[:2], lines[2:]
        assert len(findings) == 2
        assert all(line.startswith("::error title=Evenhand::") for line in problems)
        assert all(line.startswith(("::warning file=", "::notice file=")) for line in findings)
        assert all(line.split("::")[1].count(",") == 4 for line in findings)
    for block in blocks(report, verbose=True):
        lines = block.plain.split("\n")
        assert all(printable(line) == line for line in lines)


def test_a_location_in_sarif_is_a_uri() -> None:
    report = FileReport("a b\udce9?#%.py", (function(biased()),))
    results = Results([report], Totals(), [], "python")
    document = json.loads(format_named("sarif").document(results) or "")

    (result,) = document["runs"][0]["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == "a%20b%E9%3F%23%25.py"
    assert NAME.line == 12


@pytest.fixture
def program() -> Program:
    def unplanned() -> None:
        raise ValueError("\x1b[2J" + "x" * 10_000)

    def too_deep() -> None:
        raise RecursionError("maximum recursion depth exceeded")

    def full() -> None:
        raise OSError(28, "No space left on device", "a\x1bb")

    def refused() -> None:
        raise click.UsageError("no \x1b[31m`x`\r")

    commands = (unplanned, too_deep, full, refused)
    return Program(
        "evenhand", {f.__name__: click.Command(f.__name__, callback=f) for f in commands}
    )


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("unplanned", UNEXPECTED, "stopped by a bug in Evenhand (ValueError: \\x1b[2Jxxx"),
        ("too_deep", UNEXPECTED, "(RecursionError: maximum recursion depth exceeded in test_"),
        ("full", UNEXPECTED, "stopped by the system: No space left on device (a\\x1bb)"),
        ("refused", 2, "Error: no `x`\\r"),
        ("\x1b[31m", 2, "No such command"),
    ],
)
def test_a_run_ends_with_a_sentence(program: Program, command: str, status: int, says: str) -> None:
    result = CliRunner().invoke(program, [command])

    assert result.exit_code == status
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert "\x1b" not in result.stderr
    assert len(result.stderr) < 1_000


PRINTING = {"echo", "secho", "prompt", "confirm", "print", "pprint", "write", "print_exc"}
CONSOLES = {"Console", "print"}


def _prints(node: ast.AST) -> bool:
    """Whether a call prints without the door."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in CONSOLES
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in PRINTING:
        return False
    owner = ast.unparse(node.func.value)
    return owner in {"click", "sys.stdout", "sys.stderr", "traceback"} or "console" in owner.lower()


def test_the_command_line_prints_through_the_door_alone() -> None:
    offenders = [
        f"{file}:{node.lineno}"
        for folder in (CLI, STUDIES)
        for file in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if _prints(node)
    ]
    assert offenders == []
