"""Load the module under check, statement by statement.

One top-level statement that fails (it reads a file, asks for input, divides by zero) does
not hide the functions beside it: it is passed over and remembered.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.util
import io
import os
import signal
import sys
import types
import warnings
from typing import Any

from .instrument import Watcher, instrumented
from .tripwire import BlockedEffect, Tripwire

STATEMENT_SECONDS = 2.0


class OutOfTime(BaseException):
    """A statement or a call ran longer than it may."""


class Compiled:
    """A module's statements, compiled one by one."""

    def __init__(self, source: str, path: str, watch: bool) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, path)
            self.imports = _top_names(tree)
            if any(isinstance(n, ast.AsyncFunctionDef) for n in ast.walk(tree)):
                self.imports += ("asyncio",)
            if watch:
                tree = instrumented(tree)
            future = [
                n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"
            ]
            flags = 0
            for node in future:
                for alias in node.names:
                    flags |= getattr(__import__("__future__"), alias.name).compiler_flag
            self.statements = [
                (node, compile(ast.Module([node], []), path, "exec", flags, dont_inherit=True))
                for node in tree.body
            ]


def compile_module(source: str, path: str, watch: bool) -> tuple[Compiled | None, str]:
    """The compiled module, or why it cannot be compiled."""
    try:
        return Compiled(source, path, watch), ""
    except SyntaxError as error:
        return None, f"syntax error: {error.msg} (line {error.lineno})"
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return None, f"cannot be compiled: {error or type(error).__name__}"


def load(
    compiled: Compiled, name: str, path: str, watcher: Watcher, wire: Tripwire
) -> tuple[types.ModuleType, list[list[Any]]]:
    """Run the statements; returns the module and those passed over: line and reason."""
    module = types.ModuleType(name)
    module.__file__ = path
    module.__dict__.update(watcher.names())
    sys.modules[name] = module
    skipped: list[list[Any]] = []
    for node, code in compiled.statements:
        reason = _run(node, code, module, wire)
        if reason:
            skipped.append([getattr(node, "lineno", 1), reason])
    wire.reason = ""
    return module, skipped


def _run(node: ast.stmt, code: Any, module: types.ModuleType, wire: Tripwire) -> str:
    wire.armed = True
    out, err = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = io.StringIO()
    start_timer(STATEMENT_SECONDS)
    try:
        exec(code, module.__dict__)
    except ModuleNotFoundError as error:
        return f"needs {error.name} (not installed in {sys.executable})"
    except BlockedEffect as effect:
        return str(effect)
    except OutOfTime:
        return f"ran longer than {STATEMENT_SECONDS:g} s"
    except SystemExit:
        return "ends the program"
    except EOFError:
        return "asks for input"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:300]
    finally:
        stop_timer()
        wire.armed = False
        sys.stdout, sys.stderr = out, err
    return ""


def start_timer(seconds: float) -> None:
    """Raise OutOfTime in the main thread after `seconds`, again and again if it is swallowed."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)


def stop_timer() -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _out_of_time(number: int, frame: Any) -> None:
    raise OutOfTime


def _top_names(tree: ast.Module) -> tuple[str, ...]:
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.extend(a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return tuple(dict.fromkeys(names))


class WatchedFinder(importlib.abc.MetaPathFinder):
    """Imports modules of the workspace with everything watched."""

    def __init__(self, folders: tuple[str, ...], watcher: Watcher) -> None:
        self.folders = folders
        self.watcher = watcher

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        last = fullname.rpartition(".")[2]
        for folder in list(path or self.folders):
            if not any(
                os.path.realpath(folder).startswith(os.path.realpath(f)) for f in self.folders
            ):
                continue
            package = os.path.join(folder, last, "__init__.py")
            file = package if os.path.isfile(package) else os.path.join(folder, last + ".py")
            if os.path.isfile(file):
                loader = WatchedLoader(fullname, file, self.watcher)
                places = [os.path.dirname(file)] if file == package else None
                return importlib.util.spec_from_file_location(
                    fullname, file, loader=loader, submodule_search_locations=places
                )
        return None


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
        tree = instrumented(ast.parse(data, path))
        return compile(tree, path, "exec", dont_inherit=True)

    def exec_module(self, module: types.ModuleType) -> None:
        module.__dict__.update(self.watcher.names())
        super().exec_module(module)
