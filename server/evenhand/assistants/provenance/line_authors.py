"""Tells which edits wrote each line of a text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from evenhand.lines import blocks, lines_of

Authors = tuple[int, ...]
"""The numbers of the edits that wrote a line; empty if it was there before all of them."""


def line_authors(texts: Sequence[str], is_light: Sequence[bool]) -> list[Authors]:
    """The authors of each line of the last text.

    `texts` are those before each edit, and the last one. A light edit, such as a key or a
    formatter's, adds to what others wrote of a line; any other writes the line anew.
    """
    lines = [lines_of(text) for text in texts]
    authors: list[Authors] = [()] * len(lines[0])
    for number, (before, after) in enumerate(pairwise(lines)):
        authors = _after_edit(authors, before, after, number, is_light[number])
    return authors


def _after_edit(
    authors: Sequence[Authors],
    before: Sequence[str],
    after: Sequence[str],
    number: int,
    is_light: bool,
) -> list[Authors]:
    new_authors: list[Authors] = []
    for block in blocks(before, after):
        replaced = authors[block.start : block.stop]
        if block.same:
            new_authors += replaced
            continue

        count = block.new_stop - block.new_start
        kept = replaced if is_light else ()
        new_authors += [(*_kept(kept, index), number) for index in range(count)]
    return new_authors


def _kept(replaced: Sequence[Authors], index: int) -> Authors:
    """Who wrote the line at `index` of those in the place of `replaced`, before a light edit."""
    return replaced[min(index, len(replaced) - 1)] if replaced else ()
