"""A report that is kept on disk holds for another process, as long as all that it came of does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evenhand.causes import Cause
from evenhand.check.cache import report_cache
from evenhand.check.cache.cache_folder import CacheFolder
from evenhand.check.cache.report_cache import ReportCache
from evenhand.check.checking import Checker
from evenhand.check.imports import file_digests
from evenhand.findings import FileReport, VerdictKind
from evenhand.options import CheckOptions

BIASED = "def fee(age):\n    return 10 if age > 45 else 20\n"
READS = (
    "def fee(age):\n"
    "    with open(__file__.replace('fees.py', 'limit.txt')) as file:\n"
    "        return 10 if age > float(file.read()) else 20\n"
)
IMPORTS = "from tariff import LIMIT\n\n\ndef fee(age):\n    return 10 if age > LIMIT else 20\n"
IMPORTS_MODULE = "import tariff\n\n\ndef fee(age):\n    return 10 if age > tariff.LIMIT else 20\n"
TWO = BIASED + "\n\ndef rate(gender):\n    return 1 if gender == 'female' else %s\n"
ENDLESS = BIASED + "\n\ndef rate(gender):\n    while gender:\n        pass\n"
COSTLY = BIASED + "\n\ndef rate(gender):\n    return gender and pow(7, 10**9)\n"
UNSTEADY = (
    "import itertools\nimport os\n\nCOUNT = itertools.count()\n\n\n"
    "def fee(age):\n    return os.getpid() + next(COUNT), age > 45\n"
)
CLOCK = (
    "from datetime import date\n\n\n"
    "def fee(birth_year):\n    return 10 if date.today().year - birth_year > 45 else 20\n"
)


class Machine:
    """Checks a file as programs do that come one after the other."""

    def __init__(self, folder: Path) -> None:
        self.project, self.cache = folder / "project", folder / "cache"
        self.project.mkdir()
        self.file = self.project / "fees.py"
        self.options = CheckOptions(sys.executable, (str(self.project),), seconds=60)
        self.known = False
        """Whether the last report was kept by an earlier check."""
        self.calls = 0
        """Of the last check."""
        self.only_saved = False

    async def check(self, text: str | None = None, file: Path | None = None) -> FileReport:
        file = file or self.file
        disk = ReportCache(CacheFolder(self.cache), self.only_saved)
        async with Checker(disk=disk) as checker:
            source = file.read_text() if text is None else text
            report = await checker.check(source, file, self.options)
        self.known, self.calls = checker.cost.files_kept == 1, checker.calls
        assert report.problem is None
        return report

    async def kind(self, text: str | None = None) -> VerdictKind:
        """The verdict on `fee`."""
        report = await self.check(text)
        [verdict] = next(f for f in report.functions if f.name == "fee").verdicts
        return verdict.kind


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


async def test_an_unchanged_file_is_not_run_again(machine: Machine) -> None:
    machine.file.write_text(BIASED)
    first = await machine.check()
    assert not machine.known

    second = await machine.check()

    assert second == first
    assert machine.known
    assert machine.calls == 0


async def test_functions_are_told_one_by_one_as_ever(machine: Machine) -> None:
    machine.file.write_text(BIASED)
    report = await machine.check()

    told = []
    async with Checker(disk=ReportCache(CacheFolder(machine.cache))) as checker:
        await checker.check(BIASED, machine.file, machine.options, told.append)

    assert tuple(told) == report.functions


@pytest.mark.parametrize("source", [READS, IMPORTS, IMPORTS_MODULE])
async def test_what_a_file_reads_or_imports_is_part_of_it(machine: Machine, source: str) -> None:
    machine.file.write_text(source)
    limit, tariff = machine.project / "limit.txt", machine.project / "tariff.py"

    def write(value: str) -> None:
        limit.write_text(value)
        tariff.write_text(f"LIMIT = {value}\n")

    write("65")
    assert await machine.kind() is VerdictKind.BIASED
    write("1e9")
    assert await machine.kind() is not VerdictKind.BIASED
    assert not machine.known

    write("65")
    assert await machine.kind() is VerdictKind.BIASED
    assert machine.known is (source != READS), "a file that was opened is not part of the key"


async def test_a_module_that_appears_is_part_of_it(machine: Machine) -> None:
    machine.file.write_text(IMPORTS_MODULE)
    assert await machine.kind() is not VerdictKind.NO_DIFFERENCE_FOUND

    (machine.project / "tariff.py").write_text("LIMIT = 1e9\n")

    assert await machine.kind() is VerdictKind.NO_DIFFERENCE_FOUND
    assert not machine.known


async def test_a_module_behind_an_imported_one_is_part_of_it(machine: Machine) -> None:
    machine.file.write_text(IMPORTS)
    (machine.project / "tariff.py").write_text("from rules import LIMIT\n")
    (machine.project / "rules.py").write_text("LIMIT = 65\n")
    assert await machine.kind() is VerdictKind.BIASED

    (machine.project / "rules.py").write_text("LIMIT = 1e9\n")

    assert await machine.kind() is VerdictKind.NO_DIFFERENCE_FOUND


@pytest.mark.parametrize(
    "change",
    [
        lambda options: replace(options, profile="legal"),
        lambda options: replace(options, attributes=frozenset({"gender"})),
        lambda options: replace(options, seconds=30.0),
        lambda options: replace(options, not_run="as was asked for"),
        lambda options: replace(options, extra_attributes=(("age", ("fee",), ()),)),
        lambda options: replace(options, search_path=()),
    ],
    ids=["profile", "attributes", "seconds", "static", "words", "folders"],
)
async def test_other_options_have_other_reports(
    machine: Machine, change: Callable[[CheckOptions], CheckOptions]
) -> None:
    machine.file.write_text(BIASED)
    await machine.check()

    machine.options = change(machine.options)
    await machine.check()

    assert not machine.known


async def test_another_interpreter_has_other_reports(machine: Machine, tmp_path: Path) -> None:
    machine.file.write_text(BIASED)
    await machine.check()

    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    machine.options = replace(machine.options, python=str(environment / "bin" / "python"))
    await machine.check()
    assert not machine.known
    await machine.check()
    assert machine.known

    [packages] = environment.glob("lib/python*/site-packages")
    (packages / "something.py").touch()
    await machine.check()
    assert not machine.known


async def test_another_evenhand_has_other_reports(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.file.write_text(BIASED)
    await machine.check()

    monkeypatch.setattr(report_cache, "version_stamp", lambda: "another")
    await machine.check()

    assert not machine.known


async def test_the_same_text_elsewhere_has_its_own_report(machine: Machine) -> None:
    machine.file.write_text(BIASED)
    await machine.check()

    other = machine.project / "other.py"
    other.write_text(BIASED)
    await machine.check(file=other)

    assert not machine.known


async def test_functions_that_are_as_they_were_are_not_run_again(machine: Machine) -> None:
    machine.file.write_text(TWO % "2")
    await machine.check()
    both = machine.calls

    machine.file.write_text("\n" + TWO % "3")
    report = await machine.check()

    assert not machine.known
    assert 0 < machine.calls < both
    assert [f.line for f in report.functions] == [2, 6]
    assert [f.verdicts[0].kind for f in report.functions] == [VerdictKind.BIASED] * 2


async def test_what_took_too_many_steps_is_kept(machine: Machine) -> None:
    machine.file.write_text(ENDLESS)
    assert await machine.kind() is VerdictKind.BIASED

    report = await machine.check()

    assert machine.known
    assert machine.calls == 0
    assert [f.verdicts[0].cause for f in report.functions] == [None, Cause.TOO_MANY_STEPS]


async def test_what_the_clock_ended_is_not_kept_and_its_neighbours_are(machine: Machine) -> None:
    machine.file.write_text(COSTLY)
    assert await machine.kind() is VerdictKind.BIASED
    both = machine.calls

    report = await machine.check()

    assert not machine.known
    assert 0 < machine.calls < both
    assert [f.verdicts[0].cause for f in report.functions] == [None, Cause.RAN_LONGER]


async def test_what_answers_differently_each_time_is_not_kept(machine: Machine) -> None:
    machine.file.write_text(UNSTEADY)
    await machine.check()
    await machine.check()

    assert not machine.known
    assert machine.calls > 0


async def test_what_asks_for_the_time_is_kept_for_the_day(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.file.write_text(CLOCK)
    await machine.check()
    await machine.check()
    assert machine.known

    tomorrow = file_digests.moment() + 86_400
    monkeypatch.setattr(file_digests, "moment", lambda: tomorrow)
    await machine.check()
    assert not machine.known


async def test_what_does_not_ask_for_the_time_is_kept_longer(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.file.write_text(BIASED)
    await machine.check()

    tomorrow = file_digests.moment() + 86_400
    monkeypatch.setattr(file_digests, "moment", lambda: tomorrow)
    await machine.check()

    assert machine.known


async def test_a_text_that_is_being_edited_is_not_kept(machine: Machine) -> None:
    machine.only_saved = True
    machine.file.write_text(BIASED)
    await machine.check(BIASED + "\n")
    await machine.check(BIASED + "\n")
    assert not machine.known

    await machine.check()
    await machine.check()
    assert machine.known


async def test_a_cache_inside_of_the_project_is_not_used(machine: Machine) -> None:
    machine.cache = machine.project / ".cache"
    machine.file.write_text(BIASED)
    await machine.check()
    await machine.check()

    assert not machine.known
    kept = [path for path in machine.cache.rglob("*.json") if path.is_file()]
    assert kept == []


async def test_reports_that_came_with_a_folder_do_not_count(machine: Machine) -> None:
    """Whoever lays out a home folder may fill a cache in it: with reports that nothing is wrong."""
    machine.file.write_text(BIASED)
    await machine.check()

    copied = machine.cache.with_name("copied")
    subprocess.run(["cp", "-a", machine.cache, copied], check=True)
    machine.cache = copied
    await machine.check()

    assert not machine.known


async def test_damaged_reports_are_made_again(machine: Machine) -> None:
    machine.file.write_text(BIASED)
    first = await machine.check()
    for file in machine.cache.glob("*/*.json"):
        data = file.read_bytes()
        file.write_bytes(data.replace(b"biased", b"groups")[: len(data) - 3])

    second = await machine.check()

    assert not machine.known
    assert [f.verdicts[0].kind for f in second.functions] == [VerdictKind.BIASED]
    assert second.functions[0].verdicts[0].witness == first.functions[0].verdicts[0].witness


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full disk to try")
async def test_a_folder_that_cannot_be_written_to_is_no_error(machine: Machine) -> None:
    machine.file.write_text(BIASED)
    machine.cache = Path("/dev/full/cache")

    assert await machine.kind() is VerdictKind.BIASED
    assert not machine.known


async def test_a_file_that_changes_while_it_is_checked_is_not_kept(machine: Machine) -> None:
    machine.file.write_text(IMPORTS)
    tariff = machine.project / "tariff.py"
    tariff.write_text("LIMIT = 65\n")
    later = file_digests.moment() + 1_000
    os.utime(tariff, (later, later))

    await machine.check()
    await machine.check()

    assert not machine.known
