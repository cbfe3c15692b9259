"""What the editor shows of the ledger, and what its agents ask."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from connecting import Connect
from pygls.exceptions import JsonRpcException

from editor import REAL, Editor
from evenhand.assistants.ledger.queries import entries
from evenhand.assistants.ledger.records import Entry, Kind
from evenhand.assistants.ledger.store import opened

FEE = "def fee(age):\n    return 5 if age > 45 else 10\n"
PAY = 'def pay(hours, sex):\n    return hours * 2 + (3 if sex == "male" else 0)\n'
HINTS = {"trusted": True, "client": ["editHints"]}


def read(ledger: Path) -> list[Entry]:
    with opened(ledger) as connection:
        return list(entries(connection))


async def suggest(editor: Editor, file: Path, ledger: Path) -> str:
    """Type a suggestion, and wait until the ledger says what was found in it."""
    uri = editor.open(file, "\n")
    editor.type(uri, 2, (0, 0), FEE)
    editor.accepted(uri, 2, kind="inline")
    await editor.until(lambda: editor.recorded and any(e.verdicts for e in read(ledger)))
    return uri


async def test_suggestions_are_listed_with_where_they_are(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(REAL, options=HINTS)
    assert (await editor.run("evenhand.server.suggestions"))["suggestions"] == []

    uri = await suggest(editor, tmp_path / "fees.py", ledger)

    (found,) = (await editor.run("evenhand.server.suggestions"))["suggestions"]
    assert (found["uri"], found["file"], found["functions"]) == (uri, "fees.py", ["fee"])
    assert [v["verdict"] for v in found["verdicts"]] == ["biased"]


async def test_a_function_is_found_where_it_is_now(connect: Connect, tmp_path: Path, ledger: Path):
    editor = await connect(REAL, options=HINTS)
    uri = await suggest(editor, tmp_path / "fees.py", ledger)
    editor.type(uri, 3, (0, 0), "# one line more\n")

    place = await editor.run("evenhand.server.place", uri, "fee")
    assert place["start"] == {"line": 1, "character": 4}

    unopened = tmp_path / "other.py"
    unopened.write_text("\n\n" + FEE)
    place = await editor.run("evenhand.server.place", unopened.as_uri(), "fee")
    assert place["start"] == {"line": 2, "character": 4}
    for gone in ((uri, "tax"), ((tmp_path / "no.py").as_uri(), "fee")):
        assert await editor.run("evenhand.server.place", *gone) is None


async def test_the_report_leads_to_functions(connect: Connect, tmp_path: Path, ledger: Path):
    editor = await connect(REAL, options=HINTS)
    assert "Nothing has been recorded yet" in (await editor.run("evenhand.server.report"))["html"]

    await suggest(editor, tmp_path / "fees.py", ledger)

    html = (await editor.run("evenhand.server.report"))["html"]
    assert '<dd id="biased">1</dd>' in html
    assert 'href="command:evenhand.showSuggestion?' in html


async def test_the_user_says_that_no_assistant_wrote_it(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(REAL, options=HINTS)
    uri = await suggest(editor, tmp_path / "fees.py", ledger)
    (entry,) = read(ledger)

    await editor.run("evenhand.server.notAssistants", entry.id, "fee")

    (found,) = (await editor.run("evenhand.server.suggestions"))["suggestions"]
    assert [fate["fate"] for fate in found["fates"]] == ["not an assistant's"]
    assert "assistant" not in (await editor.lenses(uri))[0]
    editor.save(uri)
    tasks = await editor.run("evenhand.server.taskList")
    assert tasks == {"markdown": "No suggestion treats people differently.\n"}
    assert read(ledger)[0].is_disowned

    await editor.run("evenhand.server.removeSuggestion", entry.id)
    assert (await editor.run("evenhand.server.suggestions"))["suggestions"] == []


async def test_a_suggestion_is_allowed_with_a_reason(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(REAL, options=HINTS)
    uri = await suggest(editor, tmp_path / "fees.py", ledger)

    edit = await editor.run("evenhand.server.allowance", uri, "fee", "age", "by\nlaw")

    assert edit["range"]["start"] == edit["range"]["end"] == {"line": 0, "character": 0}
    assert edit["text"] == "# evenhand: allow(age) by law\n"
    assert await editor.run("evenhand.server.allowance", uri, "gone", "age", "by law") is None
    with pytest.raises(JsonRpcException):
        await editor.run("evenhand.server.allowance", uri, "fee", "age", " ")


async def test_an_agent_asks_before_it_writes(connect: Connect, tmp_path: Path, ledger: Path):
    editor = await connect(REAL, options=HINTS)

    found = await editor.run("evenhand.server.checkCode", FEE, "an agent")

    assert found["treats_people_differently"] is True
    assert [(f["function"], f["verdict"]) for f in found["findings"]] == [("fee", "biased")]
    assert len(found["findings"][0]["calls"]) == 2
    assert found["isolation"] in {"strong", "basic"}
    (entry,) = read(ledger)
    assert (entry.suggestion.kind, entry.suggestion.assistant) == (Kind.ASKED, "an agent")
    assert len(entry.verdicts) == 1

    repaired = await editor.run("evenhand.server.repairCode", PAY)
    assert [one["function"] for one in repaired["repaired"]] == ["pay"]
    again = await editor.run("evenhand.server.checkCode", repaired["code"])
    assert again["treats_people_differently"] is False


async def test_nothing_runs_for_an_agent_where_nobody_trusts(connect: Connect, tmp_path: Path):
    editor = await connect(REAL, options={"trusted": False})

    found = await editor.run("evenhand.server.checkCode", FEE)

    assert found["treats_people_differently"] is None
    assert [f["verdict"] for f in found["findings"]] == ["not_checked"]
    assert found["not_checked"]


async def test_what_is_asked_wrongly_is_refused(connect: Connect):
    editor = await connect(options=HINTS)

    for command in ("evenhand.server.checkCode", "evenhand.server.place"):
        with pytest.raises(JsonRpcException):
            await editor.run(command, 3)


@contextmanager
def a_folder(ledger: Path) -> Iterator[None]:
    ledger.mkdir()
    yield


@contextmanager
def locked(ledger: Path) -> Iterator[None]:
    with opened(ledger) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def other_inside(ledger: Path) -> Iterator[None]:
    """It is a whole file of SQLite, with other tables."""
    with opened(ledger) as connection:
        connection.execute("ALTER TABLE suggestion RENAME TO other")
    yield


@pytest.mark.parametrize("hindrance", [a_folder, locked, other_inside])
async def test_a_ledger_that_cannot_be_written_is_said_once_and_hinders_nothing(
    connect: Connect,
    tmp_path: Path,
    ledger: Path,
    hindrance: Callable[[Path], AbstractContextManager[None]],
):
    with hindrance(ledger):
        await suggest_twice(await connect(options=HINTS), tmp_path)


async def suggest_twice(editor: Editor, tmp_path: Path) -> None:
    uri = editor.open(tmp_path / "fees.py", "\n")
    for version in (2, 3):
        editor.type(
            uri, version, (0, 0), FEE.replace("fee(age):", f"fee{version}(age):  # says biased age")
        )
        editor.accepted(uri, version, kind="inline")
        await editor.published(uri, version)
    await editor.until(lambda: [m for m in editor.log if "Nothing is recorded" in m])
    async with asyncio.timeout(15):
        await editor.quit()

    assert len([m for m in editor.log if "Nothing is recorded" in m]) == 1


async def test_two_editors_write_to_one_ledger(connect: Connect, tmp_path: Path, ledger: Path):
    editors = [await connect(options=HINTS) for _ in range(2)]

    async def work(number: int) -> None:
        uri = editors[number].open(tmp_path / f"file{number}.py", "\n")
        for count in range(5):
            name = (
                f"def f{number}_{count}(age):  # says biased age\n    x = {count}\n    return x\n"
            )
            editors[number].type(uri, count + 2, (0, 0), name)
            editors[number].accepted(uri, count + 2, kind="inline")
        await editors[number].quit()

    await asyncio.gather(work(0), work(1))

    found = [name for entry in read(ledger) for name in entry.suggestion.functions]
    assert sorted(found) == sorted(f"f{n}_{c}" for n in range(2) for c in range(5))
    with sqlite3.connect(ledger) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
