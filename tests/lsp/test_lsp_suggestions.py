"""Suggestions of assistants: what the server notices, shows, records and follows."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from connecting import Connect
from lsprotocol import types

from editor import CLOCKED, REAL, Editor, findings_in
from evenhand.assistants.ledger.queries import entries
from evenhand.assistants.ledger.records import Entry, Fate, Kind
from evenhand.assistants.ledger.store import opened

FEE = "def fee(age):  # says biased age\n    base = 10\n    return base + age\n"
TAX = "def tax(age):  # says biased age\n    rate = 3\n    return rate * age\n"
SNIPPET = "    try:\n        pass\n    except ValueError as e:\n        raise e\n"
HINTS = {"trusted": True, "client": ["editHints"]}
SETTLING_SECONDS = 3.0
"""Longer than any pause after which edits are looked into, and too short to show in a note."""


def read(ledger: Path) -> list[Entry]:
    if not ledger.exists():
        return []
    with opened(ledger) as connection:
        return list(entries(connection))


async def recorded(editor: Editor, ledger: Path, holds: Callable[[list[Entry]], bool]) -> Entry:
    """The newest suggestion, once `holds`."""
    await let_edits_settle(editor)
    await editor.until(lambda: holds(read(ledger)))
    return read(ledger)[0]


async def let_edits_settle(editor: Editor) -> None:
    """Let time pass where it stands still, so that no edit waits for another."""
    if editor.clocked:
        await editor.pass_time(SETTLING_SECONDS)


def judged(found: list[Entry]) -> bool:
    return bool(found) and bool(found[0].verdicts)


def ended(fate: Fate) -> Callable[[list[Entry]], bool]:
    return lambda found: bool(found) and [f.fate for f in found[0].fates] == [fate]


async def noted(editor: Editor, uri: str, note: str) -> list[types.Diagnostic]:
    """What is shown of a file, once a finding has this note."""

    def shown() -> list[types.Diagnostic]:
        every = [p for p in editor.shown if p.uri == uri]
        latest = findings_in(every[-1]) if every else []
        return latest if any(note in d.message for d in latest) else []

    await let_edits_settle(editor)
    found: list[types.Diagnostic] = await editor.until(shown)
    return found


async def test_an_accepted_suggestion_is_marked_and_recorded(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(CLOCKED, options=HINTS)
    uri = editor.open(tmp_path / "fees.py", "\n")

    editor.type(uri, 2, (0, 0), FEE)
    editor.accepted(uri, 2, kind="inline", assistant="Copilot", model="gpt-x", promptHash="abc")

    (finding,) = await noted(editor, uri, "accepted from an assistant 3 s ago")
    assert finding.message.startswith("fee is 10 higher for 1 than for 2 · ")
    assert "accepted from an assistant" in (await editor.lenses(uri))[0]
    entry = await recorded(editor, ledger, judged)
    made = entry.suggestion
    assert (made.kind, made.confidence, made.functions) == (Kind.INLINE, 1.0, ("fee",))
    assert (made.file, made.workspace) == ("fees.py", str(tmp_path))
    assert (made.assistant, made.model, made.prompt_hash) == ("Copilot", "gpt-x", "abc")
    assert made.source is None
    (verdict,) = entry.verdicts
    assert (verdict.attribute, verdict.kind, verdict.calls) == (
        "age",
        "biased",
        ("fee(1)", "fee(2)"),
    )


async def test_a_suggestion_may_be_told_of_before_or_long_after_its_edit(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(CLOCKED, options=HINTS)
    early, late = (editor.open(tmp_path / name, "\n") for name in ("early.py", "late.py"))

    editor.accepted(early, 2, kind="inline")
    editor.type(early, 2, (0, 0), FEE)
    await noted(editor, early, "accepted from an assistant")

    editor.type(late, 2, (0, 0), TAX)
    await noted(editor, late, "probably an assistant's, just now")
    editor.accepted(late, 2, kind="inline", assistant="Copilot")
    await noted(editor, late, "accepted from an assistant")
    entry = await recorded(editor, ledger, lambda e: e[0].suggestion.confidence == 1)
    assert (entry.suggestion.kind, entry.suggestion.assistant) == (Kind.INLINE, "Copilot")


async def test_a_client_that_tells_nothing_is_believed_less(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(CLOCKED)
    uri = editor.open(tmp_path / "fees.py", "\n")

    editor.type(uri, 2, (0, 0), FEE)

    await noted(editor, uri, "probably an assistant's, just now")
    entry = await recorded(editor, ledger, judged)
    assert (entry.suggestion.kind, entry.suggestion.confidence) == (Kind.CHAT, 0.6)


@pytest.mark.parametrize("hint", ["paste", "undo", "redo"])
async def test_what_is_known_to_be_ones_own_is_no_suggestion(
    connect: Connect, tmp_path: Path, ledger: Path, hint: str
):
    editor = await connect(CLOCKED, options=HINTS)
    uri = editor.open(tmp_path / "fees.py", "\n")

    editor.type(uri, 2, (0, 0), FEE)
    editor.hinted(uri, 2, hint)
    editor.type(uri, 3, (3, 0), TAX)
    editor.accepted(uri, 3)

    await noted(editor, uri, "accepted from an assistant")
    entry = await recorded(editor, ledger, judged)
    assert entry.suggestion.kind is Kind.SAID
    assert len(read(ledger)) == 1


async def test_what_becomes_of_a_suggestion_is_recorded(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(CLOCKED, options=HINTS)
    uri = editor.open(tmp_path / "fees.py", "\n")
    editor.type(uri, 2, (0, 0), FEE)
    editor.accepted(uri, 2, kind="inline")
    await recorded(editor, ledger, judged)

    editor.save(uri)
    await recorded(editor, ledger, ended(Fate.KEPT))

    editor.type(uri, 3, (1, 11), "2", (1, 13))
    await recorded(editor, ledger, ended(Fate.EDITED))
    await editor.published(uri, 3)
    await editor.until(lambda: "assistant" not in editor.findings(uri, 3)[0].message)

    editor.type(uri, 4, (1, 11), "10", (1, 12))
    await recorded(editor, ledger, ended(Fate.KEPT))

    editor.type(uri, 5, (0, 4), "price", (0, 7))
    editor.type(uri, 6, (0, 0), "", (3, 0))
    await recorded(editor, ledger, ended(Fate.DELETED))


async def test_an_allowed_suggestion_is_recorded_with_its_reason(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(REAL, options=HINTS)
    uri = editor.open(tmp_path / "fees.py", "\n")
    editor.type(uri, 2, (0, 0), "def fee(age):\n    return 5 if age > 45 else 10\n")
    editor.accepted(uri, 2, kind="inline")
    await recorded(editor, ledger, judged)

    editor.type(uri, 3, (0, 0), "# evenhand: allow(age) a rebate for pensioners\n")

    entry = await recorded(editor, ledger, ended(Fate.ALLOWED))
    assert entry.fates[0].detail == "a rebate for pensioners"
    assert not entry.open_verdicts


async def test_a_suggestion_is_followed_into_the_next_session(
    connect: Connect, tmp_path: Path, ledger: Path
):
    file = tmp_path / "fees.py"
    first = await connect(CLOCKED, options=HINTS)
    uri = first.open(file, "\n")
    first.type(uri, 2, (0, 0), FEE)
    first.accepted(uri, 2, kind="inline")
    await recorded(first, ledger, judged)
    await first.quit()

    file.write_text(FEE)
    second = await connect(CLOCKED, options=HINTS)
    second.open(file)
    await noted(second, uri, "accepted from an assistant")
    second.replace(uri, 2, FEE.replace("10", "20"))

    await recorded(second, ledger, ended(Fate.EDITED))


@pytest.mark.parametrize(
    ("settings", "kinds"),
    [({"record": "off"}, []), ({"record": "certain"}, [Kind.INLINE])],
)
async def test_the_settings_choose_what_is_recorded(
    connect: Connect, tmp_path: Path, ledger: Path, settings: dict[str, str], kinds: list[Kind]
):
    editor = await connect(CLOCKED, options={**HINTS, "ledger": settings})
    uri = editor.open(tmp_path / "fees.py", "\n")
    editor.type(uri, 2, (0, 0), FEE)
    await noted(editor, uri, "probably an assistant's")

    editor.type(uri, 3, (3, 0), TAX)
    editor.accepted(uri, 3, kind="inline")
    await noted(editor, uri, "accepted from an assistant")
    await editor.quit()

    assert [e.suggestion.kind for e in read(ledger)] == kinds


async def test_what_an_agent_writes_to_disk_is_checked_and_recorded(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(CLOCKED, options=HINTS)
    file = tmp_path / "fees.py"

    file.write_text(FEE)
    editor.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(
            [types.FileEvent(file.as_uri(), types.FileChangeType.Created)]
        )
    )

    (finding,) = await noted(editor, file.as_uri(), "perhaps an assistant's")
    assert finding.code == "EVH001"
    entry = await recorded(editor, ledger, ended(Fate.KEPT))
    assert (entry.suggestion.kind, entry.suggestion.functions) == (Kind.DISK, ("fee",))


async def test_a_checkout_is_no_suggestion(connect: Connect, tmp_path: Path, ledger: Path):
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        subprocess.run(
            ["git", "-C", str(tmp_path), *who, *arguments], check=True, capture_output=True
        )

    file = tmp_path / "fees.py"
    file.write_text("x = 1\n")
    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "one")
    git("checkout", "-b", "other")
    file.write_text(FEE)
    git("commit", "-am", "two")
    git("checkout", "main")
    editor = await connect(CLOCKED, options=HINTS)
    uri = editor.open(file)
    await editor.published(uri)

    git("checkout", "other")
    editor.replace(uri, 2, FEE)
    editor.hinted(uri, 2, "disk")
    await editor.pass_time(0.1)
    await editor.published(uri, 2)
    editor.type(uri, 3, (3, 0), TAX)
    editor.accepted(uri, 3, kind="inline")

    entry = await recorded(editor, ledger, judged)
    assert entry.suggestion.functions == ("tax",)
    assert len(read(ledger)) == 1


async def test_a_name_is_no_suggestion_and_a_new_name_none_either(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(CLOCKED, options=HINTS)
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    editor.type(uri, 2, (0, 4), "price", (0, 7))
    await editor.pass_time(0.1)
    await editor.published(uri, 2)
    editor.type(uri, 3, (3, 0), TAX)
    editor.accepted(uri, 3)

    entry = await recorded(editor, ledger, judged)
    assert entry.suggestion.functions == ("tax",)


async def test_a_repair_is_nobodys_suggestion_and_what_became_of_one(
    connect: Connect, tmp_path: Path, ledger: Path
):
    editor = await connect(REAL, options={**HINTS, "client": ["editHints", "chooseRepair"]})
    uri = editor.open(tmp_path / "fees.py", "\n")
    editor.type(uri, 2, (0, 0), "def fee(age):\n    return 5 if age > 45 else 10\n")
    editor.accepted(uri, 2, kind="inline")
    await recorded(editor, ledger, judged)
    editor.answers["evenhand/chooseRepair"] = {"chosen": 0}

    await editor.run("evenhand.server.repair", uri, "fee", "age")
    editor.replace(uri, 3, editor.offers[-1].repairs[0].text)

    entry = await recorded(editor, ledger, ended(Fate.REPAIRED))
    assert entry.fates[0].detail == "offline"
    await editor.quit()
    assert len(read(ledger)) == 1


@pytest.mark.parametrize(
    ("elsewhere", "text"),
    [
        pytest.param("", SNIPPET, id="a snippet in a function"),
        pytest.param(TAX, "\n\n" + TAX, id="a function of another open file"),
        pytest.param("", "\n\nRATES = {\n    'a': 1,\n    'b': 2,\n    'c': 3,\n}\n", id="a table"),
    ],
)  # fmt: skip
async def test_text_from_no_assistant_is_no_suggestion(
    connect: Connect, tmp_path: Path, ledger: Path, elsewhere: str, text: str
):
    editor = await connect(CLOCKED, options=HINTS)
    editor.open(tmp_path / "other.py", elsewhere)
    uri = editor.open(tmp_path / "fees.py", FEE)

    editor.type(uri, 2, (3, 0), text)
    await editor.quit()

    assert read(ledger) == []


async def test_a_lens_keeps_its_result_while_the_text_has_a_syntax_error(
    connect: Connect, tmp_path: Path
):
    editor = await connect(CLOCKED)
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)
    before = (await editor.lenses(uri))[0].partition(": ")[2]

    editor.type(uri, 2, (1, 11), "(((", (1, 13))
    await let_edits_settle(editor)
    await editor.published(uri, 2)

    lenses = await editor.lenses(uri)
    assert any(lens.startswith(f"0: {before.partition(' · ')[0]} · before the") for lens in lenses)
