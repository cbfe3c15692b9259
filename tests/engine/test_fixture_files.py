"""The files in fixtures/: their verdicts, and their witnesses in a plain interpreter."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import pytest
from plain_interpreter import PlainInterpreter, plain_interpreter
from printed_programs import ProgramRunner, program_runner

from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.options import CheckOptions

FIXTURES = Path(__file__).parents[2] / "fixtures"
OWN = (("handedness", ("handedness", "dominant hand"), ("left", "right")),)
UNREADABLE = {"not_text.py", "syntax_error.py"}
CHECKABLE = [
    file
    for file in sorted(FIXTURES.rglob("*.py"))
    if file.with_suffix(".expected.json").exists() and file.name not in UNREADABLE
]
IN_FRAMEWORKS = [file for file in CHECKABLE if file.parent.name == "frameworks"]

Wanted = dict[str, dict[str, str | list[str]]]
"""For each function and attribute the verdict, or those that will do."""


def named(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.fixture(scope="session")
def own() -> Iterator[PlainInterpreter]:
    """The interpreter that the tests run in, with all packages."""
    with plain_interpreter(sys.executable) as started:
        yield started


@pytest.fixture(scope="session")
def own_programs() -> Iterator[ProgramRunner]:
    with program_runner(sys.executable) as started:
        yield started


@pytest.fixture(scope="session")
def bare_programs(bare_python: str) -> Iterator[ProgramRunner]:
    with program_runner(bare_python) as started:
        yield started


@pytest.fixture(scope="session")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter with the standard library alone."""
    home = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    return str(home / "bin" / "python")


@pytest.fixture(scope="session")
def bare(bare_python: str) -> Iterator[PlainInterpreter]:
    with plain_interpreter(bare_python) as started:
        yield started


def test_the_packages_of_the_fixtures_are_installed() -> None:
    listed = (FIXTURES.parent / "requirements" / "frameworks.in").read_text().splitlines()

    for package in listed:
        assert package.startswith("#") or version(package)


@pytest.mark.parametrize("file", CHECKABLE, ids=named)
async def test_every_fixture_gets_the_verdicts_beside_it(
    checker: Checker, own: PlainInterpreter, own_programs: ProgramRunner, file: Path
) -> None:
    async with suitable(checker, file) as chosen:
        report = await checked(chosen, file, sys.executable)

    assert wrong(report, wanted(file)) == []
    assert surplus(report, wanted(file)) == []
    if file.parent.name != "uncheckable":
        assert own.untrue(file, report) == []
    if file in IN_FRAMEWORKS:
        assert own_programs.broken(file, report) == []


@pytest.mark.parametrize("file", IN_FRAMEWORKS, ids=named)
async def test_frameworks_are_judged_alike_where_nothing_is_installed(
    checker: Checker,
    bare: PlainInterpreter,
    bare_programs: ProgramRunner,
    bare_python: str,
    file: Path,
) -> None:
    report = await checked(checker, file, bare_python)

    assert wrong(report, wanted(file)) == []
    assert surplus(report, wanted(file)) == []
    assert bare.untrue(file, report) == []
    assert bare_programs.broken(file, report) == []


@asynccontextmanager
async def suitable(checker: Checker, file: Path) -> AsyncIterator[Checker]:
    """A new checker for a file with packages: they would slow down all later files."""
    if file.parent.name in {"packages", "frameworks"}:
        async with Checker() as made:
            yield made
    else:
        yield checker


async def checked(checker: Checker, file: Path, python: str) -> FileReport:
    options = CheckOptions(
        python, search_path=(str(file.parent),), extra_attributes=OWN, seconds=60
    )
    return await checker.check(file.read_text(encoding="utf-8"), file, options)


def wanted(file: Path) -> Wanted:
    return json.loads(file.with_suffix(".expected.json").read_text())


def wrong(report: FileReport, wanted: Wanted) -> list[str]:
    """A line for each verdict that is not as wanted."""
    given = {f.name: {v.attribute: v for v in f.verdicts} for f in report.functions}
    lines = []

    for function, verdicts in wanted.items():
        for attribute, kinds in verdicts.items():
            verdict = given.get(function, {}).get(attribute)
            right = [kinds] if isinstance(kinds, str) else kinds
            if verdict is None or verdict.kind not in right:
                lines.append(f"{function} {attribute}: {verdict}")

    return lines


def surplus(report: FileReport, wanted: Wanted) -> list[str]:
    """A line for each finding that is not wanted."""
    return [
        f"{function.name} {verdict.attribute}: {verdict.reason}"
        for function in report.functions
        for verdict in function.verdicts
        if verdict.severity is not None and verdict.attribute not in wanted.get(function.name, {})
    ]
