"""The Python of a Jupyter notebook: its code cells in their order, as one module.

What IPython adds to Python is left out: magics, commands of the shell, questions for help. A cell
that is no Python is left out as a whole, and is named.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evenhand.findings import Cell
from evenhand.lines import with_plain_ends
from evenhand.workspace.decoding import NotTextError
from evenhand.workspace.notebook_cells import NotPythonError, PlainCell, plain_cell

NOTEBOOK = ".ipynb"
MOST_PROBLEMS = 10
"""Cells that are named."""


@dataclass(frozen=True, slots=True)
class NotebookSource:
    """One module for all cells of a notebook."""

    text: str
    cells: tuple[Cell, ...]
    problem: str = ""
    """Which cells were left out, and why; empty if none was."""


def notebook_source(data: bytes) -> NotebookSource:
    """The module that the cells of a notebook make; raises `NotTextError`."""
    document = _document(data)
    _refuse_other_languages(document)
    return module_of(_code_cells(document))


def module_of(code_cells: Iterable[tuple[int, str]]) -> NotebookSource:
    """The module that some cells of code make, each a number and a text."""
    plain: list[tuple[int, PlainCell]] = []
    problems: list[str] = []
    for number, source in code_cells:
        try:
            plain.append((number, plain_cell(with_plain_ends(source))))
        except NotPythonError as error:
            problems.append(f"cell {number} was not checked ({error})")
    return _joined(plain, _bounded(problems))


def _joined(plain: Sequence[tuple[int, PlainCell]], problem: str) -> NotebookSource:
    """The cells below each other, with an empty line between two."""
    features = dict.fromkeys(name for _, cell in plain for name in cell.features)
    # Python allows these at the beginning of a module alone.
    pieces = [f"from __future__ import {', '.join(features)}\n"] if features else []
    line = 1 + len(pieces)

    cells: list[Cell] = []
    for number, cell in plain:
        cells.append(Cell(number, line))
        piece = f"{cell.text.rstrip()}\n\n"
        line += piece.count("\n")
        pieces.append(piece)
    return NotebookSource("".join(pieces), tuple(cells), problem)


def _document(data: bytes) -> Mapping[str, Any]:
    try:
        document = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise NotTextError("is no notebook (it is no UTF-8 text)") from error
    except RecursionError as error:
        raise NotTextError("is no notebook (it is nested too deeply)") from error
    except ValueError as error:
        raise NotTextError(f"is no notebook (it is no JSON: {error})") from error

    if not isinstance(document, dict) or not isinstance(_cells(document), list):
        raise NotTextError("is no notebook (it has no cells)")
    return document


def _cells(document: Mapping[str, Any]) -> object:
    """The list of cells; in format 3, that of the first worksheet, which is the only one."""
    worksheets = document.get("worksheets")
    if isinstance(worksheets, list) and worksheets and isinstance(worksheets[0], dict):
        return worksheets[0].get("cells")
    return document.get("cells")


def _refuse_other_languages(document: Mapping[str, Any]) -> None:
    """Raise `NotTextError` for a notebook that says it is in another language than Python."""
    metadata = _table(document, "metadata")
    language = (
        _table(metadata, "language_info").get("name")
        or _table(metadata, "kernelspec").get("language")
        or "python"
    )
    if not _is_python(language):
        raise NotTextError(f"is a notebook in {language}, and Evenhand reads Python")


def _table(owner: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = owner.get(name)
    return value if isinstance(value, dict) else {}


def _is_python(language: object) -> bool:
    return str(language).lower().startswith(("python", "ipython"))


def _code_cells(document: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The number and the text of each cell of Python code."""
    cells = _cells(document)
    assert isinstance(cells, list)
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        of_editor = _table(_table(cell, "metadata"), "vscode").get("languageId", "python")
        language = cell.get("language", of_editor)
        if _is_python(language):
            yield number, _text(cell.get("source", cell.get("input")))


def _text(source: object) -> str:
    """The text of a cell, which is kept whole or as a list of lines."""
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""


def _bounded(problems: Sequence[str]) -> str:
    left = len(problems) - MOST_PROBLEMS
    more = [f"and {left} more"] if left > 0 else []
    return "; ".join([*problems[:MOST_PROBLEMS], *more])
