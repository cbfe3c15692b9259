"""An open notebook: its code cells as one module, and places in the one as places in the other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

from lsprotocol import types

from evenhand.findings import FileReport, FunctionReport
from evenhand.workspace.cell_lines import with_lines_of_cells
from evenhand.workspace.notebooks import NotebookSource, module_of


@dataclass(frozen=True, slots=True)
class OpenCell:
    """A cell of code."""

    uri: str
    number: int
    """From 1; cells of text count, too."""
    version: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Notebook:
    """The cells of code of an open notebook, and the module that they make."""

    cells: tuple[OpenCell, ...]
    source: NotebookSource

    @classmethod
    def of(cls, cells: Sequence[OpenCell]) -> Notebook:
        """The notebook that has these cells, in this order."""
        return cls(tuple(cells), module_of((cell.number, cell.text) for cell in cells))

    @property
    def uris(self) -> frozenset[str]:
        """The URIs of its cells of code."""
        return frozenset(cell.uri for cell in self.cells)

    def told(self, report: FileReport) -> FileReport:
        """The report on the module, whose sentences speak of lines of cells."""
        return with_lines_of_cells(replace(report, cells=self.source.cells))

    def told_of_function(self, path: str, report: FunctionReport) -> FunctionReport:
        """The same for the report on one function."""
        (told,) = self.told(FileReport(path, (report,))).functions
        return told

    def position_in_module(self, uri: str, position: types.Position) -> types.Position | None:
        """Where a place of a cell is in the module; None if the cell is not part of it."""
        first = next((line for cell, line in self.placed() if cell.uri == uri), None)
        if first is None:
            return None
        return types.Position(position.line + first, position.character)

    def diagnostics_in_module(
        self, uri: str, diagnostics: Iterable[types.Diagnostic]
    ) -> list[types.Diagnostic]:
        """Diagnostics of one cell as those of the module; none if the cell is not part of it."""
        moved = []
        for diagnostic in diagnostics:
            start = self.position_in_module(uri, diagnostic.range.start)
            end = self.position_in_module(uri, diagnostic.range.end)
            if start is not None and end is not None:
                in_module = copy(diagnostic)
                in_module.range = types.Range(start, end)
                moved.append(in_module)
        return moved

    def in_cell(self, range_: types.Range) -> types.Location:
        """The cell in which a range of the module begins, and the range there."""
        starts = self.source.cells
        index = bisect_right(starts, range_.start.line + 1, key=lambda cell: cell.line)
        begun = starts[max(index - 1, 0)]
        uri = next(cell.uri for cell in self.cells if cell.number == begun.number)
        first = begun.line - 1
        start = types.Position(max(range_.start.line - first, 0), range_.start.character)
        end = types.Position(max(range_.end.line - first, 0), range_.end.character)
        return types.Location(uri, types.Range(start, end))

    def by_cell(
        self, uri: str, diagnostics: Iterable[types.Diagnostic]
    ) -> dict[str, list[types.Diagnostic]]:
        """The diagnostics of each cell, none included; `uri` is the notebook's."""
        by_cell: dict[str, list[types.Diagnostic]] = {cell.uri: [] for cell in self.cells}
        for diagnostic in diagnostics:
            place = self.in_cell(diagnostic.range)
            diagnostic.range = place.range
            for related in diagnostic.related_information or ():
                if related.location.uri == uri:
                    related.location = self.in_cell(related.location.range)
            by_cell[place.uri].append(diagnostic)
        return by_cell

    def lenses_in(self, uri: str, lenses: Iterable[types.CodeLens]) -> list[types.CodeLens]:
        """The lenses of one cell; their commands get its URI and the position in it."""
        placed = [(self.in_cell(lens.range), lens) for lens in lenses]
        return [_lens_at(place, lens) for place, lens in placed if place.uri == uri]

    def placed(self) -> Iterator[tuple[OpenCell, int]]:
        """The cells that are part of the module, each with its first line there, from 0."""
        lines = {cell.number: cell.line - 1 for cell in self.source.cells}
        return ((cell, lines[cell.number]) for cell in self.cells if cell.number in lines)


def _lens_at(place: types.Location, lens: types.CodeLens) -> types.CodeLens:
    command = lens.command
    assert command is not None
    arguments = [place.uri, place.range.start]
    moved = types.Command(command.title, command.command, command.tooltip, arguments)
    return types.CodeLens(place.range, moved, lens.data)
