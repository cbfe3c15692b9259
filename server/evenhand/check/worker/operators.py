"""The special methods of stand-ins: every operation gives a further stand-in or a plain default."""

from __future__ import annotations

import opcode
import operator
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any, Callable

from .showing import shown
from .stand_in_places import UNSET, Place

UNPACK, UNPACK_SOME = opcode.opmap["UNPACK_SEQUENCE"], opcode.opmap["UNPACK_EX"]
"""Instructions by which code takes something apart: into so many items, or at least so many."""
BINARY = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and or xor".split()
UNARY = "neg pos abs invert trunc floor ceil".split()
ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "__lt__": operator.lt, "__le__": operator.le, "__gt__": operator.gt, "__ge__": operator.ge,
}  # fmt: skip
PLAIN: dict[str, Any] = {
    "__int__": 1, "__float__": 1.0, "__complex__": 1j, "__index__": 1, "__len__": 0,
    "__contains__": False, "__exit__": False,
}  # fmt: skip
"""What these give unless they are told otherwise, as a `MagicMock` does."""
NUMBERS = (int, float)
PARTS = frozenset({"value", "name", "label"})
"""What is asked of a member of an enumeration."""
MOST_KEYS = 8
"""Parts of a key that are written."""


class Operators:
    """What Python itself asks of an object."""

    __slots__ = ("_evenhand_place",)
    _evenhand_place: Place
    _evenhand_kind: Callable[[Place], Any]
    """The class of its parts and results."""

    def __bool__(self) -> bool:
        answer = _told(self, "__bool__")
        if answer is not None:
            return bool(answer())
        place = _asked(self)
        return place.world.is_true(place)

    def __eq__(self, other: object) -> Any:
        answer = _told(self, "__eq__")
        if answer is not None:
            return answer(other)
        word = _word_of(self)
        if isinstance(other, str) and other == word:
            return True
        if _is_column(self._evenhand_place):
            return further(self, ".__eq__()", ((other,), {}))
        place = _asked(self)
        if not word:
            place.world.decides(place)
        return self is other

    def __ne__(self, other: object) -> Any:
        answer = _told(self, "__ne__")
        if answer is not None:
            return answer(other)
        if _is_column(self._evenhand_place):
            return further(self, ".__ne__()", ((other,), {}))
        return not self == other

    def __hash__(self) -> int:
        return hash(_word_of(self) or self._evenhand_place.path())

    def __str__(self) -> str:
        answer = _told(self, "__str__")
        if answer is not None:
            return str(answer())
        _asked(self)
        return f"<{self._evenhand_place.path()}>"

    def __format__(self, form: str) -> str:
        return str(self)

    def __fspath__(self) -> str:
        return self._evenhand_place.path()

    def __getitem__(self, key: Any) -> Any:
        answer = _told(self, "__getitem__")
        if answer is not None:
            return answer(key)

        items, name = self._evenhand_items(), _written(key)
        if name not in items:
            items[name] = further(self, f"[{name}]")
        return items[name]

    def __setitem__(self, key: Any, value: Any) -> None:
        place, items, name = self._evenhand_place, self._evenhand_items(), _written(key)
        place.world.changed(place, f"[{name}]", items, name, value)
        items[name] = value

    def __delitem__(self, key: Any) -> None:
        place, items, name = self._evenhand_place, self._evenhand_items(), _written(key)
        place.world.changed(place, f"[{name}]", items, name, UNSET)
        items.pop(name, None)

    def _evenhand_items(self) -> dict[str, Any]:
        place = self._evenhand_place
        if place.items is None:
            place.items = {}
        return place.items

    def __iter__(self) -> Iterator[Any]:
        answer = _told(self, "__iter__")
        if answer is not None:
            return iter(answer())

        _asked(self)
        frame = sys._getframe(1)
        wanted = _unpacked(frame.f_code.co_code, frame.f_lasti)
        return iter([self[index] for index in range(wanted)])

    def __next__(self) -> Any:
        return given_by(self, "__next__")

    def __reversed__(self) -> Iterator[Any]:
        return iter(self)

    def __round__(self, digits: Any = None) -> Any:
        return further(self, ".__round__()", ((digits,), {}))

    def __enter__(self) -> Any:
        return given_by(self, "__enter__")

    async def __aenter__(self) -> Any:
        return given_by(self, "__aenter__")

    async def __aexit__(self, *error: Any) -> bool:
        return False

    def __aiter__(self) -> AsyncIterator[Any]:
        answer = _told(self, "__aiter__")
        return _one_by_one([] if answer is None else answer())

    def __await__(self) -> Any:
        return ready(self).__await__()

    def __copy__(self) -> Operators:
        return self

    def __deepcopy__(self, memo: Any) -> Operators:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        return str, (self._evenhand_place.path(),)


def _word_of(stand_in: Operators) -> str:
    """What a constant that cannot be had means: `FEMALE` is the word "FEMALE"; empty: it is none.

    The search chooses the same word for what is compared with it. A part of a member of an
    enumeration, `Gender.FEMALE.value`, means the same.
    """
    place = stand_in._evenhand_place
    name = place.name.rpartition(".")[2]
    if name in PARTS and place.name[:1] == "." and place.parent is not None:
        place = place.parent
        name = place.name.rpartition(".")[2]
    if not name.isidentifier() or place.arguments is not None:
        return ""
    return name if name.isupper() or (name[0].isupper() and _owner_is_class(place)) else ""


def _is_column(place: Place) -> bool:
    """Whether it is what a class declares, `Person.age`: comparisons of it make a query."""
    return place.name[1:2].islower() and place.name[1:] not in PARTS and _owner_is_class(place)


def _owner_is_class(place: Place) -> bool:
    """Whether what it is a part of is named like a class."""
    owner = place.parent
    if owner is None or owner.arguments is not None or place.name[:1] != ".":
        return False
    name = owner.name.rpartition(".")[2]
    return name[:1].isupper() and not name.isupper()


def further(stand_in: Operators, name: str, arguments: Any = None) -> Any:
    """The stand-in for a part or a result of a stand-in."""
    place = stand_in._evenhand_place
    return stand_in._evenhand_kind(Place(place.world, name, place, arguments))


def answer(stand_in: Operators, *args: Any, **kwargs: Any) -> Any:
    """What a call gives: as it was chosen, or a further stand-in."""
    place = stand_in._evenhand_place
    value = UNSET if place.effect is None else place.effect(*args, **kwargs)
    if value is not UNSET:
        return value
    if place.result is not UNSET:
        return place.result
    return further(stand_in, "()", (args, kwargs))


def special(stand_in: Operators, name: str) -> Any:
    """The stand-in for one of its special methods, which may then be told what to give."""
    place = stand_in._evenhand_place
    if not place.magic:
        place.magic = {}
    if name not in place.magic:
        place.magic[name] = further(stand_in, f".{name}")
    return place.magic[name]


def given_by(stand_in: Operators, name: str) -> Any:
    """What a special method gives: the same each time, unless it was told otherwise."""
    method = special(stand_in, name)
    if not isinstance(method, Operators):
        return method()

    place = method._evenhand_place
    if place.result is UNSET and place.effect is None:
        place.result = further(method, "()")
    return answer(method)


async def ready(value: Any) -> Any:
    """What is awaited, and is there already."""
    return value


async def _one_by_one(items: Any) -> AsyncIterator[Any]:
    for item in items:
        yield item


def _told(stand_in: Operators, name: str) -> Callable[..., Any] | None:
    """What a special method was told to do; None if it was told nothing."""
    method = stand_in._evenhand_place.magic.get(name)
    if isinstance(method, Operators):
        return lambda *args: answer(method, *args)
    return method


def _asked(stand_in: Operators) -> Place:
    """Note that a default of a stand-in is used; returns its place."""
    place = stand_in._evenhand_place
    place.world.asked(place)
    return place


def _written(key: Any) -> str:
    """A key as an item is called by it; for a stand-in, nobody knows which items it means."""
    if isinstance(key, Operators):
        return f"<{_asked(key).path()}>"
    if type(key) is tuple:
        return ", ".join(map(_written, key[:MOST_KEYS]))
    return shown(key, 100)


def _unpacked(code: bytes, at: int) -> int:
    """Into how many items the instruction at a place takes something apart; 0 if it does not."""
    is_whole = at >= 0 and code[at] in (UNPACK, UNPACK_SOME)
    return code[at + 1] if is_whole else 0


def _operation(name: str) -> Any:
    def operation(self: Operators, *operands: Any) -> Any:
        answer = _told(self, name)
        return further(self, f".{name}()", (operands, {})) if answer is None else answer(*operands)

    return operation


def _order(name: str, holds: Callable[[Any, Any], bool]) -> Any:
    def order(self: Operators, other: Any) -> Any:
        answer = _told(self, name)
        if answer is not None:
            return answer(other)
        if _is_column(self._evenhand_place):
            return further(self, f".{name}()", ((other,), {}))
        place = _asked(self)
        place.world.decides(place)
        return holds(1, other) if isinstance(other, NUMBERS) else False

    return order


def _plain(name: str, value: Any) -> Any:
    def plain(self: Operators, *args: Any) -> Any:
        answer = _told(self, name)
        if answer is not None:
            return answer(*args)
        place = _asked(self)
        if name == "__contains__":
            place.world.decides(place)
        return value

    return plain


for _name in [*(f"__{n}__" for n in (*BINARY, *UNARY)), *(f"__r{n}__" for n in BINARY)]:
    setattr(Operators, _name, _operation(_name))
for _name, _holds in ORDERS.items():
    setattr(Operators, _name, _order(_name, _holds))
for _name, _value in PLAIN.items():
    setattr(Operators, _name, _plain(_name, _value))
