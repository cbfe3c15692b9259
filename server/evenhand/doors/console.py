"""The door to the terminal for what Rich lays out: tables, colours, Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from evenhand.doors.printable import printable_lines, without_commands


def output_console(width: int | None = None) -> Console:
    """Standard output: in colour only on a terminal, never wrapped, no markup in texts."""
    return Console(width=width, highlight=False, soft_wrap=True, emoji=False, markup=False)


def error_console() -> Console:
    """Standard error, for what moves."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def show_rich(console: Console, content: RenderableType, *, end: str = "\n") -> None:
    """Print tables, styled text or Markdown, whatever characters are in them.

    `end` follows a text; everything else ends its own lines.
    """
    if isinstance(content, str):
        content = Text(content)
    if isinstance(content, Text):
        content = content.copy()
        content.end = end
    console.print(_Printable(content))


@dataclass(frozen=True, slots=True)
class _Printable:
    """Something to print, of which every piece of text is made printable."""

    content: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from _printable(console.render(self.content, options))


def _printable(segments: Iterable[Segment]) -> Iterator[Segment]:
    starts_line = True
    for segment in segments:
        if segment.control or not segment.text:
            yield segment
            continue

        before = "" if starts_line else "."
        text = without_commands(before + printable_lines(segment.text)).removeprefix(before)
        yield Segment(text, segment.style)
        starts_line = segment.text.endswith("\n")
