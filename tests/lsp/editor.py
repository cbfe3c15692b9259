"""A real client, as an editor would be one: it opens, types, and waits for what is shown."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcMethodNotFound
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from ready import copied

REAL = [sys.executable, "-m", "evenhand.apps.lsp", "--stdio"]
SCRIPTED = [sys.executable, str(Path(__file__).parent / "scripted.py")]
CLOCKED = [*SCRIPTED, "--clock"]
"""The same with a clock that stands still until a test lets time pass."""
UNABLE = object()
"""In place of an answer to a question: the client knows no questions."""
FIRST = object()
"""The user picks the first answer, whatever it says."""
PATIENCE_SECONDS = 120.0
"""A safety net: what a test waits for comes at once, or not at all."""


@dataclass
class Editor:
    """One client with its server process."""

    client: LanguageClient
    clocked: bool = False
    """Whether the server's clock stands still until `pass_time`."""
    shown: list[types.PublishDiagnosticsParams] = field(default_factory=list)
    """Every publication, oldest first."""
    ended: list[tuple[str, int]] = field(default_factory=list)
    """The document and version of each check that has ended."""
    unequal: list[int] = field(default_factory=list)
    """Of each of these, how many functions treat people differently."""
    statuses: list[Any] = field(default_factory=list)
    recorded: int = 0
    """How often the server said that the ledger has changed."""
    refreshed: int = 0
    """How often the server asked to have code lenses fetched again."""
    progress: list[Any] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    """What the server said to the user."""
    offers: list[Any] = field(default_factory=list)
    """Repairs that the server had the user choose from."""
    places: list[types.ShowDocumentParams] = field(default_factory=list)
    """Places that the server had shown."""
    reasons: list[Any] = field(default_factory=list)
    """What the server had reasons asked for."""
    failures: list[Any] = field(default_factory=list)
    """Why models gave no answer."""
    questions: list[str] = field(default_factory=list)
    edits: list[types.ApplyWorkspaceEditParams] = field(default_factory=list)
    answers: dict[str, Any] = field(default_factory=dict)
    """What the client answers by method; a function is called with the parameters."""
    delay: Awaitable[Any] | None = None
    """What the user waits for before answering a question in a message."""
    hello: types.InitializeResult | None = None
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def state(self) -> str:
        """The state that the server told last."""
        return str(self.statuses[-1].state) if self.statuses else ""

    @property
    def process(self) -> asyncio.subprocess.Process:
        assert self.client._server is not None
        return self.client._server

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Wait for a message after which `holds()` is true, and return that."""

        async def wait() -> Any:
            async with self._changed:
                return await self._changed.wait_for(holds)

        return await asyncio.wait_for(wait(), PATIENCE_SECONDS)

    async def published(
        self, uri: str, version: int = 1, checks: int = 1
    ) -> list[types.Diagnostic]:
        """The findings shown of a version once so many checks of it have ended."""
        await self.until(lambda: self.ended.count((uri, version)) >= checks)
        return self.findings(uri, version)

    def findings(self, uri: str, version: int = 1) -> list[types.Diagnostic]:
        """The findings that are shown of a version."""
        return findings_in(self._last_shown(uri, version))

    def marks(self, uri: str, version: int = 1) -> list[types.Diagnostic]:
        """The second marks that are shown of a version, where its differences are decided."""
        return [d for d in self._last_shown(uri, version).diagnostics if _is_mark(d)]

    def _last_shown(self, uri: str, version: int) -> types.PublishDiagnosticsParams:
        return [p for p in self.shown if p.uri == uri and p.version == version][-1]

    async def pass_time(self, seconds: float) -> None:
        """Set the clock of a `CLOCKED` server forward, and wait for what was due by then."""
        params = {"seconds": seconds}
        await self._awaited(self.client.protocol.send_request_async("test/passTime", params))

    async def cleared(self, uri: str) -> None:
        """Wait until nothing is shown of a file."""
        await self.until(lambda: not [p for p in self.shown if p.uri == uri][-1].diagnostics)

    def open(self, path: Path, text: str | None = None, language: str = "python") -> str:
        """Open a file with its own text, or another; returns its URI."""
        return self.open_uri(path.as_uri(), path.read_text() if text is None else text, language)

    def open_uri(self, uri: str, text: str, language: str = "python") -> str:
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def replace(self, uri: str, version: int, text: str) -> None:
        self._change(uri, version, types.TextDocumentContentChangeWholeDocument(text=text))

    def type(
        self,
        uri: str,
        version: int,
        at: tuple[int, int],
        text: str,
        to: tuple[int, int] | None = None,
    ) -> None:
        """Put `text` in the place of `at` to `to`: lines and columns from 0."""
        range_ = types.Range(types.Position(*at), types.Position(*(to or at)))
        self._change(uri, version, types.TextDocumentContentChangePartial(range=range_, text=text))

    def close(self, uri: str) -> None:
        identifier = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    def save(self, uri: str) -> None:
        identifier = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(identifier))

    def accepted(self, uri: str, version: int, **more: Any) -> None:
        """Say that the edit that made `version` was a suggestion."""
        told = {"uri": uri, "version": version, **more}
        self.client.protocol.notify("evenhand/suggestionAccepted", told)

    def hinted(self, uri: str, version: int, *hints: str) -> None:
        """Say what is known of the edit that made `version`."""
        told = {"uri": uri, "version": version, "hints": list(hints)}
        self.client.protocol.notify("evenhand/edited", told)

    def configure(self, settings: Any) -> None:
        params = types.DidChangeConfigurationParams(settings=settings)
        self.client.workspace_did_change_configuration(params)

    def trust(self, trusted: bool = True) -> None:
        self.client.protocol.notify("evenhand/trust", {"trusted": trusted})

    async def hover(self, uri: str, line: int, column: int) -> str | None:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, column))
        found = await self._awaited(self.client.text_document_hover_async(params))
        return None if found is None else found.contents.value

    async def lenses(self, uri: str) -> list[str]:
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        found = await self._awaited(self.client.text_document_code_lens_async(params))
        return [f"{lens.range.start.line}: {lens.command.title}" for lens in found or []]

    async def fixes(self, uri: str, diagnostic: types.Diagnostic) -> list[types.CodeAction]:
        return await self.actions(uri, [diagnostic], [types.CodeActionKind.QuickFix])

    async def actions(
        self, uri: str, diagnostics: list[types.Diagnostic], only: list[str] | None
    ) -> list[types.CodeAction]:
        """What the server offers for some diagnostics, or for the whole document."""
        top = types.Range(types.Position(0, 0), types.Position(0, 0))
        place = diagnostics[0].range if diagnostics else top
        context = types.CodeActionContext(diagnostics, only=only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, context)
        return list(await self._awaited(self.client.text_document_code_action_async(params)) or [])

    async def completed(self, action: types.CodeAction) -> types.CodeAction:
        """An action with what was left out when it was offered."""
        return await self._awaited(self.client.code_action_resolve_async(action))

    async def run(self, command: str, *given: Any) -> Any:
        params = types.ExecuteCommandParams(command, list(given))
        return await self.client.workspace_execute_command_async(params)

    async def quit(self) -> None:
        await self.client.shutdown_session()
        await self.client.stop()

    async def notice(self, change: Callable[[], None]) -> None:
        async with self._changed:
            change()
            self._changed.notify_all()

    async def _awaited(self, request: Awaitable[Any]) -> Any:
        return await asyncio.wait_for(request, PATIENCE_SECONDS)

    def _change(self, uri: str, version: int, change: Any) -> None:
        identifier = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
        params = types.DidChangeTextDocumentParams(identifier, [change])
        self.client.text_document_did_change(params)


async def start(
    command: list[str],
    folders: list[Path],
    options: Any = None,
    encodings: list[str] | None = None,
    process: int | None = None,
    capabilities: types.ClientCapabilities | None = None,
    answer: object = None,
    copy: bool = False,
) -> Editor:
    """Start a server and say hello to it as VS Code would, or with other capabilities.

    With `copy`, it starts sooner (see `ready`), but is no child of this process.

    `process` is said to be the client's; None: the test's own. `answer` is what the user says to
    the server's questions.
    """
    client = await ClientServerConfig(copied(command) if copy else command).start()
    assert isinstance(client, LanguageClient)
    client.protocol._converter.register_structure_hook(
        types.Command | types.CodeAction, _command_or_action(client)
    )
    editor = Editor(client, clocked="--clock" in command)
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = answer
    _listen(editor)
    if capabilities is None:
        capabilities = client_capabilities("visual_studio_code")
        assert capabilities.general is not None
        capabilities.general.position_encodings = encodings or ["utf-16"]
    editor.hello = await client.initialize_session(
        types.InitializeParams(
            process_id=process,
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(f.as_uri(), f.name) for f in folders],
            initialization_options=options if options is not None else {"trusted": True},
        )
    )
    return editor


def findings_in(published: types.PublishDiagnosticsParams) -> list[types.Diagnostic]:
    """What was published, without the second marks."""
    return [d for d in published.diagnostics if not _is_mark(d)]


def _is_mark(diagnostic: types.Diagnostic) -> bool:
    return isinstance(diagnostic.data, dict) and "markOf" in diagnostic.data


def _command_or_action(client: LanguageClient) -> Callable[[Any, Any], Any]:
    """The converter takes an action that has a command for a command."""

    def structure(value: Any, _: Any) -> Any:
        kind = types.Command if isinstance(value.get("command"), str) else types.CodeAction
        return client.protocol._converter.structure(value, kind)

    return structure


def _listen(editor: Editor) -> None:
    features = editor.client.protocol.fm.features
    for method in (
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
        types.WORKSPACE_CODE_LENS_REFRESH,
        types.CLIENT_REGISTER_CAPABILITY,
        types.PROGRESS,
        types.WINDOW_LOG_MESSAGE,
        types.WINDOW_SHOW_MESSAGE,
        types.WINDOW_SHOW_MESSAGE_REQUEST,
        types.WINDOW_SHOW_DOCUMENT,
        types.WORKSPACE_APPLY_EDIT,
    ):
        features.pop(method, None)

    @editor.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    async def publish(params: types.PublishDiagnosticsParams) -> None:
        await editor.notice(lambda: editor.shown.append(params))

    @editor.client.feature("evenhand/checkEnded")
    async def check_ended(params: Any) -> None:
        editor.unequal.append(params.unequal)
        await editor.notice(lambda: editor.ended.append((params.uri, params.version)))

    @editor.client.feature("evenhand/ledgerChanged")
    async def ledger_changed(params: Any) -> None:
        def count() -> None:
            editor.recorded += 1

        await editor.notice(count)

    @editor.client.feature("evenhand/status")
    async def status(params: Any) -> None:
        await editor.notice(lambda: editor.statuses.append(params))

    @editor.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    async def refresh(params: Any) -> None:
        def count() -> None:
            editor.refreshed += 1

        await editor.notice(count)

    @editor.client.feature(types.WINDOW_LOG_MESSAGE)
    async def logged(params: types.LogMessageParams) -> None:
        await editor.notice(lambda: editor.log.append(params.message))

    @editor.client.feature(types.PROGRESS)
    async def progress(params: types.ProgressParams) -> None:
        await editor.notice(lambda: editor.progress.append(params))

    @editor.client.feature(types.WINDOW_SHOW_MESSAGE)
    async def say(params: types.ShowMessageParams) -> None:
        await editor.notice(lambda: editor.messages.append(params.message))

    @editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    async def ask(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        await editor.notice(lambda: editor.questions.append(params.message))
        if editor.delay is not None:
            await editor.delay
        title = editor.answers.get(types.WINDOW_SHOW_MESSAGE_REQUEST)
        if callable(title):
            title = title(params)
        if asyncio.iscoroutine(title):
            title = await title
        if title is UNABLE:
            raise JsonRpcMethodNotFound
        chosen = [a for a in params.actions or () if title is FIRST or a.title == title]
        return chosen[0] if chosen else None

    @editor.client.feature(types.WINDOW_SHOW_DOCUMENT)
    async def show(params: types.ShowDocumentParams) -> types.ShowDocumentResult:
        await editor.notice(lambda: editor.places.append(params))
        return types.ShowDocumentResult(success=True)

    @editor.client.feature("evenhand/askReason")
    async def ask_reason(params: Any) -> None:
        await editor.notice(lambda: editor.reasons.append(params))

    @editor.client.feature(types.WORKSPACE_APPLY_EDIT)
    async def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        await editor.notice(lambda: editor.edits.append(params))
        return types.ApplyWorkspaceEditResult(applied=True)

    @editor.client.feature("evenhand/modelFailed")
    async def failed(params: Any) -> None:
        await editor.notice(lambda: editor.failures.append(params))

    for request in (
        "chooseRepair",
        "askModel",
        "findModel",
        "maySend",
        "apiKey",
        "copyText",
        "pick",
    ):
        _answer(editor, f"evenhand/{request}")

    @editor.client.feature(types.CLIENT_REGISTER_CAPABILITY)
    async def registered(params: types.RegistrationParams) -> None:
        return None


def _answer(editor: Editor, method: str) -> None:
    """Answer a request of the server's own as the test has said."""

    @editor.client.feature(method)
    async def answer(params: Any) -> Any:
        await editor.notice(lambda: editor.offers.append(params))
        said = editor.answers.get(method)
        if callable(said):
            said = said(params)
        return await said if asyncio.iscoroutine(said) else said
