"""The whole server over real files: real client, real engine, real workers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from connecting import Connect
from lsprotocol import types
from processes_of import all_gone, all_reaped, below, no_workers, some_workers, workers
from pygls.workspace import PositionCodec

from editor import PATIENCE_SECONDS, REAL
from evenhand.apps.lsp.documents.text_positions import Text, changed

FIXTURES = Path(__file__).parents[2] / "fixtures"
LOANS = FIXTURES / "biased" / "loan_desk.py"
FEE = """\
def fee(age, amount):
    if age > 45:
        return amount / 2
    return amount
"""
NEVER_ENDS = """\
import itertools


def fee(age, amount):
    if age > 45:
        return any(itertools.repeat(0))
    return amount
"""
"""Takes no steps that could be counted, so that its worker runs until something ends it."""
HOSTILE = (
    "never_ends",
    "floods",
    "leaves",
    "reaches_out",
    "needs_package",
    "syntax_error",
    "empty",
)


def said(diagnostics: list[types.Diagnostic]) -> set[tuple[str, str]]:
    return {(d.data["function"], d.data["attribute"]) for d in diagnostics}


def expected(path: Path, verdict: str) -> set[tuple[str, str]]:
    """Functions and attributes with one verdict, as the file beside `path` has them."""
    table = json.loads(path.with_suffix(".expected.json").read_text())
    return {(f, a) for f, row in table.items() for a, v in row.items() if v == verdict}


def place_of(path: Path, name: str) -> tuple[int, int]:
    """Line and column of a function's name."""
    for number, line in enumerate(path.read_text().splitlines()):
        if found := re.search(rf"\bdef ({name})\(", line):
            return number, found.start(1)
    raise AssertionError(f"no {name} in {path}")


async def test_biased_functions_are_underlined_and_their_hover_proves_it(connect: Connect):
    editor = await connect(REAL, FIXTURES)
    uri = editor.open(LOANS)

    found = await editor.published(uri)

    assert said(found) == expected(LOANS, "biased")
    line, column = place_of(LOANS, "credit_score")
    hover = await editor.hover(uri, line, column + 1)
    assert hover is not None
    head, _, *rows = [line for line in hover.splitlines() if line.startswith("|")]
    assert head.startswith("| gender | age |")
    assert len(rows) == 4
    assert all(row.count("**") == 4 for row in rows)  # what is changed, and what comes of it
    assert f"{line}: Treats people differently: gender, age" in await editor.lenses(uri)


async def test_a_fair_file_is_clean(connect: Connect):
    editor = await connect(REAL, FIXTURES, options={"trusted": True})
    uri = editor.open(FIXTURES / "fair" / "loans.py")

    assert await editor.published(uri) == []
    assert await editor.lenses(uri) == []


async def test_allowing_a_difference_takes_its_warning_away(connect: Connect, tmp_path: Path):
    editor = await connect(REAL)
    uri = editor.open(tmp_path / "fees.py", FEE)
    (found,) = await editor.published(uri)
    _, allow, *_ = await editor.fixes(uri, found)
    (document,) = allow.edit.document_changes
    assert (document.text_document.uri, document.text_document.version) == (uri, 1)
    (edit,) = document.edits

    start, end = edit.range.start, edit.range.end
    text = edit.new_text.replace("say here why this is intended", "the pension law")
    editor.type(uri, 2, (start.line, start.character), text, (end.line, end.character))

    assert await editor.published(uri, 2) == []
    assert await editor.lenses(uri) == ["1: Allowed: age"]


async def test_the_counterexample_becomes_a_test_that_fails(connect: Connect, tmp_path: Path):
    editor = await connect(REAL)
    (tmp_path / "fees.py").write_text(FEE)
    uri = editor.open(tmp_path / "fees.py")
    (found,) = await editor.published(uri)
    offered = await editor.fixes(uri, found)
    (add,) = [fix for fix in offered if fix.title.startswith("Add a test for age")]
    create, document = add.edit.document_changes
    test = tmp_path / "tests" / "test_fees_evenhand.py"
    assert create.uri == document.text_document.uri == test.as_uri()
    test.parent.mkdir()
    test.write_text(document.edits[0].new_text)

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert "1 failed" in ran.stdout
    assert "assert first == second" in ran.stdout


async def test_an_idle_allowance_is_removed_by_its_fix(connect: Connect, tmp_path: Path):
    text = "def hours(weeks):  # evenhand: allow(age) by law\n    return weeks * 40\n"
    editor = await connect(REAL)
    uri = editor.open(tmp_path / "hours.py", text)
    (found,) = await editor.published(uri)
    assert found.code == "EVH011"
    (fix,) = await editor.fixes(uri, found)
    (document,) = fix.edit.document_changes

    changes = [
        types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
        for edit in document.edits
    ]
    after, _ = changed(Text(text, PositionCodec("utf-16")), changes)

    assert after.source == "def hours(weeks):\n    return weeks * 40\n"


@pytest.mark.parametrize("name", HOSTILE)
async def test_the_server_outlives_a_hostile_file(connect: Connect, name: str):
    editor = await connect(REAL, FIXTURES)
    fees = editor.open(FIXTURES / "fees.py", FEE)
    await editor.published(fees)
    path = FIXTURES / "uncheckable" / f"{name}.py"

    uri = editor.open(path)
    assert await editor.hover(fees, 0, 5) is not None
    found = await editor.published(uri)

    warnings = [d for d in found if d.severity == types.DiagnosticSeverity.Warning]
    assert said(warnings) <= expected(path, "biased") | expected(path, "delegates")
    lenses = await editor.lenses(uri)
    stuck = {function for function, _ in expected(path, "not_checked")}
    assert sum(": Not checked: " in lens for lens in lenses) >= len(stuck)
    editor.type(fees, 2, (0, 0), "\n")
    assert len(await editor.published(fees, 2)) == 1


async def test_a_file_that_is_no_text_stops_nothing(connect: Connect, tmp_path: Path):
    for path in (FIXTURES / "uncheckable" / "not_text.py", FIXTURES / "uncheckable" / "empty.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "fees.py").write_text(FEE)
    editor = await connect(REAL)

    answer = await editor.run("evenhand.server.checkWorkspace")

    assert (answer["files"], answer["warnings"]) == (3, 1)
    await editor.until(lambda: any("not_text.py was not checked" in line for line in editor.log))


async def test_a_file_of_ten_thousand_lines_delays_no_answer(connect: Connect, tmp_path: Path):
    filler = "".join(f"def plain_{i}(a, b):\n    return a * {i} + b\n\n\n" for i in range(2500))
    editor = await connect(REAL)
    fees = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(fees)

    uri = editor.open(tmp_path / "long.py", filler + FEE)
    assert await editor.hover(fees, 0, 5) is not None
    assert (uri, 1) not in editor.ended
    found = await editor.published(uri)

    assert said(found) == {("fee", "age")}
    assert found[0].range.start.line == 10_000


async def test_an_edit_ends_the_worker_of_a_function_that_never_ends(
    connect: Connect, tmp_path: Path
):
    editor = await connect(REAL, options={"trusted": True, "secondsPerFunction": 60}, copy=False)
    uri = editor.open(tmp_path / "fees.py", NEVER_ENDS)
    await editor.until(lambda: editor.state == "checking")
    killed = await asyncio.wait_for(some_workers(editor.process.pid), PATIENCE_SECONDS)

    editor.replace(uri, 2, FEE)

    assert len(await editor.published(uri, 2)) == 1
    assert [p.version for p in editor.shown] == [2]
    await asyncio.wait_for(all_gone(killed - below(editor.process.pid)), PATIENCE_SECONDS)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None])
async def test_no_process_outlives_the_server(
    connect: Connect, tmp_path: Path, how: signal.Signals | None
):
    editor = await connect(REAL, copy=False)
    editor.open(tmp_path / "fees.py", NEVER_ENDS)
    await editor.until(lambda: editor.state == "checking")
    await asyncio.wait_for(some_workers(editor.process.pid), PATIENCE_SECONDS)
    family = below(editor.process.pid)

    if how is None:
        assert editor.process.stdin is not None
        editor.process.stdin.close()
    else:
        os.kill(editor.process.pid, how)

    await asyncio.wait_for(editor.process.wait(), PATIENCE_SECONDS)
    await asyncio.wait_for(all_gone(family), PATIENCE_SECONDS)


async def test_nothing_is_started_in_an_untrusted_workspace(connect: Connect, tmp_path: Path):
    (tmp_path / "rules.py").write_text("LIMIT = 65\n")
    editor = await connect(REAL, options={"trusted": False}, copy=False)
    text = "from rules import LIMIT\n\n\n" + FEE.replace("65", "LIMIT")
    uri = editor.open(tmp_path / "fees.py", text)

    found = await editor.published(uri)

    assert [d.code for d in found] == ["EVH004"]
    assert "not trusted" in found[0].message
    assert editor.state == "untrusted"
    assert workers(editor.process.pid) == set()

    editor.trust()
    assert [d.code for d in await editor.published(uri, checks=2)] == ["EVH001"]
    assert editor.statuses[-1].isolation in ("strong", "basic")


async def test_the_nearest_pyproject_decides_what_is_shown(connect: Connect, tmp_path: Path):
    loud, quiet = tmp_path / "loud", tmp_path / "quiet"
    for folder, table in ((loud, 'severity = {EVH001 = "hint"}'), (quiet, 'ignore = ["EVH001"]')):
        folder.mkdir()
        (folder / "pyproject.toml").write_text(f"[tool.evenhand]\n{table}\n")
    editor = await connect(REAL, loud, quiet)

    first, second = (editor.open(folder / "fees.py", FEE) for folder in (loud, quiet))

    assert [d.severity for d in await editor.published(first)] == [types.DiagnosticSeverity.Hint]
    assert await editor.published(second) == []


READING = """\
import json
import os
import tariff

with open(os.path.dirname(__file__) + "/limits.json") as file:
    LIMIT = json.load(file) + tariff.EXTRA


def fee(age):
    return 10 if age > LIMIT else 20
"""


async def test_data_and_modules_that_change_on_disk_change_the_findings(
    connect: Connect, tmp_path: Path
):
    (tmp_path / "limits.json").write_text("65")
    (tmp_path / "tariff.py").write_text("EXTRA = 0\n")
    editor = await connect(REAL, tmp_path)
    uri = editor.open(tmp_path / "fees.py", READING)
    assert len(await editor.published(uri)) == 1

    def written(name: str, text: str) -> None:
        (tmp_path / name).write_text(text)
        change = types.FileEvent((tmp_path / name).as_uri(), types.FileChangeType.Changed)
        params = types.DidChangeWatchedFilesParams([change])
        editor.client.workspace_did_change_watched_files(params)

    written("limits.json", "1000000000")
    assert await editor.published(uri, checks=2) == []

    written("limits.json", "65")
    assert len(await editor.published(uri, checks=3)) == 1

    written("tariff.py", "EXTRA = 10**9\n")
    assert await editor.published(uri, checks=4) == []


async def test_a_module_that_is_saved_changes_the_findings_of_others(
    connect: Connect, tmp_path: Path
):
    (tmp_path / "limits.json").write_text("65")
    (tmp_path / "tariff.py").write_text("EXTRA = 0\n")
    editor = await connect(REAL, tmp_path)
    uri = editor.open(tmp_path / "fees.py", READING)
    tariff = editor.open(tmp_path / "tariff.py")
    assert len(await editor.published(uri)) == 1

    (tmp_path / "tariff.py").write_text("EXTRA = 10**9\n")
    editor.save(tariff)

    assert await editor.published(uri, checks=2) == []


async def test_nothing_of_the_folder_is_started_before_it_is_trusted(
    connect: Connect, tmp_path: Path
):
    mark, python = tmp_path / "mark", tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ntouch "{mark}"\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    chosen = {tmp_path.as_uri(): str(python)}
    editor = await connect(
        REAL, tmp_path, options={"interpreters": chosen, "ledger": {"record": "all"}}
    )
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    for command, *given in (
        ("debugInformation",),
        ("checkWorkspace", uri),
        ("checkCode", FEE),
        ("repairCode", FEE),
    ):
        await editor.run(f"evenhand.server.{command}", *given)
    editor.save(uri)
    editor.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams([types.FileEvent(uri, types.FileChangeType.Changed)])
    )
    editor.replace(uri, 2, FEE + "\n")
    await editor.published(uri, 2)
    assert not mark.exists()

    editor.trust()
    assert len(await editor.published(uri, 2, checks=2)) == 1
    assert mark.exists()


async def test_a_file_that_was_checked_before_is_not_run_again(connect: Connect, tmp_path: Path):
    """Another server, or the command line, may have checked it."""
    file = tmp_path / "fees.py"
    file.write_text(FEE)
    first = await connect(REAL)
    found = said(await first.published(first.open(file)))
    assert found == {("fee", "age")}
    await first.quit()

    second = await connect(REAL, copy=False)
    assert said(await second.published(second.open(file))) == found

    assert workers(second.process.pid) == set()


LARGE = "NAMES = {\n" + "    'a name among many': 'and its value',\n" * 220_000 + "}\n"


@pytest.mark.parametrize("grows", [False, True])
async def test_a_text_that_is_too_long_is_said_and_neither_kept_nor_read(
    connect: Connect, tmp_path: Path, grows: bool
):
    """Eight megabytes; each letter cost that many times more, and a second."""
    editor = await connect(REAL, copy=False)
    uri = editor.open(tmp_path / "names.py", FEE if grows else LARGE)
    await editor.published(uri)
    version = 2
    if grows:
        editor.type(uri, version, (0, 0), LARGE)
    before = memory_of(editor.process.pid)
    for _ in range(20):
        version += 1
        editor.type(uri, version, (1, 0), "x")
    assert not await editor.published(uri, version)
    said_instead = "has more than 2,000,000 characters; with fewer, it is checked once opened again"
    assert await editor.lenses(uri) == [f"0: Not checked: {said_instead}"]
    assert memory_of(editor.process.pid) - before < 100 << 20

    editor.replace(uri, version + 1, FEE)
    assert await editor.published(uri, version + 1)


def memory_of(process: int) -> int:
    """Bytes that a process has had at most."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) << 10


RESTING = """\
def fee(gender):
    return 10 if gender == "male" else 20
"""


async def test_workers_end_where_there_is_nothing_to_do(connect: Connect, tmp_path: Path):
    options = {"trusted": True, "timing": {"idle": 0}}
    editor = await connect(REAL, options=options, copy=False)
    uri = editor.open(tmp_path / "fees.py", RESTING)
    found = [finding.code for finding in await editor.published(uri)]
    await asyncio.wait_for(no_workers(editor.process.pid), PATIENCE_SECONDS)
    editor.replace(uri, 2, RESTING.replace("20", "30"))
    again = [finding.code for finding in await editor.published(uri, 2)]

    assert found == again == ["EVH001"]


async def test_no_process_that_has_ended_is_left(connect: Connect, tmp_path: Path):
    editor = await connect(REAL, copy=False)
    for number in range(4):
        uri = editor.open(tmp_path / f"fees_{number}.py", RESTING.replace("20", f"{20 + number}"))
        await editor.published(uri)
    await asyncio.wait_for(all_reaped(editor.process.pid), PATIENCE_SECONDS)
    are_there = workers(editor.process.pid)

    assert are_there
