"""What a program may ask about: a function, a class, a module, a text or a path."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from evenhand.apps.api.layers import Layer, layers_of, with_known_values
from evenhand.doors.files import Unreadable, is_there
from evenhand.findings import FileReport, FunctionReport, VerdictKind
from evenhand.workspace.notebook_cells import NotPythonError, plain_cell
from evenhand.workspace.sources import read_source

Subject = Callable[..., Any] | ModuleType | str | os.PathLike[str]
ENDINGS = (".py", ".pyi", ".pyw", ".ipynb")
TEXT = "<code>"
"""What a text is called that is in no file."""
_NO_FILE = "code.py"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the code of a subject is."""

    path: Path
    text: str | None
    """None: what is at the path."""
    name: str = ""
    """The function or the class that is asked about; empty: all of it."""
    line: int = 0
    """Its first line, decorators included; 0 if that is not known."""
    shown_path: str = ""
    """What to call it; empty: the path."""
    copied: tuple[str, int] | None = None
    """The name and the line of the function of which a copy with known values is asked about."""
    unknown: tuple[str, ...] = ()
    """Names whose values the caller has and the search does not."""

    def only(self, report: FileReport) -> FileReport:
        """The report on what is asked about; raises `ValueError` if that is not in the text."""
        path = self.shown_path or report.path
        if not self.name or report.problem:
            return replace(report, path=path, depends_on=frozenset())
        if self.copied is not None:
            return FileReport(path, tuple(self._originals(report)))
        named = [f for f in report.functions if _is_of(f, self.name)]
        exact = [f for f in named if f.span.line == self.line]
        if "<lambda>" in self.name:
            raise ValueError("a lambda has no verdicts of its own; write it as a function")
        if not named:
            raise ValueError(f"`{self.name}` is not in {path}, or is no function")
        return FileReport(path, tuple(exact or named))

    def _originals(self, report: FileReport) -> Iterator[FunctionReport]:
        """The report on the copy, as one on the function that was copied."""
        assert self.copied is not None
        name, line = self.copied
        for function in report.functions:
            if function.span.line == self.line:
                placed = replace(function.location, line=line, end_line=line)
                down = line - self.line
                verdicts = tuple(replace(v, location=placed) for v in function.verdicts)
                yield FunctionReport(name, function.span.moved(down), placed, verdicts)

    def doubts(self, report: FileReport) -> list[str]:
        """Where no difference was found, and values that the search made up may be the reason."""
        kinds = {verdict.kind for f in report.functions for verdict in f.verdicts}
        if VerdictKind.NO_DIFFERENCE_FOUND not in kinds or not self.unknown:
            return []
        names = ", ".join(f"`{name}`" for name in self.unknown)
        return [f"`{self.name}` was not checked with what it has as {names}"]


def sources_of(subject: Subject) -> tuple[list[Source], list[str]]:
    """The code of all that is called when a subject is, and wrappers whose code is not known.

    Raises as `source_of`.
    """
    if isinstance(subject, os.PathLike | str | ModuleType):
        return [source_of(subject)], []
    *wrappers, innermost = layers_of(subject)
    sources, problems = list[Source](), list[str]()
    for layer in wrappers:
        try:
            sources.append(_of_layer(layer))
        except ValueError as error:
            problems.append(str(error))
    return [*sources, _of_layer(innermost)], problems


def _of_layer(layer: Layer) -> Source:
    source = _of_function(layer.subject)
    copy = with_known_values(source.text, layer) if source.text is not None else None
    if copy is None:
        return replace(source, unknown=tuple(layer.known))
    text, line = copy
    copied, unknown = (source.name, source.line), tuple(layer.unknown)
    return replace(source, text=text, line=line, copied=copied, unknown=unknown)


def source_of(subject: Subject) -> Source:
    """The code of a subject; raises `TypeError` or `ValueError` if it has none."""
    if isinstance(subject, os.PathLike):
        return Source(Path(subject), None)
    if isinstance(subject, str):
        return _of_text(subject)
    if isinstance(subject, ModuleType):
        return Source(_file_of(subject), None)
    return _of_function(plain(subject))


def _of_text(text: str) -> Source:
    """A path if there is one of that name, or if it ends as one does; else code."""
    is_one_line = bool(text.strip()) and "\n" not in text
    if is_one_line and (text.endswith(ENDINGS) or is_there(Path(text))):
        return Source(Path(text), None)
    return Source(Path.cwd() / _NO_FILE, text, shown_path=TEXT)


def plain(subject: object) -> FunctionType | type:
    """The function or the class behind a callable; raises `TypeError`."""
    if isinstance(subject, functools.partial):
        return plain(subject.func)
    if isinstance(subject, MethodType | staticmethod | classmethod):
        return plain(subject.__func__)
    if isinstance(subject, property):
        return plain(subject.fget)
    if callable(subject):
        subject = inspect.unwrap(subject)
    if isinstance(subject, FunctionType | type):
        return subject
    call = inspect.getattr_static(type(subject), "__call__", None)
    if isinstance(call, FunctionType):
        return call
    kind = type(subject).__name__
    raise TypeError(f"give a function, a class, a module, code or a path, and no {kind}")


def _of_function(subject: FunctionType | type) -> Source:
    qualified = subject if isinstance(subject, type) else subject.__code__  # not as `wraps` says
    name = getattr(qualified, "co_qualname", subject.__qualname__).replace(".<locals>", "")
    line = subject.__code__.co_firstlineno if isinstance(subject, FunctionType) else 0
    file = inspect.getsourcefile(subject) if isinstance(subject, FunctionType) else None
    path = Path(file) if file else _file_of(subject)
    if is_there(path):
        text = read_source(path)
        if isinstance(text, Unreadable):
            raise ValueError(f"{path} cannot be read ({text.reason})")
        return Source(path, text, name, line)

    cells = _cells_of(subject)
    if cells is not None:
        return Source(Path.cwd() / _NO_FILE, cells, name, shown_path=TEXT)
    try:
        lines, _ = inspect.findsource(subject)
    except (OSError, TypeError) as error:
        raise ValueError(f"the source of `{name}` is not known") from error
    return Source(Path.cwd() / _NO_FILE, "".join(lines), name, line, TEXT)


def _file_of(subject: object) -> Path:
    """The file of a module or a class; raises `ValueError` if it has none."""
    try:
        return Path(inspect.getfile(subject))  # type: ignore[arg-type]
    except TypeError as error:
        name = getattr(subject, "__name__", repr(subject))
        raise ValueError(f"`{name}` is not written in Python, so it has no source") from error


def _cells_of(subject: FunctionType | type) -> str | None:
    """All cells that were run so far, if the function was written in one; None if it was not."""
    if not isinstance(subject, FunctionType):
        return None
    inputs = subject.__globals__.get("In")
    code: CodeType = subject.__code__
    if not isinstance(inputs, list) or "ipy" not in code.co_filename:
        return None
    return "\n\n".join(_plain_cells(inputs))


def _plain_cells(inputs: list[object]) -> list[str]:
    cells: list[str] = []
    for cell in inputs:
        try:
            cells.append(plain_cell(str(cell)).text)
        except NotPythonError:
            continue  # it did not run either
    return cells


def _is_of(function: FunctionReport, name: str) -> bool:
    return function.name == name or function.name.startswith(f"{name}.")
