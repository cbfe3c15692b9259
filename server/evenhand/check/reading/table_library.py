"""What is to be known of a library of tables, so that code which uses it can be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from evenhand.check.reading.evidence import Evidence


class Meaning(Enum):
    """What a method of a frame does with its arguments, and what it gives."""

    ROWS = auto()
    """An iterable of its rows."""
    NUMBERED_ROWS = auto()
    """An iterable of pairs: a number, a row."""
    ONE_ROW = auto()
    PART_OF_ROWS = auto()
    """Fewer rows; the argument says how many."""
    QUERY = auto()
    """Its argument is a text of code, in which names are columns."""
    CALLED_WITH_FRAME = auto()
    """Functions among its arguments get the whole frame; names of arguments are new columns."""
    NEW_COLUMNS = auto()
    """Names of its arguments are new columns."""
    NAMES_NEW_COLUMN = auto()
    """A text among its arguments names a new column."""
    FILTER = auto()
    """Names of its arguments are columns, which it compares with the arguments."""
    RELABELLED = auto()
    """It reads no column that it names."""
    COLUMN_OR_DEFAULT = auto()
    COLUMN = auto()
    JOINED = auto()
    """Another frame is joined to it."""
    GROUPED = auto()
    """Pairs of a key and a frame."""


@dataclass(frozen=True, slots=True)
class TableLibrary:
    """The names of one library's types, methods and functions."""

    package: str
    types: Mapping[str, tuple[Evidence, str]]
    """What a type says of a value, and by which member of the package one is made of a list."""
    methods: Mapping[str, Meaning]
    """Methods of a frame that do more than name columns."""
    frame_members: frozenset[str]
    """Other attributes of a frame that are no columns."""
    frame_alone: frozenset[str]
    """Methods that make a frame of something of no known type."""
    frame_perhaps: frozenset[str]
    """Methods that make one of a parameter of no known type."""
    own_methods: frozenset[str]
    """Methods that no frame of another library has."""
    column_members: frozenset[str]
    """Attributes of a column."""
    same_column: frozenset[str]
    """Methods that give the column's own values."""
    row_members: frozenset[str]
    """Attributes of a row that are no columns."""
    functions: frozenset[str]
    """Functions that take columns."""
    words: frozenset[str]
    """Words that methods of frames take, and that name no column."""
    lazy_maker: str = ""
    """What makes a frame whose result has to be collected."""

    def maker(self, kind: Evidence) -> str:
        """What makes a frame, column or array: `pandas.DataFrame`."""
        maker = next(maker for of_type, maker in self.types.values() if of_type is kind)
        return f"{self.package}.{maker}"
