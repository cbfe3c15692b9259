"""What instrumented code compares, looks up and branches on, as it runs."""

from __future__ import annotations

import enum
import math
import operator
import re
from itertools import islice
from typing import Any, Callable

PREFIX = "_evenhand_watch_"
FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
    "in": lambda a, b: a in b, "not in": lambda a, b: a not in b,
}  # fmt: skip
PLAIN = frozenset({bool, int, float, str, bytes, type(None), list, tuple, dict, set, frozenset})
MAX_EVENTS = 400
MAX_ITEMS = 40
MAX_TEXT = 200


class Watcher:
    """Collects the events and branches of one call."""

    def __init__(self) -> None:
        self.active = False
        self.events: dict[Any, list[Any]] = {}
        self.branches: set[str] = set()

    def start(self, active: bool) -> None:
        self.events, self.branches, self.active = {}, set(), active

    def stop(self) -> None:
        self.active = False

    def names(self) -> dict[str, Any]:
        """What the rewritten module finds among its globals."""
        return {
            PREFIX + "compare": self.compare,
            PREFIX + "test": self.test,
            PREFIX + "truth": self.truth,
            PREFIX + "item": self.item,
            PREFIX + "method": self.method,
            PREFIX + "match": self.match,
            PREFIX + "case": self.case,
        }

    def compare(self, line: int, column: int, op: str, left: Any, right: Any) -> Any:
        result = FUNCTIONS[op](left, right)
        if self.active:
            self.note(line, column, op, left, right, result)
        return result

    def test(self, line: int, column: int, value: Any) -> bool:
        """A condition: only its truth matters."""
        truth = bool(value)
        self.truth_of(line, column, value, truth)
        return truth

    def truth(self, line: int, column: int, value: Any) -> Any:
        """An operand of `and` or `or`: its value may be used, and its truth asked only once."""
        if self.active and type(value) in PLAIN:
            self.truth_of(line, column, value, bool(value))
        return value

    def truth_of(self, line: int, column: int, value: Any, truth: bool) -> None:
        if self.active:
            self.branches.add(f"{line}:{column}:{'+' if truth else '-'}")
            self.note(line, column, "truth", value, None, truth)

    def item(self, line: int, column: int, owner: Any, key: Any) -> Any:
        if self.active and isinstance(owner, (dict, list, tuple)):
            self.note(line, column, "[]", key, owner if isinstance(owner, dict) else None, None)
        return owner[key]

    def method(self, line: int, column: int, name: str, owner: Any) -> Any:
        """A method, looked up before its arguments are worked out, as Python does."""
        bound = getattr(owner, name)
        if not self.active:
            return bound

        def called(*args: Any, **kwargs: Any) -> Any:
            if self.active:
                self._note_method(line, column, name, owner, args)
            return bound(*args, **kwargs)

        return called

    def match(self, line: int, column: int, subject: Any, constants: tuple[Any, ...]) -> Any:
        if self.active:
            self.note(line, column, "in", subject, constants, None)
            if isinstance(subject, (tuple, list)):
                for part in _items(subject):
                    self.note(line, column, "in", part, constants, None)
            elif isinstance(subject, dict):
                for part in islice(dict.values(subject), MAX_ITEMS):
                    self.note(line, column, "in", part, constants, None)
        return subject

    def case(self, line: int, column: int) -> None:
        if self.active:
            self.branches.add(f"{line}:{column}:+")

    def note(self, line: int, column: int, op: str, left: Any, right: Any, result: Any) -> None:
        """Remember one event; sequences compared with a scalar are noted by element."""
        if len(self.events) >= MAX_EVENTS:
            return
        active, self.active = self.active, False  # looking at operands is nobody's comparison
        try:
            if _is_array(left) or _is_array(right):
                self._note_array(line, column, op, left, right)
            elif isinstance(left, tuple) and isinstance(right, (dict, list, tuple, set)):
                self._note_tuples(line, column, op, left, right)
            else:
                outcome = result if isinstance(result, bool) else None
                self._keep([line, column, op, operand(left), operand(right), outcome])
        except Exception:  # an operand's own methods may fail; the event is lost, no more
            return
        finally:
            self.active = active

    def _keep(self, event: list[Any]) -> None:
        self.events.setdefault(repr(event), event)

    def _note_array(self, line: int, column: int, op: str, left: Any, right: Any) -> None:
        array, other, swapped = (left, right, False) if _is_array(left) else (right, left, True)
        values = list(dict.fromkeys(_listed(array)))[:12]
        others = _listed(other)[:12] if _is_array(other) else [other]
        for value in values:
            for scalar in others:
                pair = (scalar, value) if swapped else (value, scalar)
                self._keep([line, column, op, operand(pair[0]), operand(pair[1]), None])

    def _note_tuples(self, line: int, column: int, op: str, left: Any, right: Any) -> None:
        for index, part in enumerate(left):
            column_of = [k[index] for k in _items(right) if isinstance(k, tuple) and len(k) > index]
            self.note(line, column, op, part, column_of, None)

    def _note_method(self, line: int, column: int, name: str, owner: Any, args: Any) -> None:
        if not args:
            return
        if name in {"match", "search", "fullmatch"}:
            pattern, text = (
                (owner.pattern, args[0]) if isinstance(owner, re.Pattern) else (args[0], args[-1])
            )
            if isinstance(pattern, str) and isinstance(text, str):
                words = re.findall(r"[A-Za-z][A-Za-z -]+|\d+", pattern)
                self.note(line, column, "re", text, words, None)
        elif name in {"get", "pop"}:
            if isinstance(owner, dict):
                self.note(line, column, "[]", args[0], owner, None)
        elif name in {"index", "count"} and isinstance(owner, (list, tuple)):
            self.note(line, column, "in", args[0], owner, None)
        else:
            for argument in args[:2]:
                self.note(line, column, name, owner, argument, None)


def operand(value: Any) -> Any:
    """An operand as JSON: a scalar, a list of scalars, or None."""
    scalar = _scalar(value)
    if scalar is not None or value is None:
        return scalar
    if isinstance(value, (dict, set, frozenset, list, tuple, range)):
        scalars = [s for s in map(_scalar, _items(value)) if s is not None]
        return sorted(scalars, key=repr) if isinstance(value, (set, frozenset)) else scalars
    return None


def _items(value: Any) -> Any:
    """The first elements, by the built-in type's own iteration and not by a subclass's."""
    kinds: tuple[Any, ...] = (dict, set, frozenset, list, tuple, range)
    for kind in kinds:
        if isinstance(value, kind):
            return islice(kind.__iter__(value), MAX_ITEMS)
    return iter(())


def _scalar(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return value[:MAX_TEXT]
    if kind is bool:
        return value
    if kind is int:
        return value if abs(value) < 10**15 else None
    if kind is float:
        return value if math.isfinite(value) else None
    if kind.__module__ == "numpy" and hasattr(value, "item") and not _is_array(value):
        return _scalar(value.item())
    return _scalar(value._value_) if issubclass(kind, enum.Enum) else None


def _is_array(value: Any) -> bool:
    kind = type(value)
    return kind.__name__ in {"Series", "ndarray", "Index", "DataFrame", "Categorical"} and (
        kind.__module__.partition(".")[0] in {"numpy", "pandas"}
    )


def _listed(array: Any) -> list[Any]:
    if type(array).__name__ == "DataFrame" or getattr(array, "ndim", 1) != 1:
        return []
    first = array.iloc[:60] if type(array).__name__ == "Series" else array[:60]
    return [v for v in first.tolist() if isinstance(v, (str, int, float, bool))]
