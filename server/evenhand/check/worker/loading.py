"""Loads the module under check, statement by statement.

A top-level statement that fails (it reads a file, asks for input, divides by zero) does not hide
the functions beside it: it is reported, and stand-ins are bound to the names that it left unbound.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import os
import sys
import types
from collections.abc import Iterator
from typing import Any

from . import pydantic_emails
from .compiling import LONGEST_MESSAGE, Compiled, compiled_statement
from .django_project import prepare, prepared
from .failed_statements import save, unbound_imports
from .missing_modules import StandInFinder
from .stand_ins import StandIn, new
from .time_limits import OutOfSteps, OutOfTime, start_timer, stop_timer
from .transparent import StandInError
from .tripwire import BlockedEffect, Tripwire
from .watching import Watcher

STATEMENT_SECONDS = 2.0
"""Seconds that a statement may take."""
MOST_STOOD_IN, LONGEST_NAME = 1_000, 200
"""Names that are bound to stand-ins, and their characters."""
IMPORT_SECONDS = 15.0
"""Seconds that an import may take: on a busy machine a framework needs some."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Loading:
    """A module on its way."""

    def __init__(
        self, compiled: Compiled, module: types.ModuleType, wire: Tripwire, finder: StandInFinder,
        watcher: Watcher, endless: dict[int, int],
    ) -> None:  # fmt: skip
        self.compiled, self.module, self.wire, self.finder = compiled, module, wire, finder
        self.watcher, self.endless = watcher, endless
        """`endless`: the lines of statements that are known to take more than so many steps."""
        self.skipped: list[list[Any]] = []
        """Statements that failed, or that miss a module: line and explanation."""
        self.for_types: set[str] = set()
        """Names that are bound for type checkers alone."""

    def run_all(self) -> None:
        """Run all statements, and bind what those that failed did not bind."""
        names = self.module.__dict__
        for node, code in self.compiled.statements:
            count = len(self.finder.missing)
            failure = code if isinstance(code, dict) else self._run(node, code)
            if failure is not None:
                save(node, names, self.finder.world, self._succeeds)

            missing = [_needs(name) for name in self.finder.missing[count : count + 1]]
            for explanation in [failure] if failure is not None else missing:
                self.skipped.append([getattr(node, "lineno", 1), explanation])

        for line, name, path in unbound_imports(self.compiled.statements, names):
            names[name] = new(self.finder.world, path)
            if self.finder.world.sources.own.is_for_type_checkers(line):
                self.for_types.add(name)
        self.wire.tripped = None

    def stood_in(self) -> list[str]:
        """The names to which stand-ins are bound, and the modules that are missing."""
        bound = [name for name, value in self.module.__dict__.items() if _stands_in(value)]
        names = {*bound, *self.finder.missing, *self._missing_inside()} - self.for_types
        return sorted(name for name in names if len(name) <= LONGEST_NAME)[:MOST_STOOD_IN]

    def _missing_inside(self) -> Iterator[str]:
        """Modules that functions will import."""
        facts = self.finder.world.sources.own
        package = getattr(self.module, "__package__", None) or ""
        for name, line in self.compiled.inner_imports:
            if _is_missing(name, package) and facts.is_needed_import(line):
                yield name

    def _succeeds(self, node: ast.stmt) -> bool:
        code = compiled_statement(node, self.module.__file__ or "", self.compiled.flags)
        return not isinstance(code, dict) and self._run(node, code) is None

    def _run(self, node: ast.stmt, code: Any) -> dict[str, Any] | None:
        """Run one statement; None if it succeeds, else the explanation why not."""
        if node.lineno in self.endless:
            return many_steps(self.endless[node.lineno])

        seconds = _seconds(node)
        self.watcher.steps = 0
        self.wire.armed = self.wire.loads = True
        out, err = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = io.StringIO()
        start_timer(IMPORT_SECONDS)
        try:
            if isinstance(node, DEFINITIONS):
                self._prepare()
            start_timer(seconds)
            return self._failure(code)
        except OutOfSteps:
            return many_steps(self.watcher.lower_limit())
        except OutOfTime:
            return {"cause": "ran_longer", "seconds": seconds}
        finally:
            stop_timer()
            self.wire.armed = self.wire.loads = False
            sys.stdout, sys.stderr = out, err

    def _prepare(self) -> None:
        """Set up Django before a class of the module may need it; without it if that fails."""
        with contextlib.suppress(Exception, BlockedEffect):
            prepare(self.module)

    def _failure(self, code: Any) -> dict[str, Any] | None:
        """Run one statement; None if it succeeds, else why it failed. Raises OutOfTime."""
        try:
            exec(code, self.module.__dict__)
        except OutOfTime:
            raise
        except ModuleNotFoundError as error:
            return _needs(str(error.name))
        except BlockedEffect as effect:
            return effect.explanation
        except SystemExit:
            return {"cause": "statement_exits"}
        except EOFError:
            return {"cause": "statement_asks"}
        except BaseException as error:
            start_timer(IMPORT_SECONDS)
            is_prepared = prepared(error, self.module) or pydantic_emails.prepared(error)
            return self._failure(code) if is_prepared else _failed(error)
        return None


def many_steps(steps: int) -> dict[str, Any]:
    """The explanation of what took more than so many steps."""
    return {"cause": "too_many_steps", "number": steps}


def _seconds(node: ast.stmt) -> float:
    imports = isinstance(node, (ast.Import, ast.ImportFrom))
    return IMPORT_SECONDS if imports else STATEMENT_SECONDS


def _stands_in(value: Any) -> bool:
    is_error = isinstance(value, type) and value.__base__ is StandInError
    return is_error or issubclass(type(value), StandIn)


def _is_missing(name: str, package: str) -> bool:
    """Whether no finder finds the package of a module, or nothing is there that dots lead to."""
    if name.startswith("."):
        return not _is_beside(name, package)
    top = name.partition(".")[0]
    return top not in sys.modules and importlib.util.find_spec(top) is None


def _is_beside(name: str, package: str) -> bool:
    """Whether a relative import leads to a file or a folder."""
    words = name.lstrip(".")
    levels = package.split(".")[: len(package.split(".")) - (len(name) - len(words) - 1)]
    folders = getattr(sys.modules.get(".".join(levels)), "__path__", ())
    places = [os.path.join(folder, words.partition(".")[0]) for folder in folders]
    return any(os.path.isdir(place) or os.path.isfile(f"{place}.py") for place in places)


def _needs(name: str) -> dict[str, Any]:
    if sys.platform == "emscripten":
        return {"cause": "no_packages", "name": name[:LONGEST_MESSAGE]}
    return {"cause": "needs_package", "name": name[:LONGEST_MESSAGE], "python": sys.executable}


def _failed(error: BaseException) -> dict[str, Any]:
    name = type(error).__name__[:LONGEST_MESSAGE]
    words = message(error)[: LONGEST_MESSAGE - len(name)]
    return {"cause": "statement_failed", "name": name, "message": words}


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
