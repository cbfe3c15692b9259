"""Loads the module under check, statement by statement.

A top-level statement that fails (it reads a file, asks for input, divides by zero) does not hide
the functions beside it: it is skipped and reported.
"""

from __future__ import annotations
import __future__

import ast
import io
import signal
import sys
import types
import warnings
from collections.abc import Iterable
from typing import Any

from .django_project import configure, prepared
from .importing import package_of
from .instrument import instrumented
from .large_stack import DEPTH, on_large_stack
from .read_marks import Site, marked
from .tripwire import BlockedEffect, Tripwire
from .watching import Watcher

STATEMENT_SECONDS = 2.0
"""Seconds that a statement may take."""
IMPORT_SECONDS = 15.0
"""Seconds that an import may take: on a busy machine a framework needs some."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
RING_AGAIN_SECONDS = 0.2
"""Seconds after which `OutOfTime` is raised again, in case the code has swallowed it."""
LONGEST_MESSAGE = 298
"""Characters of an error's type and message together."""


class OutOfTime(BaseException):
    """A statement or a call ran longer than it may."""


class Compiled:
    """A module's statements, compiled one by one."""

    def __init__(self, source: str, path: str, watch: bool) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _parsed(source, path)
            if watch:
                tree = instrumented(tree)
            self.path, self.flags = path, _future_flags(tree)
            self.statements = [(node, _code(node, path, self.flags)) for node in tree.body]
            self.marks: set[Site] = set()
            """Expressions that report when they are reached."""

    def mark(self, sites: Iterable[Site]) -> None:
        """Have the expressions at `sites` report when they are reached, besides those before.

        Only the statements that they are in are compiled again.
        """
        new = set(sites) - self.marks
        self.marks |= new
        for index, (node, code) in enumerate(self.statements):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            here = {site for site in new if site[0] in lines}
            if here and not isinstance(code, dict) and marked(node, here):
                self.statements[index] = (node, _code(node, self.path, self.flags))


def _code(node: ast.stmt, path: str, flags: int) -> types.CodeType | dict[str, Any]:
    """A compiled statement, or the explanation why it cannot be compiled: its neighbours can."""
    try:
        module = ast.Module([node], [])
        code: types.CodeType = compile(module, path, "exec", flags, dont_inherit=True)
        return code
    except MemoryError:
        return {"cause": "compiling_memory"}
    except (RecursionError, OverflowError) as error:
        if isinstance(error, RecursionError) and sys.getrecursionlimit() < DEPTH:
            raise  # on a larger stack it may be possible
        words = str(error) or type(error).__name__
        return {"cause": "not_compiled", "message": words[:LONGEST_MESSAGE]}


def _parsed(source: str, path: str) -> ast.Module:
    try:
        return ast.parse(source, path)
    except MemoryError:  # so the parser of some versions says that its stack is full
        raise RecursionError("too large, or nested too deeply") from None


def compile_module(source: str, path: str, watch: bool) -> tuple[Compiled | None, dict[str, Any]]:
    """The compiled module, or the explanation why it cannot be compiled."""
    try:
        return on_large_stack(lambda: Compiled(source, path, watch)), {}
    except SyntaxError as error:
        where = {"line": error.lineno} if error.lineno else {}
        return None, {"cause": "syntax_error", "message": error.msg[:LONGEST_MESSAGE], **where}
    except MemoryError:
        return None, {"cause": "compiling_memory"}
    except (ValueError, RecursionError, OverflowError) as error:
        words = str(error) or type(error).__name__
        return None, {"cause": "not_compiled", "message": words[:LONGEST_MESSAGE]}


def mark(compiled: Compiled, sites: list[list[int]]) -> None:
    """Mark what a function reads in a compiled module; what cannot be compiled stays unmarked."""
    places = [(line, column, last, end) for line, column, last, end in sites]
    try:
        on_large_stack(lambda: compiled.mark(places))
    except (ValueError, RecursionError, OverflowError, MemoryError):
        return


def load(
    compiled: Compiled, name: str, path: str, folders: tuple[str, ...], watcher: Watcher,
    wire: Tripwire,
) -> tuple[types.ModuleType, list[list[Any]]]:  # fmt: skip
    """Run the statements; returns the module and the skipped ones: line and explanation."""
    module = types.ModuleType(name)
    module.__file__ = path
    module.__package__ = package_of(path, folders)
    module.__dict__.update(watcher.names())
    sys.modules[name] = module

    skipped: list[list[Any]] = []
    for node, code in compiled.statements:
        explanation = code if isinstance(code, dict) else _run(node, code, module, wire)
        if explanation is not None:
            skipped.append([getattr(node, "lineno", 1), explanation])

    wire.tripped = None
    return module, skipped


def _run(
    node: ast.stmt, code: Any, module: types.ModuleType, wire: Tripwire
) -> dict[str, Any] | None:
    """Run one statement; None if it succeeds, else the explanation why not."""
    imports = isinstance(node, (ast.Import, ast.ImportFrom))
    seconds = IMPORT_SECONDS if imports else STATEMENT_SECONDS
    wire.armed = True
    out, err = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = io.StringIO()
    start_timer(seconds)
    try:
        if isinstance(node, DEFINITIONS):
            configure()
        return _failure(code, module)
    except OutOfTime:
        return {"cause": "ran_longer", "seconds": seconds}
    finally:
        stop_timer()
        wire.armed = False
        sys.stdout, sys.stderr = out, err


def _failure(code: Any, module: types.ModuleType) -> dict[str, Any] | None:
    """Run one statement; None if it succeeds, else why it failed. Raises OutOfTime."""
    try:
        exec(code, module.__dict__)
    except OutOfTime:
        raise
    except ModuleNotFoundError as error:
        return {
            "cause": "needs_package",
            "name": str(error.name)[:LONGEST_MESSAGE],
            "python": sys.executable,
        }
    except BlockedEffect as effect:
        return effect.explanation
    except SystemExit:
        return {"cause": "statement_exits"}
    except EOFError:
        return {"cause": "statement_asks"}
    except BaseException as error:
        start_timer(IMPORT_SECONDS)
        if prepared(error, module):
            return _failure(code, module)

        name = type(error).__name__[:LONGEST_MESSAGE]
        return {
            "cause": "statement_failed",
            "name": name,
            "message": message(error)[: LONGEST_MESSAGE - len(name)],
        }
    return None


def message(error: BaseException) -> str:
    """The text of an exception; empty if it has none, or if its `__str__` fails.

    Raises OutOfTime if the text does not come in time.
    """
    try:
        return str(error)
    except OutOfTime:
        raise
    except BaseException:
        return ""


def start_timer(seconds: float) -> None:
    """Raise OutOfTime in the main thread after `seconds`, and again until `stop_timer`."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _out_of_time)
        signal.setitimer(signal.ITIMER_REAL, seconds, RING_AGAIN_SECONDS)


def stop_timer() -> None:
    """Raise no more OutOfTime."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _out_of_time(number: int, frame: Any) -> None:
    raise OutOfTime


def _future_flags(tree: ast.Module) -> int:
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags
