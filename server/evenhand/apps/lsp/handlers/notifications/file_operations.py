"""Which deletions and renamings the client reports."""

from __future__ import annotations

from lsprotocol import types

_PYTHON_FILES = types.FileOperationFilter(
    pattern=types.FileOperationPattern(glob="**/*.py"), scheme="file"
)
_FOLDERS = types.FileOperationFilter(
    pattern=types.FileOperationPattern(glob="**", matches=types.FileOperationPatternKind.Folder),
    scheme="file",
)
OPTIONS = types.FileOperationRegistrationOptions(filters=[_PYTHON_FILES, _FOLDERS])
