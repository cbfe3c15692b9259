"""The server's process and its client, with an engine that says what the text tells it to."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from connecting import Connect
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from editor import CLOCKED, REAL, SCRIPTED, findings_in

FEE = """\
def fee(age):  # says biased age
    if age > 45:
        return 10
    return 20
"""


async def test_a_finding_arrives_with_all_that_an_editor_shows(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)

    (found,) = await editor.published(uri)

    assert found.range == types.Range(types.Position(0, 4), types.Position(0, 7))
    assert found.severity == types.DiagnosticSeverity.Warning
    assert (found.source, found.code) == ("Evenhand", "EVH001")
    assert found.code_description.href.endswith("/docs/rules/EVH001.md")
    assert found.message == "fee is 10 higher for 1 than for 2"
    first, second = found.related_information
    assert [first.message, second.message] == ["fee(1) gives 20", "fee(2) gives 10"]
    assert first.location.range == second.location.range == found.range


async def test_a_hover_repeats_nothing_that_stands_above_it(connect: Connect, tmp_path: Path):
    editor = await connect(options={"trusted": True, "client": ["diagnosticsInHover"]})
    uri = editor.open(tmp_path / "fees.py", FEE)
    (found,) = await editor.published(uri)

    hover = await editor.hover(uri, 0, 5)
    assert found.message == "fee is 10 higher for 1 than for 2"
    assert "fee(1)  # 20\nfee(2)  # 10" in hover
    assert "higher" not in hover
    assert not [r for r in found.related_information or () if "fee(" in r.message]


async def test_a_second_mark_stands_where_the_difference_is_decided(
    connect: Connect, tmp_path: Path
):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)
    (finding,) = await editor.published(uri)

    (mark,) = editor.marks(uri)

    assert mark.range.start.line == 1
    assert mark.severity == types.DiagnosticSeverity.Hint
    assert mark.message == "This decides by age"
    (name,) = mark.related_information
    assert (name.location.range, name.message) == (finding.range, finding.message)


async def test_a_second_mark_offers_the_fixes_of_its_finding(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)
    (finding,) = await editor.published(uri)
    (mark,) = editor.marks(uri)

    at_name = await editor.fixes(uri, finding)
    at_branch = await editor.fixes(uri, mark)

    assert at_name
    assert [action.title for action in at_branch] == [action.title for action in at_name]


async def test_hover_shows_the_two_calls_below_each_other(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    hover = await editor.hover(uri, 0, 5)

    block = "```python\nfee(1)  # 20\nfee(2)  # 10\n#   ^\n```\n\n"
    assert hover.startswith(block)
    assert "· [EVH001](https://" in hover
    assert await editor.hover(uri, 1, 5) is None


async def test_lenses_say_what_was_found_above_each_function(connect: Connect, tmp_path: Path):
    text = (
        FEE
        + "\n\ndef pay(age):  # says nothing\n    return 1\n\n\n"
        + ("def tax(age, gender):  # says biased age gender\n    return 1\n")
    )
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", text)
    await editor.published(uri)
    findings = [
        "0: Treats people differently: age",
        "10: Treats people differently: age, gender",
    ]

    assert editor.unequal == [2]
    assert await editor.lenses(uri) == findings
    await editor.until(lambda: editor.refreshed)


async def test_only_the_last_of_ten_rapid_edits_is_published(connect: Connect, tmp_path: Path):
    editor = await connect(CLOCKED)
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    for version in range(2, 12):
        editor.type(uri, version, (2, 15), "0")
    await editor.pass_time(1)
    await editor.published(uri, 11)

    assert [p.version for p in editor.shown] == [1, 11]


async def test_an_edit_cancels_a_check_that_never_ends(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", "def fee(age):  # says slow\n    pass\n")
    await editor.until(lambda: editor.state == "checking")

    editor.replace(uri, 2, FEE)

    assert len(await editor.published(uri, 2)) == 1
    assert [p.version for p in editor.shown] == [2]


async def test_closing_a_file_clears_it_and_ends_its_check(connect: Connect, tmp_path: Path):
    editor = await connect()
    done = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(done)
    slow = editor.open(tmp_path / "slow.py", "def fee(age):  # says slow\n    pass\n")
    await editor.until(lambda: editor.state == "checking")

    editor.close(done)
    editor.close(slow)

    await editor.cleared(done)
    await editor.until(lambda: editor.state == "idle")
    assert await editor.lenses(done) == []


async def test_verdicts_stay_at_their_functions_while_lines_are_typed_above(
    connect: Connect, tmp_path: Path
):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    editor.type(uri, 2, (0, 0), "(((\n\n")
    assert [d.range.start.line for d in await editor.published(uri, 2)] == [2]
    assert await editor.lenses(uri) == ["2: Treats people differently: age"]

    editor.type(uri, 3, (0, 0), "", to=(2, 0))
    assert [d.range.start.line for d in await editor.published(uri, 3)] == [0]


async def test_an_edited_function_shows_no_old_verdict(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    stale = "0: Treats people differently: age · before the last edits"
    editor.type(uri, 2, (0, 32), "\n    ")
    assert await editor.lenses(uri) == [stale]
    editor.type(uri, 3, (3, 4), "(((")

    assert await editor.published(uri, 3) == []
    assert await editor.lenses(uri) == [stale]
    assert await editor.hover(uri, 0, 5) == "Being checked again."


@pytest.mark.parametrize(
    ("encoding", "start", "end"), [("utf-8", 17, 20), ("utf-16", 14, 17), ("utf-32", 13, 16)]
)
async def test_columns_count_in_the_units_of_the_client(
    connect: Connect, tmp_path: Path, encoding: str, start: int, end: int
):
    editor = await connect(encodings=[encoding])
    uri = editor.open(tmp_path / "fees.py", '😀 = "é"; def fee(age):  # says biased age\n')
    (found,) = await editor.published(uri)

    assert editor.hello.capabilities.position_encoding == encoding
    assert (found.range.start.character, found.range.end.character) == (start, end)
    assert await editor.hover(uri, 0, end) is not None
    assert await editor.hover(uri, 0, end + 1) is None


async def test_form_feeds_end_no_line(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", '"""\x0c a \u2028 b"""\r\n' + FEE)
    await editor.published(uri)

    editor.type(uri, 2, (1, 4), "my_")
    (found,) = await editor.published(uri, 2)

    assert found.range == types.Range(types.Position(1, 4), types.Position(1, 10))


async def test_nothing_runs_before_the_workspace_is_trusted(connect: Connect, tmp_path: Path):
    editor = await connect(options={})
    uri = editor.open(tmp_path / "fees.py", FEE)

    assert await editor.published(uri) == []
    assert editor.state == "untrusted"
    assert editor.statuses[-1].isolation == "static"
    assert await editor.lenses(uri) == ["0: Not checked: the workspace is not trusted"]

    editor.trust()
    assert len(await editor.published(uri, checks=2)) == 1
    assert editor.state == "idle"
    assert editor.statuses[-1].isolation == "strong"


async def test_trust_in_a_folder_is_none_in_the_one_of_another_file(
    connect: Connect, tmp_path: Path
):
    opened, other = tmp_path / "opened", tmp_path / "other"
    opened.mkdir()
    (other / ".venv/bin").mkdir(parents=True)
    (other / ".venv/bin/python").touch(mode=0o755)
    editor = await connect(SCRIPTED, opened, options={"trusted": True})
    uri = editor.open(other / "a.py", "def fee(age):  # says options\n")

    assert (await editor.published(uri))[0].message == f"default {sys.executable}"
    await editor.until(lambda: any("`evenhand trust " in line for line in editor.log))


async def test_each_folder_has_its_own_settings_and_interpreter(connect: Connect, tmp_path: Path):
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    for folder in (one, two, three):
        (folder / ".venv" / "bin").mkdir(parents=True)
        python = folder / ".venv" / "bin" / "python"
        python.touch(mode=0o755)
    (one / "pyproject.toml").write_text('[tool.evenhand]\nprofile = "paper"\n')
    (two / "pyproject.toml").write_text('[tool.evenhand]\nprofile = "paper"\n')
    text = "def fee(age):  # says options\n"
    editor = await connect(
        SCRIPTED,
        one,
        two,
        options={
            "trusted": True,
            "settings": {two.as_uri(): {"profile": "legal"}},
            "globalSettings": {},
            "interpreters": {one.as_uri(): str(three / ".venv" / "bin" / "python")},
        },
    )

    first = editor.open(one / "a.py", text)
    second = editor.open(two / "a.py", text)
    said = [(await editor.published(uri))[0].message for uri in (first, second)]

    assert said == [f"paper {three}/.venv/bin/python", f"legal {two}/.venv/bin/python"]


async def test_new_settings_check_everything_again(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "a.py", "def fee(age):  # says options\n")
    assert (await editor.published(uri))[0].message.startswith("default ")

    editor.configure({"settings": {}, "globalSettings": {"profile": "legal"}, "interpreters": {}})
    (found,) = await editor.published(uri, checks=2)
    assert found.message.startswith("legal ")

    (tmp_path / "pyproject.toml").write_text('[tool.evenhand]\nignore = ["EVH002"]\n')
    change = types.FileEvent((tmp_path / "pyproject.toml").as_uri(), types.FileChangeType.Created)
    params = types.DidChangeWatchedFilesParams([change])
    editor.client.workspace_did_change_watched_files(params)
    assert await editor.published(uri, checks=3) == []


async def test_folders_can_come_and_go(connect: Connect, tmp_path: Path):
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    text = "def fee(age):  # says options\n"
    editor = await connect(
        SCRIPTED, one, options={"trusted": True, "settings": {two.as_uri(): {"profile": "legal"}}}
    )
    uri = editor.open(two / "a.py", text)
    assert (await editor.published(uri))[0].message.startswith("default ")

    added = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(two.as_uri(), "two")], [])
    params = types.DidChangeWorkspaceFoldersParams(added)
    editor.client.workspace_did_change_workspace_folders(params)

    (found,) = await editor.published(uri, checks=2)
    assert found.message.startswith("legal ")


async def test_a_wrong_setting_is_said_once(connect: Connect, tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text('[tool.evenhand]\nprofil = "legal"\n')
    editor = await connect()
    uri = editor.open(tmp_path / "a.py", FEE)
    await editor.published(uri)
    editor.replace(uri, 2, FEE)
    await editor.published(uri, 2)

    said = [line for line in editor.log if "profil" in line]
    assert len(said) == 1
    assert "did you mean `profile`?" in said[0]


@pytest.mark.parametrize(
    "settings",
    [{"enable": False}, {"exclude": ["generated"]}, {"severity": {"EVH001": "off"}}],
)
async def test_what_the_user_does_not_want_is_not_shown(
    connect: Connect, tmp_path: Path, settings: dict[str, object]
):
    editor = await connect(options={"trusted": True, "globalSettings": settings})
    uri = editor.open(tmp_path / "generated" / "fees.py", FEE)

    assert await editor.published(uri) == []


@pytest.mark.parametrize("chosen", ["off", False])
async def test_lenses_can_be_switched_off(connect: Connect, tmp_path: Path, chosen: object):
    editor = await connect(options={"trusted": True, "globalSettings": {"codeLens": chosen}})
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    assert await editor.lenses(uri) == []


async def test_an_interpreter_that_is_not_there_is_said_and_nothing_runs(
    connect: Connect, tmp_path: Path
):
    editor = await connect(
        options={"trusted": True, "interpreters": {tmp_path.as_uri(): "/no/python"}}
    )
    uri = editor.open(tmp_path / "fees.py", FEE)

    assert await editor.published(uri) == []
    assert editor.state == "error"
    assert "/no/python" in editor.statuses[-1].detail


async def test_an_interpreter_that_does_not_start_is_said_and_marks_no_function(
    connect: Connect, tmp_path: Path
):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nexit 3\n")
    python.chmod(0o755)
    options = {"trusted": True, "interpreters": {tmp_path.as_uri(): str(python)}}
    editor = await connect(REAL, options=options)
    uri = editor.open(tmp_path / "fees.py", FEE)

    assert await editor.published(uri) == []
    assert editor.state == "error"
    assert "it ended with status 3" in editor.statuses[-1].detail


async def test_a_failure_of_the_engine_is_no_clean_file_and_no_popup(
    connect: Connect, tmp_path: Path
):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", "def fee(age):  # says crash\n")

    await editor.until(lambda: (uri, 1) in editor.ended)
    assert editor.shown == []
    assert editor.state == "error"
    assert "scripted crash" in editor.statuses[-1].detail
    await editor.until(lambda: any("scripted crash" in line for line in editor.log))
    assert editor.client.messages == []

    editor.replace(uri, 2, FEE)
    assert len(await editor.published(uri, 2)) == 1
    assert editor.state == "idle"


async def test_single_cells_and_other_languages_are_passed_over(connect: Connect, tmp_path: Path):
    editor = await connect()
    cell = editor.open_uri("vscode-notebook-cell:/a.ipynb#1", FEE)
    other = editor.open(tmp_path / "fees.txt", FEE, language="plaintext")
    editor.replace(cell, 2, FEE)
    editor.close(cell)
    untitled = editor.open_uri("untitled:Untitled-1", FEE)

    assert len(await editor.published(untitled)) == 1
    assert {p.uri for p in editor.shown} == {untitled}
    assert await editor.hover(other, 0, 5) is None
    assert await editor.hover(cell, 0, 5) is None


async def test_saving_a_file_checks_those_that_import_it(connect: Connect, tmp_path: Path):
    editor = await connect()
    rules = editor.open(tmp_path / "rules.py", FEE)
    uses = editor.open(tmp_path / "uses.py", "import rules\n")
    apart = editor.open(tmp_path / "apart.py", "import other\n")
    for uri in (rules, uses, apart):
        await editor.published(uri)

    editor.save(rules)
    await editor.published(uses, checks=2)
    await editor.run("evenhand.server.checkWorkspace", rules)

    assert editor.ended.count((apart, 1)) == 1


async def test_the_workspace_can_be_checked_and_forgets_what_is_gone(
    connect: Connect, tmp_path: Path
):
    for name in ("a.py", "b.py", ".venv/c.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(FEE)
    editor = await connect()

    said = await editor.run("evenhand.server.checkWorkspace")

    assert said == {"files": 2, "warnings": 2, "informations": 0, "problems": []}
    await editor.until(lambda: len(editor.shown) == 2)
    assert {p.uri: len(p.diagnostics) for p in editor.shown} == {
        (tmp_path / "a.py").as_uri(): 1,
        (tmp_path / "b.py").as_uri(): 1,
    }
    said = await editor.run("evenhand.server.checkWorkspace", (tmp_path / "b.py").as_uri())
    assert said == {"files": 1, "warnings": 1, "informations": 0, "problems": []}
    with pytest.raises(JsonRpcException, match="not in an open folder"):
        await editor.run("evenhand.server.checkWorkspace", tmp_path.parent.as_uri())
    renamed = types.FileRename((tmp_path / "a.py").as_uri(), (tmp_path / "d.py").as_uri())
    editor.client.workspace_did_rename_files(types.RenameFilesParams([renamed]))
    await editor.cleared((tmp_path / "a.py").as_uri())


async def test_what_a_stranger_puts_beside_files_is_said_and_the_rest_is_checked(
    connect: Connect, tmp_path: Path
):
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.py"))
    for path in (tmp_path / "a.py", odd):
        path.write_text(FEE)
    for name in ("pipe.py", ".gitignore", "pyproject.toml", "test_a_evenhand.py"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "out.py").symlink_to("/etc/passwd")
    (tmp_path / "zero.py").symlink_to("/dev/zero")
    editor = await connect()
    uri = editor.open(tmp_path / "a.py", FEE)
    await editor.published(uri)

    said = await editor.run("evenhand.server.checkWorkspace")

    assert (said["files"], said["warnings"]) == (2, 2)
    assert len(said["problems"]) == 6
    await editor.until(lambda: any(shown.uri == odd.as_uri() for shown in editor.shown))


async def test_a_check_of_the_workspace_can_be_cancelled(connect: Connect, tmp_path: Path):
    (tmp_path / "slow.py").write_text("def fee(age):  # says slow\n    pass\n")
    editor = await connect()

    task = asyncio.create_task(editor.run("evenhand.server.checkWorkspace"))
    begun = await editor.until(lambda: [p for p in editor.progress if p.value["kind"] == "begin"])
    assert begun[0].value["cancellable"]
    await editor.until(lambda: [p for p in editor.progress if p.value["kind"] == "report"])
    cancel = types.WorkDoneProgressCancelParams(token=begun[0].token)
    editor.client.window_work_done_progress_cancel(cancel)

    with pytest.raises(Exception, match="was cancelled"):
        await task
    await editor.until(lambda: editor.state == "idle")
    assert editor.progress[-1].value["kind"] == "end"


async def test_a_long_check_shows_what_it_has_and_can_be_cancelled(
    connect: Connect, tmp_path: Path
):
    editor = await connect()
    text = FEE + "\n\ndef pay(age):  # says slow\n    pass\n"
    uri = editor.open(tmp_path / "fees.py", text)

    await editor.until(lambda: editor.shown)
    assert len(findings_in(editor.shown[0])) == 1
    assert editor.state == "checking"
    assert await editor.hover(uri, 0, 5) is not None

    begun = await editor.until(lambda: editor.progress)
    assert begun[0].value["title"] == "Checking fees.py"
    cancel = types.WorkDoneProgressCancelParams(token=begun[0].token)
    editor.client.window_work_done_progress_cancel(cancel)
    await editor.until(lambda: editor.state == "idle")
    await editor.until(lambda: editor.progress[-1].value["kind"] == "end")


async def test_after_allowing_the_reason_is_selected(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)
    (found,) = await editor.published(uri)
    _, allow, *_ = await editor.fixes(uri, found)

    await editor.run(allow.command.command, *allow.command.arguments)

    (shown,) = editor.places
    text = allow.edit.document_changes[0].edits[0].new_text
    column, end = shown.selection.start.character, shown.selection.end.character
    assert (shown.uri, shown.selection.start.line) == (uri, 0)
    assert text[column:end] == "say here why this is intended"


async def test_taking_trust_away_ends_what_runs(connect: Connect, tmp_path: Path):
    editor = await connect()
    editor.open(tmp_path / "fees.py", "def fee(age):  # says slow\n    pass\n")
    await editor.until(lambda: editor.state == "checking")

    editor.trust(False)

    await editor.until(lambda: editor.state == "untrusted")
    assert editor.statuses[-1].python is None


async def test_commands_restart_and_describe(connect: Connect, tmp_path: Path):
    editor = await connect()
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    facts = await editor.run("evenhand.server.debugInformation")
    assert facts["trusted"] is True
    assert facts["documents"][0]["uri"] == uri

    await editor.run("evenhand.server.restartWorkers")
    assert len(await editor.published(uri, checks=2)) == 1


async def test_a_sandbox_that_cannot_be_downloaded_is_said(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("EVENHAND_RUNTIME", str(tmp_path / "runtime"))
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    editor = await connect()

    await editor.run("evenhand.server.installSandbox")

    [said] = editor.messages
    assert "cannot be downloaded from http://127.0.0.1:9" in said


async def test_only_what_is_new_is_shown_to_who_wants_that(connect: Connect, tmp_path: Path):
    file = tmp_path / "fees.py"
    file.write_text(FEE)
    for command in ("init -q -b main", "add .", "commit -qm first", "checkout -qb branch"):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        subprocess.run(["git", *identity, *command.split()], cwd=tmp_path, check=True)
    old = FEE + "\n\ndef pay(age):  # says biased age\n    return 1\n"
    settings = {"trusted": True, "globalSettings": {"newCodeSince": "main"}}
    editor = await connect(options=settings)

    uri = editor.open(file, old)

    assert [found.range.start.line for found in await editor.published(uri)] == [6]
    assert await editor.lenses(uri) == ["6: Treats people differently: age"]
    editor.type(uri, 2, (2, 17), "0")
    assert [found.range.start.line for found in await editor.published(uri, 2)] == [0, 6]
    editor.configure({"globalSettings": {"newCodeSince": "nowhere"}})
    editor.replace(uri, 3, old + "\n")
    assert len(await editor.published(uri, 3)) == 2
    assert any("All code counts as new: there is no commit" in line for line in editor.log)
