"""Quick fixes as edits of texts, without a server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.actions.pytest_fixes import PytestFile
from evenhand.apps.lsp.actions.quick_fixes import quick_fixes
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.shown_findings import ShownFindings, with_report
from evenhand.apps.lsp.documents.text_positions import Text, changed
from evenhand.doors.aligned_calls import shared_ends
from evenhand.findings import (
    FileReport,
    FunctionReport,
    Purpose,
    Recognised,
    Remark,
    RuleCode,
    Severity,
    Span,
    Staging,
    Verdict,
    VerdictKind,
    Witness,
)

LOANS = """\
import math

class Desk:
    @staticmethod
    def fee(age):
        return 10 if age > 65 else 20

def limit(amount, gender):
    if gender == "male":
        print("welcome")
    return math.floor(amount)
"""
LIMIT_CALLS = ('limit(1.5, "male")', 'limit(1.5, "female")')
FEE_CALLS = ("Desk.fee(66)", "Desk.fee(65)")
NOT_A_PROBLEM = "Not a problem: gender here…"


def text_of(source: str) -> Text:
    return Text(source, PositionCodec(types.PositionEncodingKind.Utf16))


def staging(calls: tuple[str, str], **more: object) -> Staging:
    """Two calls as parts of a program."""
    start, end = shared_ends(*calls)
    if calls[0][start - 1] in "'\"":
        start, end = start - 1, end - 1
    first, second = (call[start : len(call) - end] for call in calls)
    call = f"{calls[0][:start]}value{calls[0][len(calls[0]) - end :]}"
    names = (call.partition("(")[0].partition(".")[0],)
    return replace(
        Staging("value", (first, second), (), (), call, (), names, ()), **more  # type: ignore[arg-type]
    )  # fmt: skip


def biased(
    source: str,
    name: str,
    attribute: str,
    calls: tuple[str, str],
    staged: Staging | None = None,
) -> ShownFindings:
    own = name.rpartition(".")[2]
    line, text = next((n, t) for n, t in enumerate(source.splitlines(), 1) if f"def {own}(" in t)
    place = Span(line, text.index(own), line, text.index(own) + len(own))
    verdict = Verdict(
        attribute=attribute,
        input=attribute,
        kind=VerdictKind.BIASED,
        code=RuleCode("EVH001"),
        severity=Severity.WARNING,
        reason="differs",
        pairs=1,
        seconds=0.1,
        witness=Witness(calls, ("1", "2"), ("1", "2"), staging=staged or staging(calls)),
        location=place,
    )
    report = FunctionReport(name, Span(line, 0, line + 2, 0), place, (verdict,))
    return with_report(ShownFindings(), FileReport("loans.py", (report,)))


def fixes(
    source: str,
    known: ShownFindings,
    path: Path,
    present: Text | None = None,
    now: str | None = None,
) -> list[types.CodeAction]:
    """The fixes offered for what is known of `source`, where the text may be another `now`."""
    diagnostics = to_lsp.diagnostics(path.as_uri(), text_of(source), known)
    subject = Subject(path.as_uri(), 7, text_of(now or source), path, path.parent)
    return quick_fixes(
        subject, diagnostics, lambda where: PytestFile(where.as_uri(), None, present)
    )


def applied(source: str, action: types.CodeAction) -> str:
    """`source` after the action's one edit of it, which must be of the version that it saw."""
    assert action.edit is not None
    (edit,) = action.edit.document_changes
    assert edit.text_document.version == 7
    text = text_of(source)
    for one in edit.edits:
        change = types.TextDocumentContentChangePartial(range=one.range, text=one.new_text)
        text, _ = changed(text, [change])
    return text.source


def test_an_allowance_goes_above_the_decorators_with_a_reason_to_type_over(tmp_path: Path):
    known = biased(LOANS, "Desk.fee", "age", FEE_CALLS)

    action = fixes(LOANS, known, tmp_path / "loans.py")[0]

    lines = applied(LOANS, action).splitlines()
    assert lines[3:6] == [
        "    # evenhand: allow(age) say here why this is intended",
        "    @staticmethod",
        "    def fee(age):",
    ]
    assert action.title == "Allow age in `Desk.fee` and say why"
    assert action.command is not None
    uri, chosen = action.command.arguments
    assert uri == (tmp_path / "loans.py").as_uri()
    said = lines[chosen.start.line][chosen.start.character : chosen.end.character]
    assert said == "say here why this is intended"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "# evenhand: allow(race) why\ndef limit(a, gender):\n    pass\n",
            "# evenhand: allow(race, gender) why\ndef limit(a, gender):\n    pass\n",
        ),
        (
            "def limit(a, gender):  # evenhand: allow(race) why\n    pass\n",
            "def limit(a, gender):  # evenhand: allow(race, gender) why\n    pass\n",
        ),
        (
            "# evenhand: allow(race) why\n"
            "@once\n@known(\n    1,\n)\ndef limit(a, gender):\n    pass\n",
            "# evenhand: allow(race, gender) why\n"
            "@once\n@known(\n    1,\n)\ndef limit(a, gender):\n    pass\n",
        ),
        (
            "if a:\n    pass\n"
            "@known(\n    1,  # one\n)\n# A limit.\ndef limit(a, gender):\n    pass\n",
            "if a:\n    pass\n# evenhand: allow(gender) say here why this is intended\n"
            "@known(\n    1,  # one\n)\n# A limit.\ndef limit(a, gender):\n    pass\n",
        ),
        (
            "def limit(a, gender):\r\n    pass\r\n",
            "# evenhand: allow(gender) say here why this is intended\r\n"
            "def limit(a, gender):\r\n    pass\r\n",
        ),
    ],
)
def test_an_allowance_joins_the_one_that_is_there(tmp_path: Path, before: str, after: str):
    known = biased(before, "limit", "gender", LIMIT_CALLS)

    assert applied(before, fixes(before, known, tmp_path / "loans.py")[0]) == after


@pytest.mark.parametrize("purpose", Purpose)
def test_the_purpose_is_offered_as_the_reason(tmp_path: Path, purpose: Purpose):
    found = biased(LOANS, "limit", "gender", LIMIT_CALLS)
    (function,) = found.functions
    (verdict,) = function.report.verdicts
    with_purpose = replace(verdict, recognised=Recognised(purpose))
    report = replace(function.report, verdicts=(with_purpose,))
    found = with_report(found, FileReport("loans.py", (report,)))
    action = next(a for a in fixes(LOANS, found, tmp_path) if a.title.startswith("Allow"))

    offered = applied(LOANS, action).partition("# evenhand: allow(gender) ")[2].partition("\n")[0]
    is_own = offered != "say here why this is intended"
    assert is_own == (purpose not in (Purpose.DECISION, Purpose.UNCLEAR))
    assert offered


def test_nothing_is_allowed_where_the_function_is_no_longer(tmp_path: Path):
    known = biased(LOANS, "limit", "gender", LIMIT_CALLS)

    offered = fixes(LOANS, known, tmp_path / "loans.py", now="\n" + LOANS)

    assert titles(offered) == [
        "Add a test for gender to tests/test_loans_evenhand.py",
        NOT_A_PROBLEM,
    ]


IDLE_CASES = [
    ("def f(age):  # evenhand: allow(age) why\n    pass\n", "def f(age):\n    pass\n"),
    ("    # evenhand: allow(age, race) why\n    pass\n", "    pass\n"),
    ("x = 1\n# evenhand: allow(age)", "x = 1\n"),
]


@pytest.mark.parametrize(("before", "after"), IDLE_CASES)
def test_an_idle_allowance_is_removed(tmp_path: Path, before: str, after: str):
    known = with_report(ShownFindings(), FileReport("a.py", (), (idle_remark(before),)))

    (action,) = fixes(before, known, tmp_path / "a.py")

    assert applied(before, action) == after


def test_what_an_allowance_does_allow_stays(tmp_path: Path):
    source = "# evenhand: allow(age, race) why\ndef limit(age):\n    pass\n"
    (function,) = biased(source, "limit", "age", LIMIT_CALLS).functions
    report = FileReport("a.py", (allowed(function.report),), (idle_remark(source),))

    (action,) = fixes(source, with_report(ShownFindings(), report), tmp_path / "a.py")

    assert applied(source, action).splitlines()[0] == "# evenhand: allow(age) why"


def idle_remark(source: str) -> Remark:
    lines = source.splitlines()
    line, text = next((n, t) for n, t in enumerate(lines, 1) if "evenhand:" in t)
    place = Span(line, text.index("#"), line, len(text))
    return Remark(RuleCode("EVH011"), Severity.WARNING, "nothing to allow", place)


def allowed(report: FunctionReport) -> FunctionReport:
    return replace(report, verdicts=tuple(replace(v, allowed="why") for v in report.verdicts))


def test_a_new_test_file_fails_until_the_code_is_repaired(tmp_path: Path):
    (tmp_path / "loans.py").write_text(LOANS)
    test = write_tests(tmp_path, tmp_path / "loans.py", "limit", "gender", LIMIT_CALLS)

    assert test == tmp_path / "tests" / "test_loans_evenhand.py"
    assert "def test_limit_is_the_same_whatever_the_gender(capsys):" in test.read_text()
    assert pytest_says(test) == (1, 0)

    (tmp_path / "loans.py").write_text(LOANS.replace('gender == "male"', "amount"))
    assert pytest_says(test) == (0, 1)


SHAPES = """\
import pandas as pd

class Answer:
    def __init__(self, text):
        self.text = text

def returns_an_object(sex):
    return [Answer("yes" if BIASED and sex == "male" else "no")]

def generates(sex):
    yield 1 if BIASED and sex == "male" else 2

async def waits(sex):
    return 1 if BIASED and sex == "male" else 2

def tabulates(sex):
    return pd.Series([1, 2 if BIASED and sex == "male" else 3])

def refuses(sex):
    if BIASED and sex == "male":
        raise ValueError("no men")
    return 1

def raises(sex):
    raise ValueError("no men" if BIASED and sex == "male" else "nobody")
"""


def test_tests_compare_whatever_is_returned(tmp_path: Path):
    file = tmp_path / "shapes.py"
    file.write_text("BIASED = True\n" + SHAPES)
    for name in re.findall(r"def (\w+)\(sex\)", SHAPES):
        calls = (f"{name}('male')", f"{name}('female')")
        staged = staging(calls, raises=2 if name == "raises" else 0)
        test = write_tests(tmp_path, file, name, "gender", calls, staged)

    assert pytest_says(test) == (6, 0)
    file.write_text("BIASED = False\n" + SHAPES)
    assert pytest_says(test) == (0, 6)


WORLD = """\
class Request:
    def __getattr__(self, name):
        raise RuntimeError("Working outside of request context")

request = Request()
Applicant = Request()

def apply():
    if request.form["gender"] == BIASED:
        return "refused"
    return "granted"

def save(id):
    applicant = Applicant.objects.get(id=id)
    if applicant.gender == BIASED:
        applicant.status = "refused"
        applicant.save()
    return applicant

def show(id):
    return Applicant.objects.get(id=id)
"""
STATES = {
    "apply": ("request", "form", "{'gender': 'X'}", "{'gender': 'F'}", "apply()"),
    "save": ("Applicant", "objects.get.return_value.gender", "'X'", "'F'", "save(1)"),
}


def test_tests_of_code_in_a_framework_come_to_the_function(tmp_path: Path):
    file = tmp_path / "app.py"
    file.write_text("BIASED = 'F'\n" + WORLD)
    for name, (world, part, first, second, call) in STATES.items():
        patch = (world, f"mock.MagicMock(**{{'{part}': value}})")
        staged = staging((call, call), values=(first, second), patches=(patch,), call=call)
        staged = replace(staged, imports=("from unittest import mock",))
        test = write_tests(tmp_path, file, name, "gender", (call, call), staged)
    assert pytest_says(test) == (2, 0)

    file.write_text("BIASED = None\n" + WORLD)
    assert pytest_says(test) == (0, 2)


def test_a_test_that_does_not_come_to_the_function_fails(tmp_path: Path):
    file = tmp_path / "app.py"
    framework, own = WORLD.split("request = Request()")
    (tmp_path / "framework.py").write_text(framework)
    guard = "def guard(f): return lambda: 'sign in'\n\n@guard\n"
    own = f"request = Request(){own}".replace("def apply", f"{guard}def apply")
    file.write_text(f"from framework import Request\n\nBIASED = None\n{own}")
    for name, call in {"apply": "apply()", "show": "show(1)"}.items():
        staged = staging((call, call), call=call, values=("1", "2"))
        test = write_tests(tmp_path, file, name, "gender", (call, call), staged)

    assert pytest_says(test) == (2, 0)


def test_another_counterexample_is_added_behind(tmp_path: Path):
    (tmp_path / "loans.py").write_text(LOANS)
    for name, attribute, calls in (
        ("limit", "gender", LIMIT_CALLS),
        ("Desk.fee", "age", FEE_CALLS),
    ):
        test = write_tests(tmp_path, tmp_path / "loans.py", name, attribute, calls)

    names = re.findall(r"def test_\w+", test.read_text())
    assert names == [
        "def test_limit_is_the_same_whatever_the_gender",
        "def test_desk_fee_is_the_same_whatever_the_age",
    ]
    assert pytest_says(test) == (2, 0)


def test_a_test_that_is_there_is_not_offered_again(tmp_path: Path):
    (tmp_path / "loans.py").write_text(LOANS)
    test = write_tests(tmp_path, tmp_path / "loans.py", "limit", "gender", LIMIT_CALLS)
    present = text_of(test.read_text())
    known = biased(LOANS, "limit", "gender", LIMIT_CALLS)

    again = fixes(LOANS, known, tmp_path / "loans.py", present)
    of_another = fixes(LOANS, known, tmp_path / "other" / "loans2.py", present)
    assert titles(again) == ["Allow gender in `limit` and say why", NOT_A_PROBLEM]
    assert titles(of_another)[-2] == "Add a test for gender to tests/test_loans2_evenhand.py"


def test_the_new_test_is_shown(tmp_path: Path):
    known = biased(LOANS, "limit", "gender", LIMIT_CALLS)
    fix = fixes(LOANS, known, tmp_path / "loans.py", text_of("import os\n"))[-2]

    uri, place = fix.command.arguments
    assert uri.endswith("/tests/test_loans_evenhand.py")
    (edit,) = fix.edit.document_changes
    after = "import os\n" + edit.edits[0].new_text
    assert after.split("\n")[place.start.line].startswith("def test_limit_is_the_same")


def loud(attribute: str, **more: object) -> Verdict:
    """A warning on a function `limit` in line 7, with a witness."""
    place = Span(8, 4, 8, 9)
    calls = (f"limit(1, {attribute}=1)", f"limit(1, {attribute}=2)")
    witness = Witness(calls, ("1", "2"), ("1", "2"), staging=staging(calls))
    verdict = Verdict(
        attribute, attribute, VerdictKind.BIASED, RuleCode("EVH001"), Severity.WARNING,
        "differs", 4, 0.1, witness, place, name=attribute,
    )  # fmt: skip
    return replace(verdict, **more)


def offered(folder: Path, *reports: FunctionReport, model: bool = False) -> list[types.CodeAction]:
    """All that the light bulb has at the name of `limit`."""
    path = folder / "loans.py"
    known = with_report(ShownFindings(), FileReport("loans.py", reports))
    asked = to_lsp.diagnostics(path.as_uri(), text_of(LOANS), known)
    asked = [diagnostic for diagnostic in asked if diagnostic.data["function"] == "limit"]
    subject = Subject(
        path.as_uri(),
        7,
        text_of(LOANS),
        path,
        folder,
        trusted=True,
        has_model=model,
        reports=reports,
    )
    return quick_fixes(subject, asked, on_disk)


def limit(*verdicts: Verdict) -> FunctionReport:
    return FunctionReport("limit", Span(8, 0, 11, 29), Span(8, 4, 8, 9), verdicts)


def other(name: str, verdict: Verdict) -> FunctionReport:
    return FunctionReport(name, Span(5, 4, 6, 40), Span(5, 8, 5, 11), (verdict,))


def titles(actions: list[types.CodeAction]) -> list[str]:
    return [action.title for action in actions]


def test_a_light_bulb_for_two_attributes(tmp_path: Path):
    two = limit(loud("age"), loud("gender"))
    actions = offered(tmp_path, two, other("Desk.fee", loud("age")))

    assert titles(actions) == [
        "Repair `limit` (age and gender)",
        "Repair all 2 functions in this file",
        "Allow age in `limit` and say why",
        "Allow gender in `limit` and say why",
        "Add tests for age and gender to tests/test_loans_evenhand.py",
        "Not a problem: age and gender here…",
    ]
    assert [action.title for action in actions if action.is_preferred] == [actions[0].title]
    assert len(actions[0].diagnostics) == 2


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("model", [False, True])
def test_a_light_bulb_has_six_entries_at_most_and_none_twice(
    tmp_path: Path, count: int, model: bool
):
    names = ["age", "gender", "race", "religion", "disability", "pregnancy", "veteran", "region"]
    many = limit(*map(loud, names[:count]))
    shown = titles(offered(tmp_path, many, other("Desk.fee", loud("age")), model=model))

    assert len(shown) <= 6
    assert len(set(shown)) == len(shown)
    assert shown[0].startswith("Repair `limit` (age")
    assert any(title.startswith("Allow age") for title in shown)
    assert any(title.startswith("Add") for title in shown)


def test_tests_for_several_attributes_are_added_at_once(tmp_path: Path):
    actions = offered(tmp_path, limit(loud("age"), loud("gender"), loud("race")))
    fix = next(action for action in actions if action.title.startswith("Add tests for"))

    *_, edit = fix.edit.document_changes
    assert re.findall(r"def (test_\w+)", edit.edits[0].new_text) == [
        "test_limit_is_the_same_whatever_the_age",
        "test_limit_is_the_same_whatever_the_gender",
        "test_limit_is_the_same_whatever_the_race",
    ]


def test_several_attributes_are_allowed_by_one_comment_where_room_is_short(tmp_path: Path):
    actions = offered(tmp_path, limit(*map(loud, ("age", "gender", "race", "religion"))))
    (fix,) = [action for action in actions if action.title.startswith("Allow")]

    assert fix.title == "Allow age, gender, race and religion in `limit` and say why"
    assert "# evenhand: allow(age, gender, race, religion) say here" in applied(LOANS, fix)


def test_what_a_repair_would_spoil_is_allowed_first(tmp_path: Path):
    body = Recognised(Purpose.BODY, "bmr")
    kept = loud("gender", severity=Severity.INFORMATION, recognised=body)
    first, *_, last = offered(tmp_path, limit(kept))

    assert first.title == "Allow gender in `limit`: a formula of the body"
    assert last.title == "Repair `limit` (gender)"
    assert not last.is_preferred


def test_the_function_that_decides_is_repaired_and_not_its_caller(tmp_path: Path):
    caller = limit(loud("age", severity=Severity.HINT, through="Desk.fee"))
    first = offered(tmp_path, caller, other("Desk.fee", loud("age")))[0]

    assert first.title == "Repair `Desk.fee` (age), and with it `limit`"
    assert first.command.arguments[1] == "Desk.fee"


@pytest.mark.parametrize("present", ["", "x = 1", "x = 1\n"])
def test_a_test_file_of_somebody_elses_gets_what_it_needs(tmp_path: Path, present: str):
    (tmp_path / "loans.py").write_text(LOANS)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_loans_evenhand.py").write_text(present)

    test = write_tests(tmp_path, tmp_path / "loans.py", "limit", "gender", LIMIT_CALLS)

    assert test.read_text().startswith(present)
    assert pytest_says(test) == (1, 0)


def test_tests_go_to_the_nearest_folder_and_import_the_package(tmp_path: Path):
    package = tmp_path / "src" / "shop" / "desk"
    package.mkdir(parents=True)
    (tmp_path / "src" / "test").mkdir()
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    (package / "loans.py").write_text(LOANS)

    test = write_tests(tmp_path, package / "loans.py", "Desk.fee", "age", FEE_CALLS)

    assert test == tmp_path / "src" / "test" / "test_loans_evenhand.py"
    assert "from shop.desk.loans import Desk" in test.read_text()
    assert pytest_says(test) == (1, 0)


def test_no_test_is_offered_for_a_file_that_cannot_be_imported(tmp_path: Path):
    known = biased(LOANS, "limit", "gender", LIMIT_CALLS)

    offered = fixes(LOANS, known, tmp_path / "my-loans.py")

    assert titles(offered) == ["Allow gender in `limit` and say why", NOT_A_PROBLEM]


def test_diagnostics_of_others_are_left_alone(tmp_path: Path):
    known = biased(LOANS, "limit", "gender", LIMIT_CALLS)
    diagnostics = to_lsp.diagnostics("file:///a.py", text_of(LOANS), known)
    for diagnostic in diagnostics:
        diagnostic.source = "ruff"
    subject = Subject("file:///a.py", 7, text_of(LOANS), tmp_path / "a.py", None)

    assert quick_fixes(subject, diagnostics, lambda path: PytestFile("", None, None)) == []


def write_tests(
    top: Path,
    file: Path,
    name: str,
    attribute: str,
    calls: tuple[str, str],
    staged: Staging | None = None,
) -> Path:
    """Carry out the fix that adds a test, as an editor would; returns the test file."""
    source = file.read_text()
    known = biased(source, name, attribute, calls, staged)
    diagnostics = to_lsp.diagnostics(file.as_uri(), text_of(source), known)
    subject = Subject(file.as_uri(), 7, text_of(source), file, top)
    (action,) = (
        f for f in quick_fixes(subject, diagnostics, on_disk) if f.title.startswith("Add a test")
    )
    assert action.edit is not None
    changes = action.edit.document_changes
    created = [change.uri for change in changes if isinstance(change, types.CreateFile)]
    for edit in (change for change in changes if isinstance(change, types.TextDocumentEdit)):
        path = Path(edit.text_document.uri.removeprefix("file://"))
        assert path.exists() != (path.as_uri() in created)
        path.parent.mkdir(exist_ok=True)
        text = text_of(path.read_text() if path.exists() else "")
        for one in edit.edits:
            change = types.TextDocumentContentChangePartial(range=one.range, text=one.new_text)
            text, _ = changed(text, [change])
        path.write_text(text.source)
    return path


def on_disk(path: Path) -> PytestFile:
    return PytestFile(path.as_uri(), None, text_of(path.read_text()) if path.exists() else None)


def pytest_says(test: Path) -> tuple[int, int]:
    """How many tests fail and pass, in a process that was told of no other folder."""
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", test.name]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    said = subprocess.run(
        command, cwd=test.parent, env=environment, capture_output=True, text=True, check=False
    )
    words = said.stdout.splitlines()[-1].replace(",", "").split()
    counts = dict(zip(words[1::2], words[::2], strict=False))
    return int(counts.get("failed", 0)), int(counts.get("passed", 0))
