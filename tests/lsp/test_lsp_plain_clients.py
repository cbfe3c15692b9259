"""Editors that know nothing of Evenhand, and say what they can do in the protocol's words."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from connecting import Connect
from lsprotocol import types
from pygls.workspace import PositionCodec
from pytest_lsp import client_capabilities

from editor import FIRST, SCRIPTED, UNABLE, Editor
from evenhand.apps.lsp.documents.text_positions import Text, changed

ASK = types.WINDOW_SHOW_MESSAGE_REQUEST
SCORE = """\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points
"""
FEE = """\
def fee(age):  # says biased age
    if age > 45:
        return 10
    return 20
"""
TRUSTING = [sys.executable, "-m", "evenhand", "server", "--trust"]


def helix() -> types.ClientCapabilities:
    """What Helix announces, as far as the server looks at it."""
    return types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            apply_edit=True,
            workspace_edit=types.WorkspaceEditClientCapabilities(
                document_changes=True,
                resource_operations=[
                    types.ResourceOperationKind.Create,
                    types.ResourceOperationKind.Rename,
                    types.ResourceOperationKind.Delete,
                ],
            ),
        ),
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
            code_action=types.CodeActionClientCapabilities(
                resolve_support=types.ClientCodeActionResolveOptions(properties=["edit", "command"])
            ),
        ),
        general=types.GeneralClientCapabilities(position_encodings=["utf-8", "utf-32", "utf-16"]),
    )


def emacs_without_markdown() -> types.ClientCapabilities:
    """Eglot where the package `markdown-mode` is not installed."""
    capabilities = client_capabilities("emacs")
    assert capabilities.text_document is not None
    plain = types.HoverClientCapabilities(content_format=[types.MarkupKind.PlainText])
    capabilities.text_document.hover = plain
    return capabilities


CLIENTS = {
    "neovim 0.7": lambda: client_capabilities("neovim@0.7"),
    "neovim 0.10": lambda: client_capabilities("neovim@0.10"),
    "neovim 0.11": lambda: client_capabilities("neovim@0.11"),
    "helix": helix,
    "emacs": lambda: client_capabilities("emacs"),
    "emacs without markdown": emacs_without_markdown,
}
every_client = pytest.mark.parametrize("capabilities", CLIENTS.values(), ids=CLIENTS.keys())
Capabilities = Callable[[], types.ClientCapabilities]


@pytest.fixture(autouse=True)
def answers(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where answers about folders are remembered, in place of this user's own."""
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    return folder / "evenhand" / "trusted-folders.json"


def edited(text: str, uri: str, edit: types.WorkspaceEdit, capabilities: Any) -> str:
    """`text` after an edit, which has to be in a form that the client knows."""
    if edit.changes is not None:
        assert edit.document_changes is None
        parts = list(edit.changes[uri])
    else:
        assert capabilities.workspace.workspace_edit.document_changes
        (document,) = edit.document_changes or ()
        parts = list(document.edits)

    made = Text(text, PositionCodec(types.PositionEncodingKind.Utf16))
    for part in reversed(parts):
        change = types.TextDocumentContentChangePartial(range=part.range, text=part.new_text)
        made, _ = changed(made, [change])
    return made.source


async def test_who_cannot_be_asked_gets_no_repair_that_takes_a_persons_word(
    connect: Connect, tmp_path: Path
) -> None:
    editor = await connect(TRUSTING, options={}, capabilities=helix())
    text = FEE.replace("return 20", "return 20 * (age > 17)").replace("  # says biased age", "")
    uri = editor.open(tmp_path / "fees.py", text)
    (found,) = await editor.published(uri)
    fix = next(f for f in await editor.fixes(uri, found) if f.title.startswith("Repair `fee`"))
    editor.answers[ASK] = UNABLE

    done = await editor.run(fix.command.command, *fix.command.arguments)

    assert not done["applied"]
    assert editor.edits == []
    assert any("cannot ask you about it: " in said for said in editor.messages)


@pytest.mark.parametrize(
    ("name", "can_ask"), [("neovim 0.11", True), ("helix", False), ("emacs", True)]
)
async def test_a_repair_is_applied_in_every_editor(
    connect: Connect, tmp_path: Path, name: str, can_ask: bool
) -> None:
    announced = CLIENTS[name]()
    editor = await connect(TRUSTING, options={}, capabilities=announced)
    uri = editor.open(tmp_path / "rating.py", SCORE)
    (found,) = await editor.published(uri)
    fix = next(f for f in await editor.fixes(uri, found) if f.title.startswith("Repair `score`"))
    editor.answers[ASK] = FIRST if can_ask else UNABLE

    done = await editor.run(fix.command.command, *fix.command.arguments)

    assert done["applied"]
    after = edited(SCORE, uri, editor.edits[0].edit, announced)
    assert "if gender" not in after
    assert "points += 10" not in after
    if can_ask:
        await editor.until(lambda: any("was repaired" in asked for asked in editor.questions))
    else:
        await editor.until(lambda: any("was repaired" in said for said in editor.messages))
    assert not any("error in Evenhand" in line for line in editor.log)


@every_client
async def test_allowing_and_testing_are_edits_that_the_editor_knows(
    connect: Connect, tmp_path: Path, capabilities: Capabilities
) -> None:
    announced = capabilities()
    editor = await connect(SCRIPTED, options={"trusted": True}, capabilities=announced)
    uri = editor.open(tmp_path / "fees.py", FEE)
    (found,) = await editor.published(uri)

    fixes = await editor.fixes(uri, found)

    allow = next(fix for fix in fixes if fix.title.startswith("Allow"))
    after = edited(FEE, uri, allow.edit, announced)
    assert after.startswith("# evenhand: allow(age)")
    creates = announced.workspace.workspace_edit.resource_operations or ()
    new_files = [fix for fix in fixes if fix.title.startswith("Add a test")]
    can_create = types.ResourceOperationKind.Create in creates
    knows_documents = announced.workspace.workspace_edit.document_changes
    assert bool(new_files) == bool(can_create or knows_documents)


@every_client
async def test_findings_that_come_back_without_their_data_have_fixes(
    connect: Connect, tmp_path: Path, capabilities: Capabilities
) -> None:
    editor = await connect(SCRIPTED, options={"trusted": True}, capabilities=capabilities())
    uri = editor.open(tmp_path / "fees.py", FEE)
    (found,) = await editor.published(uri)
    whole = [fix.title for fix in await editor.fixes(uri, found)]

    found.data = None

    assert whole
    assert [fix.title for fix in await editor.fixes(uri, found)] == whole


@every_client
async def test_hovers_and_lenses_need_nothing_of_the_client(
    connect: Connect, tmp_path: Path, capabilities: Capabilities
) -> None:
    announced = capabilities()
    editor = await connect(SCRIPTED, options={"trusted": True}, capabilities=announced)
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.published(uri)

    hover = await editor.hover(uri, 0, 5)
    marked_up = types.MarkupKind.Markdown in announced.text_document.hover.content_format
    assert hover is not None
    assert ("```" in hover) == marked_up
    assert "fee(1)  # 20\nfee(2)  # 10" in hover

    lens = await command_of_lens(editor, uri)
    assert lens.command in editor.hello.capabilities.execute_command_provider.commands
    await editor.run(lens.command, *lens.arguments)
    await editor.until(lambda: editor.messages)
    assert "fee(1)  # 20\nfee(2)  # 10" in editor.messages[0]
    assert "`" not in editor.messages[0]


async def command_of_lens(editor: Editor, uri: str) -> types.Command:
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    (lens,) = await editor.client.text_document_code_lens_async(params) or ()
    assert lens.command is not None
    return lens.command


async def asked(editor: Editor) -> str:
    await editor.until(lambda: editor.questions)
    return editor.questions[-1]


@pytest.fixture
def question(connect: Connect) -> Callable[..., Awaitable[Editor]]:
    """An editor that says nothing of trust, and the answer that its user will give."""

    async def start(answer: object, *folders: Path) -> Editor:
        return await connect(
            SCRIPTED, *folders, options={}, capabilities=CLIENTS["neovim 0.10"](), answer=answer
        )

    return start


async def test_a_user_who_agrees_is_asked_once(
    question: Any, tmp_path: Path, answers: Path
) -> None:
    editor = await question("Run it from now on")
    uri = editor.open(tmp_path / "fees.py", FEE)
    await editor.until(lambda: any(p.uri == uri and p.diagnostics for p in editor.shown))
    assert str(tmp_path) in await asked(editor)

    again = await question("Never")
    uri = again.open(tmp_path / "fees.py", FEE)
    await again.until(lambda: any(p.uri == uri and p.diagnostics for p in again.shown))
    assert again.questions == []


@pytest.mark.parametrize("answer", ["Never", None, UNABLE])
async def test_nothing_runs_without_an_answer(question: Any, tmp_path: Path, answer: Any) -> None:
    editor = await question(answer)
    uri = editor.open(tmp_path / "fees.py", FEE)

    assert await editor.published(uri) == []
    await asked(editor)
    assert editor.state == "untrusted"
    if answer is UNABLE:
        await editor.until(lambda: editor.messages)
        assert f"evenhand trust {tmp_path}" in editor.messages[0]
        assert "evenhand server --trust" in editor.messages[0]


async def test_who_said_never_is_not_asked_again(question: Any, tmp_path: Path) -> None:
    first = await question("Never")
    await asked(first)
    await first.published(first.open(tmp_path / "fees.py", FEE))  # the answer is taken before
    await first.quit()

    second = await question("Run it this time")
    uri = second.open(tmp_path / "fees.py", FEE)

    assert await second.published(uri) == []
    assert (second.questions, second.state) == ([], "untrusted")


async def test_a_folder_that_joins_is_asked_about(question: Any, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    editor = await question("Run it this time", one)
    await editor.until(lambda: editor.state == "idle")
    editor.answers[ASK] = "Not now"

    joined = types.WorkspaceFolder(two.as_uri(), "two")
    event = types.WorkspaceFoldersChangeEvent(added=[joined], removed=[])
    editor.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(event)
    )

    await editor.until(lambda: len(editor.questions) == 2)
    assert str(two) in editor.questions[1]
    assert str(one) not in editor.questions[1]
    assert editor.state == "untrusted"


async def test_the_clients_own_answer_counts_before_that_of_the_command_line(
    connect: Connect, tmp_path: Path
) -> None:
    editor = await connect(TRUSTING, options={"trusted": False})
    uri = editor.open(tmp_path / "rating.py", SCORE)

    await editor.until(lambda: editor.ended)
    assert (editor.state, editor.questions) == ("untrusted", [])
    assert uri
