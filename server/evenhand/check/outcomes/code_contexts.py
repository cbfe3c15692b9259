"""What is known of the code around a difference: what was read of it, and its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.function_words import FunctionWords
from evenhand.check.reading.inputs import Input, Reading
from evenhand.check.reading.source import Source


@dataclass(frozen=True, slots=True)
class CodeContext:
    """One protected input, and the function that it enters."""

    input: Input
    reading: Reading
    source: Source
    file: str
    """Its path."""
    catalogue: Catalogue
    words: FunctionWords
    """Of the function, and of the helpers that it calls."""
    is_own: Callable[[str], bool]
    """Whether a name means the attribute itself."""
    own_values: tuple[object, ...] = ()
    """The values that the code has for the input: named in it, or seen to be compared with it."""
    this_year: int = 0
    """The year in which the code runs, as far as it knows."""
