"""A change of a notebook's module, as edits of its cells. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lsprotocol import types

from evenhand.apps.lsp.documents.line_edits import document_edit, edits_between
from evenhand.apps.lsp.documents.notebook import Notebook, OpenCell
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.lines import blocks, with_plain_ends


def cell_edits(notebook: Notebook, module: Text, after: str) -> list[types.TextDocumentEdit] | None:
    """Edits of cells by which their `module` becomes `after`, with `\\n` as its line ends.

    None if there are none: cells have no place for code that is outside of all of them.
    """
    texts = _texts(notebook, module.python.split("\n"), after.split("\n"))
    if texts is None:
        return None

    cells = [replace(cell, text=texts.get(cell.uri, cell.text)) for cell in notebook.cells]
    if Notebook.of(cells).source.text.rstrip() != after.rstrip():
        return None
    return [
        document_edit(old.uri, old.version, edits_between(Text(old.text, module.codec), new.text))
        for old, new in zip(notebook.cells, cells, strict=True)
        if new.text != old.text
    ]


def _texts(notebook: Notebook, old: Sequence[str], new: Sequence[str]) -> dict[str, str] | None:
    """The new texts of cells by URI; None if it is unclear where a cell begins."""
    same = [block for block in blocks(old, new) if block.same]
    pairs = [
        (block.start + index, block.new_start + index)
        for block in same
        for index in range(block.stop - block.start)
    ]
    new_lines = dict(pairs)
    old_lines = {after: before for before, after in pairs}

    placed = list(notebook.placed())
    starts = [_start(first, new_lines) for _, first in placed]
    texts = {}
    for (cell, first), start, stop in zip(placed, starts, [*starts[1:], len(new)], strict=True):
        if start is None or stop is None:
            return None
        own = with_plain_ends(cell.text).split("\n")
        lines = _lines(own, first, range(start, stop), new, old_lines)
        texts[cell.uri] = _with_end_of(cell, "\n".join(lines))
    return texts


def _start(first: int, new_lines: Mapping[int, int]) -> int | None:
    """Where a cell that began at a line begins now: after the line that was before it."""
    if first == 0:
        return 0
    before = new_lines.get(first - 1)
    return before + 1 if before is not None else None


def _lines(
    own: Sequence[str], first: int, places: range, new: Sequence[str], old_lines: Mapping[int, int]
) -> Iterator[str]:
    """The lines of a cell: its own, which may be a command of IPython, where nothing changes."""
    for place in places:
        line = old_lines.get(place, -1) - first
        yield own[line] if 0 <= line < len(own) else new[place]


def _with_end_of(cell: OpenCell, text: str) -> str:
    """A cell's text, which ends as before."""
    end = cell.text[len(cell.text.rstrip()) :]
    return text.rstrip() + end
