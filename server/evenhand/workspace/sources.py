"""Read Python source text of a workspace: from a file of Python, or from a notebook's cells."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evenhand.doors.files import SOURCE_BYTES, Unreadable, read_bytes
from evenhand.findings import Cell
from evenhand.lines import lines_with_ends, with_plain_ends
from evenhand.models.code_fences import NAMES_OF_PYTHON, FencedBlock, fenced_blocks
from evenhand.workspace.decoding import NotTextError, decode
from evenhand.workspace.notebooks import NOTEBOOK, notebook_source

PYTHON = ".py"
"""The ending of the files that are checked below a folder."""
NOTEBOOK_BYTES = 64_000_000
"""Notebooks hold their pictures, too."""

_ALSO_PYTHON = (PYTHON, ".pyi", ".pyw")
_SHEBANG = re.compile(r"#![^\n]*python")
_ONLY_IN_CODE = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Import, ast.ImportFrom,
    ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try,
    ast.Match, ast.comprehension,
)  # fmt: skip
"""What neither JSON nor settings, tables or prose hold, though some of them read as Python."""
NOT_PYTHON = "is not a Python file, and nothing in it was checked"


@dataclass(frozen=True, slots=True)
class SourceText:
    """The Python in a file."""

    text: str
    """With `\\n` line ends."""
    cells: tuple[Cell, ...] = ()
    """Of a notebook."""
    problem: str = ""
    """What of it is not Python, and is left out; completes `file: ...`."""


def read_source(path: Path, within: Path | None = None) -> str | Unreadable:
    """The Python in a file; links may not leave the folder `within`."""
    data = read_bytes(path, most_bytes(path), within=within)
    if isinstance(data, Unreadable):
        return data

    try:
        return source_text(path, data).text
    except NotTextError as error:
        return Unreadable(f"it {error}")


def most_bytes(path: Path) -> int:
    """How large a file of this name may be."""
    return NOTEBOOK_BYTES if is_notebook(path) else SOURCE_BYTES


def is_notebook(path: Path) -> bool:
    """Whether a file has the name of a notebook."""
    return path.suffix.lower() == NOTEBOOK


def source_text(path: Path, data: bytes) -> SourceText:
    """The Python in a file of this name that holds `data`; raises `NotTextError`."""
    if is_notebook(path):
        source = notebook_source(data)
        return SourceText(source.text, source.cells, source.problem)

    text = decode(data)
    if path.suffix.lower() not in _ALSO_PYTHON and not _SHEBANG.match(text) and _is_data(text):
        raise NotTextError(NOT_PYTHON)
    return SourceText(text)


def row_text(data: bytes) -> SourceText:
    """The Python in a row of a data set, between fences if it is an answer of a model.

    Lines stay where they are. Raises `NotTextError`.
    """
    try:
        text = with_plain_ends(data.decode())
    except UnicodeDecodeError as error:
        raise NotTextError("is no text that Python reads") from error
    if _tree(text) is not None:
        return SourceText(text)
    lines = lines_with_ends(text)
    blocks = fenced_blocks(lines)
    if not blocks:
        return SourceText(text)  # reading it for the check says what is wrong

    python = [block for block in blocks if block.language in NAMES_OF_PYTHON]
    python += [b for b in blocks if not b.language and _tree(b.text) is not None]
    if not python:
        raise NotTextError("has no Python between its fences")
    return SourceText(_in_place(python, len(lines)))


def _in_place(blocks: Sequence[FencedBlock], count: int) -> str:
    """Some blocks of a text with so many lines, and nothing else of it."""
    lines = ["\n"] * count
    for block in blocks:
        new = lines_with_ends(block.text)
        lines[block.line : block.line + len(new)] = new
    return "".join(lines)


def _is_data(text: str) -> bool:
    """Whether a text reads as Python, and yet nothing in it shows that it is meant as such."""
    tree = _tree(text)
    if tree is None:
        return False  # reading it for the check says what is wrong
    return not any(isinstance(node, _ONLY_IN_CODE) for node in ast.walk(tree))


def _tree(text: str) -> ast.Module | None:
    """The syntax tree; None if the text is not Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
