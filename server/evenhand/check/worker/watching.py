"""Records what instrumented code compares, looks up and branches on, as it runs."""

from __future__ import annotations

import datetime
import decimal
import enum
import math
import operator
import re
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any, Callable

from .table_values import cells
from .time_limits import LEAST_STEPS, MOST_STEPS, OutOfSteps

PREFIX = "_evenhand_watch_"
"""Begins the names under which instrumented code calls a `Watcher`."""
FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
    "in": lambda a, b: a in b, "not in": lambda a, b: a not in b,
}  # fmt: skip
SCALARS = frozenset({bool, int, float, str, type(None)})
"""Types of operands whose methods are never those of checked code."""
PLAIN = SCALARS | {bytes, list, tuple, dict, set, frozenset}
MAX_EVENTS = 400
MOST_NOTED = 20_000
"""Comparisons of one call that are looked at: a long loop makes the same ones again and again."""
MAX_ITEMS = 40
"""Items of a collection that are looked at."""
MAX_TEXT = 200
"""Characters of a text that are kept."""
LARGEST = 10**15
"""Numbers from here on are not told."""
DAY = len("2008-01-31")
"""Characters of a date in ISO format, without the time."""
MAX_CELLS = 60
"""Cells of an array or a column that are looked at."""
MAX_VALUES = 12
"""Values of an array that are kept."""


class Watcher:
    """Collects the events and branches of one call."""

    def __init__(self) -> None:
        self.active = False
        self.events: dict[Any, list[Any]] = {}
        self.noted = 0
        """How many comparisons were looked at."""
        self.branches: set[str] = set()
        self.reads: set[str] = set()
        """The marked expressions that were reached."""
        self.turned = ""
        """The last branch that was taken."""
        self.caught: list[Any] = []
        """The last exception that the code caught: its type, its text, and the handler's line."""
        self.steps = 0
        """Conditions, turns of loops, and functions entered."""
        self.most_steps = MOST_STEPS

    def start(self, active: bool) -> None:
        """Forget the last call; record the next one if `active`."""
        self.events, self.branches, self.active = {}, set(), active
        self.reads, self.turned, self.caught = set(), "", []
        self.noted = self.steps = 0

    def stop(self) -> None:
        """Record nothing from here on; what was recorded stays."""
        self.active = False

    def lower_limit(self) -> int:
        """Grant later calls half as many steps; returns how many the last one was granted."""
        granted = self.most_steps
        self.most_steps = max(granted // 2, LEAST_STEPS)
        return granted

    def names(self) -> dict[str, Any]:
        """The globals of an instrumented module."""
        return {
            PREFIX + "step": self.step,
            PREFIX + "compare": self.compare,
            PREFIX + "test": self.test,
            PREFIX + "truth": self.truth,
            PREFIX + "item": self.item,
            PREFIX + "method": self.method,
            PREFIX + "match": self.match,
            PREFIX + "case": self.case,
            PREFIX + "read": self.read,
            PREFIX + "catch": self.catch,
        }

    def step(self) -> bool:
        """A turn of a loop, or a function that is entered. Raises OutOfSteps after too many."""
        self.steps += 1
        if self.steps > self.most_steps:
            raise OutOfSteps
        return True

    def compare(self, line: int, column: int, op: str, left: Any, right: Any) -> Any:
        """`left op right`."""
        result = FUNCTIONS[op](left, right)
        if self.active:
            self.note(line, column, op, left, right, result)
        return result

    def test(self, line: int, column: int, value: Any) -> bool:
        """A condition: only its truth matters."""
        truth = bool(value)
        self.steps += 1
        if self.steps > self.most_steps:
            raise OutOfSteps
        if self.active:
            self.truth_of(line, column, value, truth)
        return truth

    def truth(self, line: int, column: int, value: Any) -> Any:
        """An operand of `and` or `or`: its value may be used, and its truth asked only once."""
        if self.active and type(value) in PLAIN:
            self.truth_of(line, column, value, bool(value))
        return value

    def truth_of(self, line: int, column: int, value: Any, truth: bool) -> None:
        """Record which way a condition went."""
        self.turned = f"{line}:{column}:{'+' if truth else '-'}"
        self.branches.add(self.turned)
        self.note(line, column, "truth", value, None, truth)

    def item(self, line: int, column: int, owner: Any, key: Any) -> Any:
        """`owner[key]`."""
        if self.active and isinstance(owner, (dict, list, tuple)):
            keys = owner if isinstance(owner, dict) else None
            self.note(line, column, "[]", key, keys, None)
        return owner[key]

    def method(self, line: int, column: int, name: str, owner: Any) -> Any:
        """A method, looked up before its arguments are evaluated, as Python does."""
        bound = getattr(owner, name)
        if not self.active:
            return bound

        def called(*args: Any, **kwargs: Any) -> Any:
            if self.active:
                self._note_method(line, column, name, owner, args)
            return bound(*args, **kwargs)

        return called

    def match(self, line: int, column: int, subject: Any, constants: tuple[Any, ...]) -> Any:
        """The subject of a `match`, whose patterns have these constants."""
        if not self.active:
            return subject

        self.note(line, column, "in", subject, constants, None)
        parts: Iterator[Any] = iter(())
        if isinstance(subject, (tuple, list)):
            parts = _items(subject)
        elif isinstance(subject, dict):
            parts = islice(dict.values(subject), MAX_ITEMS)
        for part in parts:
            self.note(line, column, "in", part, constants, None)
        return subject

    def case(self, line: int, column: int) -> None:
        """The first statement of a `case` was reached."""
        if self.active:
            self.branches.add(f"{line}:{column}:+")

    def read(self, site: str, value: Any) -> Any:
        """A marked expression, with its value."""
        if self.active:
            self.reads.add(site)
        return value

    def catch(self, line: int, column: int) -> None:
        """The first statement of an `except` was reached."""
        if self.active:
            error = sys.exc_info()[1]
            words = [part for part in getattr(error, "args", ()) if type(part) is str]
            name = type(error).__name__[:MAX_TEXT]
            self.caught = [name, " ".join(words)[:MAX_TEXT], line]

    def note(self, line: int, column: int, op: str, left: Any, right: Any, result: Any) -> None:
        """Record one event; arrays and tuples are recorded by element."""
        self.noted += 1
        if len(self.events) >= MAX_EVENTS or self.noted > MOST_NOTED:
            return

        outcome = result if isinstance(result, bool) else None
        if type(left) in SCALARS and type(right) in SCALARS:
            self._keep([line, column, op, _scalar(left), _scalar(right), outcome])
            return

        active, self.active = self.active, False  # operands' own methods may be instrumented
        try:
            columns = cells(left, MAX_CELLS), cells(right, MAX_CELLS)
            if columns != (None, None):
                self._note_array(line, column, op, left, right, columns)
            elif isinstance(left, tuple) and isinstance(right, (dict, list, tuple, set)):
                self._note_tuples(line, column, op, left, right)
            else:
                self._keep([line, column, op, operand(left), operand(right), outcome])
        except Exception:  # an operand's own methods may fail; only the event is lost
            return
        finally:
            self.active = active

    def _keep(self, event: list[Any]) -> None:
        self.events.setdefault(repr(event), event)

    def _note_array(
        self, line: int, column: int, op: str, left: Any, right: Any,
        columns: tuple[list[Any] | None, list[Any] | None],
    ) -> None:  # fmt: skip
        """Each value of a column with the others; `columns` are the values of both, if any."""
        left_cells, right_cells = columns
        lefts = [left] if left_cells is None else _distinct(left_cells)
        rights = [right] if right_cells is None else right_cells[:MAX_VALUES]
        if left_cells is None and right_cells is not None:
            rights = _distinct(right_cells)

        for first in lefts:
            for second in rights:
                self._keep([line, column, op, operand(first), operand(second), None])

    def _note_tuples(self, line: int, column: int, op: str, left: Any, right: Any) -> None:
        """Each part of a tuple, compared with the parts at its position in the other tuples."""
        for index, part in enumerate(left):
            tuples = [key for key in _items(right) if isinstance(key, tuple)]
            others = [other[index] for other in tuples if len(other) > index]
            self.note(line, column, op, part, others, None)

    def _note_method(self, line: int, column: int, name: str, owner: Any, args: Any) -> None:
        if not args:
            return

        if name in {"match", "search", "fullmatch", "findall", "finditer"}:
            self._note_pattern(line, column, owner, args)
        elif name in {"get", "pop"}:
            if isinstance(owner, dict):
                self.note(line, column, "[]", args[0], owner, None)
        elif name in {"index", "count"} and isinstance(owner, (list, tuple)):
            self.note(line, column, "in", args[0], owner, None)
        else:
            for argument in args[:2]:
                self.note(line, column, name, owner, argument, None)

    def _note_pattern(self, line: int, column: int, owner: Any, args: Any) -> None:
        """`pattern.match(text)` or `re.match(pattern, text)`: the pattern and its flags."""
        if isinstance(owner, re.Pattern):
            pattern, flags, text = owner.pattern, owner.flags, args[0]
        elif len(args) > 1:
            pattern, text, flags = args[0], args[1], args[2] if len(args) > 2 else 0
        else:
            return

        is_known = isinstance(pattern, str) and isinstance(text, str) and isinstance(flags, int)
        if is_known and len(pattern) <= MAX_TEXT:
            self.note(line, column, "re", text, [pattern, int(flags)], None)


def operand(value: Any) -> Any:
    """An operand as JSON: a scalar, a list of scalars, or None."""
    scalar = _scalar(value)
    if scalar is not None or value is None:
        return scalar
    if not isinstance(value, (dict, set, frozenset, list, tuple, range)):
        return None

    scalars = [item for item in map(_scalar, _items(value)) if item is not None]
    if isinstance(value, (set, frozenset)):
        scalars.sort(key=repr)
    return scalars


def _items(value: Any) -> Iterator[Any]:
    """The first elements, by the built-in type's own iteration and not by a subclass's."""
    kinds: tuple[Any, ...] = (dict, set, frozenset, list, tuple, range)
    for kind in kinds:
        if isinstance(value, kind):
            return islice(kind.__iter__(value), MAX_ITEMS)
    return iter(())


def _scalar(value: Any) -> Any:
    """The value if JSON has it, the scalar inside an enum or a numpy scalar; otherwise None."""
    kind = type(value)
    if kind is str:
        return value[:MAX_TEXT]
    if kind is bool:
        return value
    if kind is int:
        return value if abs(value) < LARGEST else None
    if kind is float:
        return value if math.isfinite(value) else None
    if value is None:
        return None
    if kind is decimal.Decimal:
        return _number_of(value)
    if issubclass(kind, datetime.date):
        return value.isoformat()[:DAY]
    if kind.__module__ == "numpy" and hasattr(value, "item") and cells(value, 1) is None:
        return _scalar(value.item())
    return _scalar(value._value_) if issubclass(kind, enum.Enum) else None


def _number_of(value: decimal.Decimal) -> int | float | None:
    """A decimal number as JSON has it: a whole one as an int, with which decimals compute."""
    if not value.is_finite() or abs(value) >= LARGEST:
        return None
    return int(value) if value == int(value) else float(value)


def _distinct(cells: list[Any]) -> list[Any]:
    """The first different values of an array."""
    return list(dict.fromkeys(cells))[:MAX_VALUES]
