"""Notifications about documents."""

from __future__ import annotations

import logging
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.uris import to_fs_path

from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.server import EvenhandServer

logger = logging.getLogger(__name__)

NOTEBOOK_CELL = "vscode-notebook-cell"
PYTHON = types.FileOperationFilter(
    pattern=types.FileOperationPattern(glob="**/*.py"), scheme="file"
)
FOLDERS = types.FileOperationFilter(
    pattern=types.FileOperationPattern(glob="**", matches=types.FileOperationPatternKind.Folder),
    scheme="file",
)
FILES = types.FileOperationRegistrationOptions(filters=[PYTHON, FOLDERS])


def register(server: EvenhandServer) -> None:
    session = server.session
    notebooks: set[str] = set()

    @server.on(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        if item.uri.startswith(NOTEBOOK_CELL):
            notebook = urlsplit(item.uri).path
            if notebook not in notebooks:
                logger.info("%s is not checked: it is a notebook", notebook)
            notebooks.add(notebook)
            return
        path = path_of(server, item.uri)
        if path is not None and (item.language_id == "python" or path.suffix == ".py"):
            text = Text(item.text, server.workspace.position_codec)
            session.open(item.uri, path, item.version, text)

    @server.on(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        session.change(document.uri, document.version, params.content_changes)

    @server.on(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        if (path := path_of(server, params.text_document.uri)) is not None:
            session.changed_on_disk(path)
        session.suggestions.saved(params.text_document.uri)

    @server.on(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        session.close(params.text_document.uri)

    @server.on(types.WORKSPACE_DID_RENAME_FILES, FILES)
    def did_rename(params: types.RenameFilesParams) -> None:
        for file in params.files:
            session.forget(file.old_uri)

    @server.on(types.WORKSPACE_DID_DELETE_FILES, FILES)
    def did_delete(params: types.DeleteFilesParams) -> None:
        for file in params.files:
            session.forget(file.uri)


def path_of(server: EvenhandServer, uri: str) -> Path | None:
    """Where the document is, or would be if it were saved; None if that is no folder of ours."""
    if (path := to_fs_path(uri)) is not None:
        return Path(path)
    if urlsplit(uri).scheme != "untitled":
        return None
    name = Path(unquote(urlsplit(uri).path)).name
    folder = next(iter(server.session.surroundings.folders.values()), Path.home())
    return (folder / name).with_suffix(".py")
