"""Imports modules of the workspace, instrumented, and only if no installed module has the name."""

from __future__ import annotations

import ast
import errno
import functools
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
import types
from importlib._bootstrap_external import FileLoader
from typing import Any

from .instrument import instrumented
from .watching import Watcher

COMPILED: dict[tuple[str, bytes], types.CodeType] = {}
"""What the process that made this one has compiled already, by path and content."""


def make_importable(folders: tuple[str, ...], watcher: Watcher | None) -> WatchedFinder:
    """Let code import from `folders`, after everything else; watched if there is a watcher.

    Python's own finder would list a folder that may not be read, and take compiled files.
    """
    finder = WatchedFinder(folders, watcher)
    sys.meta_path.append(finder)
    sys.meta_path.insert(0, SubmoduleFinder(finder))
    return finder


def read_no_bytecode_in(folders: tuple[str, ...]) -> None:
    """Let only sources of the project be run, whoever finds them: a compiled file may say more.

    Those of packages that are installed inside of the project are as good as any other.
    """
    roots, packages = _starts(folders), installed()
    read = FileLoader.get_data

    def get_data(self: FileLoader, path: str) -> bytes:
        if path.endswith(".pyc") and not path.startswith(packages):
            real = os.path.realpath(path)
            if real.startswith(roots) and not real.startswith(packages):
                raise FileNotFoundError(errno.ENOENT, "compiled files of the project are not read")
        return read(self, path)

    FileLoader.get_data = get_data  # type: ignore[method-assign]


@functools.cache
def installed() -> tuple[str, ...]:
    """How the paths of installed files begin; worked out before processes are forked."""
    return _starts(tuple(sysconfig.get_paths().values()))


def _starts(folders: tuple[str, ...]) -> tuple[str, ...]:
    """How the real paths of files begin that are in some folders."""
    return tuple(os.path.join(os.path.realpath(folder), "") for folder in folders)


def is_in(folder: str, roots: tuple[str, ...]) -> bool:
    """Whether a folder is one of `roots` or in one of them, with links resolved."""
    real = os.path.join(os.path.realpath(folder), "")
    return any(real.startswith(os.path.join(root, "")) for root in map(os.path.realpath, roots))


def package_of(path: str, folders: tuple[str, ...]) -> str:
    """The package of the file at `path`, for its relative imports; empty if it is in none."""
    top = folder = os.path.dirname(os.path.abspath(path))
    while os.path.isfile(os.path.join(top, "__init__.py")) and os.path.dirname(top) != top:
        top = os.path.dirname(top)

    if top == folder or not any(os.path.abspath(f) == top for f in folders):
        return ""
    return os.path.relpath(folder, top).replace(os.sep, ".")


class WatchedFinder(importlib.abc.MetaPathFinder):
    """Finds modules that are directly in one of the folders."""

    def __init__(self, folders: tuple[str, ...], watcher: Watcher | None) -> None:
        self.folders = folders
        self.watcher = watcher
        """None: modules run as they stand."""
        self.packages: set[str] = set()
        """Folders of the packages that were found."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        return None if path is not None else self.find(fullname, self.folders)

    def find(self, fullname: str, folders: tuple[str, ...]) -> Any:
        """A module or package in one of `folders`; folders without `__init__.py` come last."""
        last = fullname.rpartition(".")[2]
        namespace: list[str] = []
        for folder in folders:
            package = os.path.join(folder, last)
            init = os.path.join(package, "__init__.py")
            if os.path.isfile(init):
                return self._spec(fullname, init, [package])
            if os.path.isfile(package + ".py"):
                return self._spec(fullname, package + ".py", None)
            if os.path.isdir(package):
                namespace.append(package)
        return self._namespace_spec(fullname, namespace) if namespace else None

    def _spec(self, fullname: str, file: str, package: list[str] | None) -> Any:
        self.packages.update(package or ())
        watched = WatchedLoader(fullname, file, self.watcher) if self.watcher else None
        return importlib.util.spec_from_file_location(
            fullname, file, loader=watched, submodule_search_locations=package
        )

    def _namespace_spec(self, fullname: str, folders: list[str]) -> Any:
        self.packages.update(folders)
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = folders
        return spec


class SubmoduleFinder(importlib.abc.MetaPathFinder):
    """Finds the modules inside packages of a `WatchedFinder`; it has to come before all others."""

    def __init__(self, finder: WatchedFinder) -> None:
        self.finder = finder

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        packages = tuple(folder for folder in path or () if folder in self.finder.packages)
        return self.finder.find(fullname, packages) if packages else None


def watched_code(data: bytes, path: str) -> types.CodeType:
    """A file compiled with everything watched; raises what `compile` does."""
    tree = instrumented(ast.parse(data, path))
    code: types.CodeType = compile(tree, path, "exec", dont_inherit=True)
    return code


class WatchedLoader(importlib.abc.SourceLoader):
    """Compiles one workspace file with everything watched."""

    def __init__(self, name: str, file: str, watcher: Watcher) -> None:
        self.name, self.file, self.watcher = name, file, watcher

    def get_filename(self, fullname: str) -> str:
        return self.file

    def get_data(self, path: str) -> bytes:
        with open(path, "rb") as handle:
            return handle.read()

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> Any:  # type: ignore[override]
        return COMPILED.get((path, data)) or watched_code(data, path)

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module, with the watcher's functions among its globals."""
        module.__dict__.update(self.watcher.names())
        super().exec_module(module)
