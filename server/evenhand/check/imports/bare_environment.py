"""An environment for jedi in which no interpreter is started and no module imported.

jedi reads Python files, but imports extension modules, into this very process, where it finds them
on the path of its environment. Here that path is empty, and every file of the workspace that jedi
wants comes through the door: no named pipe, nothing large, and no folder that the sources name
with `sys.path.append`.
"""

from __future__ import annotations

import errno
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import jedi
from jedi.file_io import FileIO, KnownContentFileIO
from jedi.inference.compiled.subprocess import InferenceStateSameProcess, functions

from evenhand.doors.files import Unreadable, is_folder, is_within, read_bytes

LARGEST = 400_000
"""Bytes of a file that jedi parses, which takes it some seconds."""
MOST_BYTES = 4_000_000
"""Of all files that jedi parses for the imports of one."""

warnings.filterwarnings("ignore", r"Module \S+ not importable in path", UserWarning)


class BareEnvironment(jedi.InterpreterEnvironment):  # type: ignore[misc]
    """This interpreter without any module of its own, and with those in some folders."""

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__()
        self._folders = folders

    def get_sys_path(self) -> list[str]:
        """No folder at all; those of the project are added by the project."""
        return []

    def get_inference_state_subprocess(self, inference_state: Any) -> _Modules:
        """What finds modules; it is no process of its own here."""
        return _Modules(inference_state, self._folders)


class _Modules(InferenceStateSameProcess):  # type: ignore[misc]
    """Finds modules for jedi in some folders, and in what is in them."""

    def __init__(self, inference_state: Any, folders: Sequence[Path]) -> None:
        super().__init__(inference_state)
        self._inference_state = inference_state
        self._folders = folders
        self._left = MOST_BYTES

    def get_module_info(
        self,
        sys_path: Iterable[str] | None = None,
        path: Iterable[str] | None = None,
        **names: Any,
    ) -> Any:
        """The file or namespace of a module, and whether it is a package."""
        file, is_package = functions.get_module_info(
            self._inference_state, sys_path=self._inside(sys_path), path=self._inside(path), **names
        )
        if isinstance(file, KnownContentFileIO):
            self._left -= len(file.read())
        return (file, is_package) if self._left >= 0 else (None, None)

    def _inside(self, paths: Iterable[str] | None) -> list[str] | None:
        if paths is None:
            return None
        return [path for path in paths if self._is_inside(Path(path))]

    def _is_inside(self, path: Path) -> bool:
        return is_folder(path) and any(is_within(path, folder) for folder in self._folders)


def _content(path: str | Path) -> bytes:
    """A file's content; raises FileNotFoundError, as jedi expects, if it is not to be read."""
    data = read_bytes(Path(path), LARGEST)
    if isinstance(data, Unreadable):
        raise FileNotFoundError(errno.ENOENT, data.reason, str(path))
    return data


def _source(loader: Any, name: str) -> bytes:
    """The source of a module that jedi has found; raises ImportError."""
    path = loader.get_filename(name)
    try:
        return _content(path)
    except OSError as error:
        raise ImportError(error.strerror, name=name, path=path) from error


# jedi has no place to say how files are read, so its two ways are replaced.
FileIO.read = lambda file: _content(file.path)
functions._get_source = _source
