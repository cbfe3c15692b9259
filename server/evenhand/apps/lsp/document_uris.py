"""URIs and paths of files, as editors on each system write them."""

from __future__ import annotations

import os
import re
from pathlib import PurePath, PureWindowsPath
from urllib.parse import quote, unquote, urlsplit

DRIVE = re.compile(r"/?([A-Za-z]):(?=/|$)")
"""The beginning of a path with a drive, with slashes, as it stands in a URI."""
LONG_UNC, LONG = "//?/UNC/", "//?/"
"""How paths begin that may be longer than Windows' usual limit, with slashes."""


def local_path(uri: str, *, windows: bool = os.name == "nt") -> str | None:
    """The path of a file by its URI; None if it is no file, or its URI cannot be read."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file":
        return None

    path = _unquoted(parts.path)
    if not path or "\0" in path:
        return None
    if not windows:
        return path
    if parts.netloc and parts.netloc != "localhost":
        path = f"//{_unquoted(parts.netloc)}{path}"
    elif DRIVE.match(path):
        path = path.removeprefix("/")
    return str(PureWindowsPath(path))


def uri_of(path: PurePath) -> str:
    """The URI of a file as VS Code writes it; a relative path counts from the current folder."""
    if isinstance(path, PureWindowsPath):
        return _windows_uri(path.as_posix())
    return f"file://{_quoted(os.path.abspath(path))}"


def folder_key(uri: str) -> str:
    """A folder's URI as a key, however the client escapes it and writes its drive."""
    plain = _unquoted(uri).rstrip("/")
    scheme, slashes, path = plain.partition("://")
    return f"{scheme}{slashes}{_with_small_drive(path)}"


def _windows_uri(path: str) -> str:
    if path.startswith(LONG_UNC):
        path = f"//{path.removeprefix(LONG_UNC)}"
    path = path.removeprefix(LONG)

    if path.startswith("//"):  # on another machine
        host, _, rest = path[2:].partition("/")
        return f"file://{quote(host)}/{_quoted(rest)}"
    return f"file:///{_quoted(_with_small_drive(path).lstrip('/'))}"


def _with_small_drive(path: str) -> str:
    return DRIVE.sub(lambda match: match[0].lower(), path, count=1) if DRIVE.match(path) else path


def _unquoted(text: str) -> str:
    return unquote(text, errors="surrogateescape")


def _quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"))
