"""What a function's code reveals about the values of an access path."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from evenhand.findings import Span
from evenhand.scalars import is_same

MOST_CONSTANTS = 200
"""Constants that one path remembers."""
MOST_ALIASES = 8
"""Names that one path remembers beside its own."""


class Evidence(Enum):
    """One thing that annotations, defaults or uses say about a value.

    Evidence may contradict itself: code can join a value to text here and add to it there.
    `PathFacts` answers the questions that weigh it.
    """

    __hash__ = object.__hash__  # one of an Enum's own takes a third of the time of a question

    # ---------------------------------------------------------------- what the value is

    TEXT = auto()
    """Annotated `str`, calls a method of text, or is joined to text."""
    NUMBER = auto()
    """Annotated `int` or `float`, ordered beside a number, or passed to `round` and its like."""
    BOOLEAN = auto()
    """Annotated `bool`, or `True` or `False` by default."""
    DATE = auto()
    """Annotated `date`, or its year, month or `isoformat` is read."""
    DATETIME = auto()
    """Annotated `datetime`, or met with what `datetime.now` gives."""
    AWARE = auto()
    """Met with a `datetime` that has a time zone."""
    SECONDS = auto()
    """Met with what `time.time` gives, or taken by `fromtimestamp`."""
    TIME_OF_DAY = auto()
    """Annotated `datetime.time`, or compared with one."""
    SPAN = auto()
    """Annotated `datetime.timedelta`."""
    DECIMAL = auto()
    """Annotated `Decimal`; given with `NUMBER`."""
    PATH = auto()
    """Annotated `pathlib.Path`."""
    YEAR = auto()
    """Counted from a year: `date.today().year - born`, `2026 - born`."""
    ENUM = auto()
    """Annotated with an enumeration of the workspace."""
    LITERAL = auto()
    """Annotated `Literal[...]`: the path's constants are all that it may be."""
    UNWRAPPED = auto()
    """Plain, or a member of an enumeration that holds it: `getattr(x, "value", x)`."""
    OBJECT = auto()
    """Its attributes are read, or it is annotated with a class."""
    TOLD = auto()
    """A parameter that is called for what it does: nobody looks at what it gives."""
    CALLABLE = auto()
    """Annotated `Callable`, or a method of an object that is called."""

    # ---------------------------------------------------------------- how it holds others

    LIST = auto()
    """Annotated as a list or its like, looped over, or subscripted by a number."""
    SET = auto()
    """Annotated `set` or `frozenset`; given with `LIST`, since it holds items."""
    TUPLE = auto()
    """Holds one field at each position: unpacked, or annotated `tuple[str, int]`."""
    ARRAY = auto()
    """Annotated `numpy.ndarray`."""
    MAPPING = auto()
    """Annotated `dict`, or read by `get`, `items`, `values` or `keys`."""
    RECORDS_BY_KEY = auto()
    """A mapping whose values are items of one kind, under keys that mean nothing here."""
    OPEN_KEYS = auto()
    """A mapping with keys that the code puts together: `rates[f"{plan}_{band}"]`."""
    LOOKUP_TABLE = auto()
    """`rates[region]`: a mapping that has data for each value of another path."""
    FRAME = auto()
    """A DataFrame: annotated so, used like one, or subscripted by the name of a column."""
    COLUMN = auto()
    """A Series, or a column of a frame."""

    BYTES = auto()
    """`decode` is called; given with `TEXT`."""
    FORM = auto()
    """Asked like a form or the query of an address: `args.get("age", type=int)`, `getlist`."""
    JSON = auto()
    """Text that `json.loads` is given: the path's keys are those of the record in it."""

    # ---------------------------------------------------------------- what is done with it

    TESTED = auto()
    """Is a condition by itself: `if insured:`."""
    ARITHMETIC = auto()
    """Is computed with: `base - discount`, `-offset`, the mean of a column."""
    CAST = auto()
    """Is passed to `int` or `float`."""
    SEARCHED = auto()
    """Stands on the right of `in`: text, or a collection."""
    STEPPED = auto()
    """Is passed to `next`: an iterator."""
    RANKED = auto()
    """Its items are put in an order by several things, or the first of them is taken."""
    SIZED = auto()
    """Is passed to `len`: text, or a collection."""
    FACTOR = auto()
    """Is multiplied, or divided by: a number, whatever words its values usually are."""
    LIST_METHODS = auto()
    """`append`, `remove`, `sort`, `update` or a method like them is called."""

    HASHED = auto()
    """It is a key of a mapping that the code fills."""
    CHANGED = auto()
    """The code sets attributes of it."""
    QUERIED = auto()
    """An attribute of a class, compared for a query: `select(Person).where(Person.age < 30)`."""
    PASSED_UP = auto()
    """A method of a class outside of the workspace gets it: `super().form_valid(form)`."""
    AWAITED = auto()
    """What calls of it give is awaited."""

    # ---------------------------------------------------------------- how sure this is

    ANNOTATED = auto()
    """Its type is written down, or running the code has shown it: names need no guess."""


GUESSED = frozenset(
    {
        Evidence.TEXT,
        Evidence.NUMBER,
        Evidence.BOOLEAN,
        Evidence.DATE,
        Evidence.AWARE,
        Evidence.SECONDS,
        Evidence.OBJECT,
        Evidence.LIST,
        Evidence.MAPPING,
        Evidence.FRAME,
        Evidence.COLUMN,
        Evidence.TESTED,
        Evidence.ARITHMETIC,
        Evidence.CAST,
        Evidence.SEARCHED,
        Evidence.SIZED,
        Evidence.FACTOR,
        Evidence.ANNOTATED,
    }
)
"""What a run of the code can disprove."""


@dataclass(slots=True)
class PathFacts:
    """What is known of the values of one path."""

    evidence: set[Evidence] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    constants: list[object] = field(default_factory=list)
    """What the code compares it with, in source order."""
    pattern: str = ""
    """A regular expression that its values have to match; empty if there is none."""
    date_formats: tuple[str, ...] = ()
    """How a date is written in it: `"%d.%m.%Y"` for what `strptime` is given."""
    aliases: list[str] = field(default_factory=list)
    """Names that the code gives to its value: of variables, attributes, keys and arguments."""
    kept_as: list[str] = field(default_factory=list)
    """Attributes of an object in which the code keeps it: `self.age = page`."""
    spans: list[str] = field(default_factory=list)
    """Names of what is worked out from it by a subtraction: `age = today.year - value.year`."""
    fields: dict[int, str] = field(default_factory=dict)
    """What the code calls the items at single positions: `sex = row[3]`."""
    separators: list[str] = field(default_factory=list)
    """What the code splits it at."""
    spread: list[str] = field(default_factory=list)
    """Columns of which the code makes one for each value: `gender_female`, `gender_male`."""
    least: int = 0
    """How many items it needs, if it is a list: the code asks for one at a position."""
    is_looped: bool = False
    """The code goes through all of its items."""
    has_fallback: bool = False
    """The code has a value of its own for it, if it is missing."""
    branches: dict[Span, None] = field(default_factory=dict)
    """The tests that read it, in the order in which they are read."""

    def assume(self, evidence: Evidence) -> None:
        """Replace all guesses by what a run of the code has shown."""
        self.evidence -= GUESSED
        self.evidence |= {evidence, Evidence.ANNOTATED}

    def shows(self, *evidence: Evidence) -> bool:
        """Whether there is evidence of at least one of these."""
        return not self.evidence.isdisjoint(evidence)

    def note(self, *constants: object) -> None:
        """Remember constants of the code that this path meets."""
        for constant in constants:
            if len(self.constants) >= MOST_CONSTANTS:
                return
            if not any(is_same(constant, earlier) for earlier in self.constants):
                self.constants.append(constant)

    def call_it(self, name: str) -> None:
        """Remember a name that the code gives to its value."""
        if len(self.aliases) < MOST_ALIASES and name not in self.aliases:
            self.aliases.append(name)

    def split_at(self, *separators: object) -> None:
        """Remember what the code splits it at."""
        texts = [text for text in separators if isinstance(text, str) and text]
        self.separators += [text for text in texts if text not in self.separators]

    @property
    def branch(self) -> Span | None:
        """The first test that reads it."""
        return next(iter(self.branches), None)

    @property
    def is_moment(self) -> bool:
        """Whether it is a date by its type or by what is done with it."""
        return self.shows(Evidence.DATE, Evidence.DATETIME, Evidence.AWARE, Evidence.SECONDS)

    @property
    def is_written_number(self) -> bool:
        """Whether it is a number that stands in a text: `age.isdigit()`, `int(age)`."""
        return self.evidence >= {Evidence.TEXT, Evidence.CAST}

    @property
    def lists_its_values(self) -> bool:
        """Whether its annotation names every value that it may have."""
        return self.shows(Evidence.ENUM, Evidence.LITERAL)

    @property
    def is_numeric(self) -> bool:
        """Whether it is a number by its type or by what is done with it."""
        return self.shows(Evidence.NUMBER, Evidence.ARITHMETIC, Evidence.CAST, Evidence.FACTOR)

    @property
    def holds_data_by_key(self) -> bool:
        """Whether its keys are data, and not the names of fields."""
        return self.shows(Evidence.RECORDS_BY_KEY, Evidence.LOOKUP_TABLE)

    @property
    def is_tabular(self) -> bool:
        """Whether its values are reached by the methods of a table rather than by keys."""
        return self.holds_data_by_key or self.shows(Evidence.FRAME, Evidence.COLUMN, Evidence.ARRAY)

    @property
    def is_scalar(self) -> bool:
        """Whether it is text, a number or a date, whose attributes are no fields."""
        return self.is_moment or self.shows(Evidence.TEXT, Evidence.NUMBER)

    @property
    def has_known_type(self) -> bool:
        """Whether it is a collection or a date, which values are built for."""
        return self.is_moment or self.shows(Evidence.LIST, Evidence.SET, Evidence.MAPPING)

    @property
    def may_be_list(self) -> bool:
        """Whether nothing says that it is something other than a list."""
        return not self.shows(
            Evidence.TEXT, Evidence.MAPPING, Evidence.FRAME, Evidence.COLUMN, Evidence.TUPLE
        )
