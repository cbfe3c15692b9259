"""What a function's code reveals about the values of an access path."""

from __future__ import annotations

from enum import Enum, auto


class Evidence(Enum):
    """One thing that annotations, defaults or uses say about a value.

    Evidence may contradict itself: code can join a value to text here and add to it there.
    `Evident` answers the questions that weigh it.
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
