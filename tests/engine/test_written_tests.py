"""The tests and programs that Evenhand writes for a finding, run as a developer would run them."""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from lsprotocol import types
from printed_programs import SHARED, ProgramRunner, program_runner, shown_calls
from pygls.workspace import PositionCodec

from evenhand.apps.lsp import to_lsp
from evenhand.apps.lsp.actions.asked_findings import asked_findings
from evenhand.apps.lsp.actions.pytest_fixes import PytestFile, pytest_fixes
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.shown_findings import ShownFindings, with_report
from evenhand.apps.lsp.documents.text_positions import Text, changed
from evenhand.check.checking import Checker
from evenhand.check.proofs.side_by_side_texts import notes, situation_lines
from evenhand.check.proofs.witness_programs import module_for, program
from evenhand.findings import FileReport
from evenhand.options import CheckOptions

CASES = Path(__file__).with_name("cases")
YEAR = datetime.now(UTC).year
LONGEST_VIEW = 15
"""Lines of a test of a view, without its imports."""
PYTEST = """\
import os, sys, pytest
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
del sys.path[0]
pytest.main(["-q", "-p", "no:cacheprovider", "tests"])
"""
"""A program that runs the tests as `pytest` does, which does not look for modules where it is."""
CONFTEST = "from django.conf import settings\n\nsettings.configure()\n"
MODELS = """\
class Applicant:
    objects = None

class Offer:
    def __init__(self, applicant, amount):
        self.amount = amount

class Application:
    pass

class Scholarship:
    pass
"""


@dataclass(frozen=True)
class Case:
    """A file, what makes it treat everyone alike, and how many tests it gets."""

    tests: int
    repairs: Mapping[str, str]
    """Pieces of its text, and what is written in their place."""


REPAIRED = {
    "lending": Case(
        9,
        {
            "if a.age < 25 or a.age > 62:": "if False:",
            'if a.marital_status == "married":': "if True:",
            'applicant.gender == "F" and ': "",
            '("Mr. " if a.gender == "M" else "Ms. ")': '"Dear "',
            "5 * age + 5": "5",
            "5 * age - 161": "5",
            "if age < 18:": "if False:",
        },
    ),
    "ranking": Case(
        2,
        {
            'df.loc[df["age"] > 50, "score"] -= 5': "pass",
            'df.loc[df["gender"].str.lower() == "female", "score"] -= 1': "pass",
        },
    ),
    "prequalifying": Case(
        4,
        {
            "if application.age < MIN_LEGAL_AGE:": "if False:",
            "if application.age > 60:": "if False:",
            'if application.marital_status in ("single", "divorced"):': "if False:",
        },
    ),
    "quotes": Case(
        5,
        {
            "premium *= 1.12": "pass",
            'notes.append("maternity loading applied")': "pass",
            "premium *= 1.06": "pass",
            'if req.nationality.upper() not in {"US", "CA", "GB"}:': "if False:",
            "if req.age < 18:": "if False:",
        },
    ),
    "scholarships": Case(
        2,
        {
            'if student.gender == "M":': "if False:",
            "if calculate_age(student.date_of_birth) > 28:": "if False:",
        },
    ),
    "credit_program": Case(
        6,
        {
            'if gender == "female":\n        limit': "if False:\n        limit",
            'if marital_status == "married":\n        limit': "if False:\n        limit",
            'elif marital_status == "divorced":': "elif False:",
            "if age > 60:": "if False:",
            "if age < 18:": "if False:",
            'if gender == "male":': "if True:",
        },
    ),
    "invitations": Case(2, {'if age < 40 and gender == "M":': "if True:"}),
    "rejections": Case(1, {'applicant.gender == "F" and ': ""}),
    "offers": Case(1, {'if a.gender == "female":': "if False:"}),
    "screening": Case(
        2,
        {"{candidate['age']} years, {candidate['gender']}, ": ""},
    ),
    "allowances": Case(
        2,
        {
            'if request.POST["marital_status"] == "married":': "if True:",
            'if int(request.GET["age"]) > 60:': "if False:",
        },
    ),
    "features": Case(
        6,
        {
            '["age", "gender", "income", "debt"]': '["income", "debt"]',
            'df[(df.age < 35) & (df["sex"] == "M")]': "df",
            """df.query("age < 35 and sex == 'M'")""": "df",
        },
    ),
}


INTERNAL = re.compile(r"mock|lambda|__import__|\{'t':|Empty DataFrame|\.\.\.'|return_value")
SAID = [
    (
        "lending",
        "apply",
        "gender",
        [
            "`apply` gives {'limit': 1000} for 'X' and 422 {'error': 'needs a co-signer'} for 'F'",
            "gender 'X'  -> answers 200 {'limit': 1000}",
            "gender 'F'  -> answers 422 {'error': 'needs a co-signer'}",
            "POST /apply",
            "same in both: income 8000, name 'Kim', dob '1995-06-15'",
            "made up: request, jsonify",
        ],
    ),
    (
        "ranking",
        "shortlist",
        "age",
        [
            "`shortlist` makes `score` 5 higher for age 30 than for age 66",
            "age 30  -> score 10",
            "age 66  -> score 5",
            "same in both: years_experience 3, gender 'female'",
        ],
    ),
    (
        "lending",
        "Scorer.score",
        "age",
        [
            "`score` is 40 higher for somebody born 1995-06-15 than for somebody born 1958-06-15",
            f"dob 1995-06-15 ({YEAR - 1995} in {YEAR})  -> 515.0",
            f"dob 1958-06-15 ({YEAR - 1958} in {YEAR})  -> 475.0",
            "same in both: marital_status 'married', name 'Kim', income 50000, debts 50000",
        ],
    ),
    (
        "places",
        "rank",
        "age",
        [
            "`rank` gives place 1 of 2 for age 30 and place 2 of 2 for age 66, through `points`",
            "age 30  -> place 1 of 2",
            "age 66  -> place 2 of 2",
            "same in both: experience 3, 'Kim', age 30, 'Lee'",
        ],
    ),
    (
        "grants",
        "GrantView.post",
        "age",
        [
            "`post` answers 201 {'grant': 1200} for age 30 and 400 {'detail': 'too late'} for "
            "age 66",
            "age 30  -> answers 201 {'grant': 1200}",
            "age 66  -> answers 400 {'detail': 'too late'}",
        ],
    ),
    (
        "rejections",
        "view",
        "gender",
        [
            "`view` sets status to 'rejected' for 'F' and not for 'M'",
            "gender 'F'  -> 'rejected', sets status to 'rejected', calls save()",
            "gender 'M'  -> the status as it was",
            "same in both: children 1",
            "made up: Applicant, Applicant.objects",
        ],
    ),
    (
        "features",
        "query",
        "age",
        [
            "`query` keeps the row with age 30 and leaves out the row with age 66: "
            "another way to write the attribute (`many people`)",
            "age 30  -> the row kept",
            "age 66  -> the row left out",
            "same in both: sex 'M'",
        ],
    ),
    (
        "screening",
        "screen",
        "age",
        [
            "`screen` tells a language model (`client.chat.completions.create`) the age",
            "age 30  -> asks …Kim, 30 years, male, experience 3 years. Should we in…",
            "age 66  -> asks …Kim, 66 years, male, experience 3 years. Should we in…",
            "same in both: name 'Kim', gender 'male', experience 3, content 'yes'",
            "made up: client",
        ],
    ),
]
"""What is said of a finding, and of its two situations."""


Checked = Callable[[str], tuple[Path, FileReport]]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checked]:
    """Puts a file into a project of its own, once, and checks it."""
    with asyncio.Runner() as runner:
        checker = Checker()

        @cache
        def checked_once(name: str) -> tuple[Path, FileReport]:
            file = tmp_path_factory.mktemp("project") / f"{name}.py"
            source = (CASES / file.name).read_text()
            if "django" in source:
                (file.parent / "conftest.py").write_text(CONFTEST)
            file.write_text(source)
            options = CheckOptions(sys.executable, search_path=(str(file.parent),), seconds=60)
            return file, runner.run(checker.check(source, file, options))

        yield checked_once
        runner.run(checker.aclose())


@pytest.fixture(params=REPAIRED, scope="module")
def case(request: pytest.FixtureRequest, checked: Checked) -> tuple[Case, Path, FileReport]:
    """A file with the tests that the editor has added to its project."""
    file, report = checked(request.param)
    source = file.read_text()
    if "from .models" in source or "from models" in source:
        (file.parent / "models.py").write_text(MODELS)  # which Evenhand could not import
    write_tests(file, report)
    return REPAIRED[request.param], file, report


@pytest.fixture(scope="module")
def programs() -> Iterator[ProgramRunner]:
    with program_runner(sys.executable, (*SHARED, "pandas", "pytest")) as started:
        yield started


def test_they_fail_on_the_code_that_they_are_written_for_and_pass_once_it_is_repaired(
    case: tuple[Case, Path, FileReport], programs: ProgramRunner
) -> None:
    wanted, file, report = case

    assert run_tests(file, programs) == (wanted.tests, 0)

    source = file.read_text()
    repaired = source
    for old, new in wanted.repairs.items():
        assert old in repaired, old
        repaired = repaired.replace(old, new)
    file.write_text(repaired)
    assert run_tests(file, programs) == (0, wanted.tests)

    file.write_text(unreachable(source, {f.name for f in report.functions}))
    assert run_tests(file, programs) == (wanted.tests, 0)
    file.write_text(source)


def test_they_are_short_and_repeat_no_helpers(case: tuple[Case, Path, FileReport]) -> None:
    _, file, _ = case
    text = path_of_tests(file).read_text()

    tests = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert all(test.name.startswith("test_") for test in tests)
    for test in tests:
        if "client = " in ast.unparse(test):
            lines = text.split("\n")[test.lineno - 1 : test.end_lineno]
            written = [line for line in lines if line.strip() and "import" not in line]
            assert len(written) <= LONGEST_VIEW, test.name


def test_each_finding_reads_as_what_happens_to_whom(case: tuple[Case, Path, FileReport]) -> None:
    _, _, report = case

    for verdict in (v for f in report.functions for v in f.verdicts):
        if verdict.witness is not None:
            assert verdict.witness.situations is not None
            lines = situation_lines(verdict.witness.situations)
            for said in (verdict.reason, *lines, *notes(verdict.witness.situations, ())):
                assert said.isprintable(), said
                assert not INTERNAL.search(said), said
            first, second = (line.partition("->")[2] for line in lines)
            assert first != second, lines


@pytest.mark.parametrize(("name", "function", "attribute", "lines"), SAID)
def test_what_a_reader_sees(
    name: str, function: str, attribute: str, lines: list[str], checked: Checked
) -> None:
    _, report = checked(name)

    verdicts = [v for f in report.functions if f.name == function for v in f.verdicts]
    verdict = next(v for v in verdicts if v.attribute == attribute)
    assert verdict.witness is not None
    assert verdict.witness.situations is not None
    told = verdict.witness.situations
    assert [verdict.reason, *situation_lines(told), *notes(told, verdict.stood_in)] == lines


def test_each_program_runs_as_it_is_and_shows_the_difference(
    case: tuple[Case, Path, FileReport], programs: ProgramRunner
) -> None:
    _, file, report = case

    for function in report.functions:
        for verdict in function.verdicts:
            if verdict.witness is not None:
                assert verdict.witness.staging is not None, function.name
                module = module_for(file, verdict.witness.staging)
                text = program(file, verdict.witness.staging)
                assert text is not None
                assert module is not None
                first, second = printed_by(programs, text, module.root)
                assert first != second, text


def printed_by(programs: ProgramRunner, text: str, folder: Path) -> tuple[str, str]:
    """What a program shows of each of its two calls."""
    error, printed = programs.outcome(text, folder)
    assert not error, f"{text}\n{error}"
    shown = [each.partition("->")[2] for each in shown_calls(printed)]
    assert len(shown) == 2, printed
    return shown[0], shown[1]


def path_of_tests(file: Path) -> Path:
    return file.parent / "tests" / f"test_{file.stem}_evenhand.py"


def write_tests(file: Path, report: FileReport) -> None:
    """Carry out the quick fix that adds all tests, as an editor would."""
    source = text_of(file.read_text())
    known = with_report(ShownFindings(), report)
    asked = asked_findings(to_lsp.diagnostics(file.as_uri(), source, known))
    group = pytest_fixes(Subject(file.as_uri(), 1, source, file, file.parent), asked, on_disk)
    assert group.merged is not None
    assert group.merged.edit is not None
    for change in group.merged.edit.document_changes or ():
        if isinstance(change, types.TextDocumentEdit):
            carry_out(change)


def carry_out(change: types.TextDocumentEdit) -> None:
    path = Path(change.text_document.uri.removeprefix("file://"))
    path.parent.mkdir(exist_ok=True)
    text = text_of(path.read_text() if path.exists() else "")
    for edit in change.edits:
        assert isinstance(edit, types.TextEdit)
        one = types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
        text, _ = changed(text, [one])
    path.write_text(text.source)


def on_disk(path: Path) -> PytestFile:
    return PytestFile(path.as_uri(), None, text_of(path.read_text()) if path.exists() else None)


def text_of(source: str) -> Text:
    return Text(source, PositionCodec(types.PositionEncodingKind.Utf16))


def run_tests(file: Path, programs: ProgramRunner) -> tuple[int, int]:
    """How many of the tests fail, and how many pass, if pytest is started beside the file."""
    error, printed = programs.outcome(PYTEST, file.parent)
    assert not error, error
    last = printed.splitlines()[-1]
    counts = {word: int(count) for count, word in re.findall(r"(\d+) (failed|passed)", last)}
    assert counts, printed
    return counts.get("failed", 0), counts.get("passed", 0)


def unreachable(source: str, functions: set[str]) -> str:
    """The file, each of whose checked functions ends before it has done anything."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        is_one = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if is_one and node.name in {name.rpartition(".")[2] for name in functions}:
            node.body.insert(0, ast.parse("raise RuntimeError('out of order')").body[0])
    return ast.unparse(tree)
