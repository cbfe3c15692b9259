"""A quick look-alike of `unittest.mock`, by whose words the search says what the world gives.

The same text works with the real one, so that a person can run it.
"""

from __future__ import annotations

import io
import types
from collections.abc import Iterator
from typing import Any, Callable

from .stand_in_places import UNNAMED, UNSET, World
from .stand_ins import StandIn, is_special, new, part_of


def look_alike(world: World) -> types.SimpleNamespace:
    """What the name `mock` means to the expressions of the search."""

    def mocked(spec: Any = None, **keywords: Any) -> StandIn:
        stand_in = new(world, str(keywords.pop("name", UNNAMED)))
        configure(stand_in, keywords)
        return stand_in

    def awaited(spec: Any = None, **keywords: Any) -> StandIn:
        stand_in = mocked(spec, **keywords)
        stand_in._evenhand_place.awaited = True
        return stand_in

    def opened(mock: Any = None, read_data: str | bytes = "") -> StandIn:
        kind = io.StringIO if isinstance(read_data, str) else io.BytesIO
        return mocked(side_effect=lambda *args, **kwargs: kind(read_data))  # type: ignore[arg-type]

    return types.SimpleNamespace(
        MagicMock=mocked, Mock=mocked, NonCallableMock=mocked, NonCallableMagicMock=mocked,
        AsyncMock=awaited, mock_open=opened, DEFAULT=UNSET,
    )  # fmt: skip


def configure(stand_in: StandIn, keywords: dict[str, Any]) -> None:
    """Tell a stand-in what it gives: `{"get.return_value": 3}`; what is nearest to it first."""
    for name, value in sorted(keywords.items(), key=lambda item: item[0].count(".")):
        *owners, last = name.split(".")
        owner = stand_in
        for part in owners:
            owner = part_of(owner, part)
        _tell(owner, last, value)


def adopt(value: Any, stand_in: StandIn, name: str) -> None:
    """Let a stand-in without a name be called by what it is a part of."""
    if isinstance(value, StandIn) and value._evenhand_place.name == UNNAMED:
        place = value._evenhand_place
        place.name, place.parent = name, stand_in._evenhand_place
    elif type(value) is types.SimpleNamespace:
        for part, inner in vars(value).items():
            adopt(inner, stand_in, f"{name}.{part}")
    elif type(value) is dict:
        for key, inner in value.items():
            adopt(inner, stand_in, f"{name}[{key!r}]")


def entitle(value: Any, name: str) -> None:
    """Let a stand-in without a name be called `name`."""
    if isinstance(value, StandIn) and value._evenhand_place.name == UNNAMED:
        value._evenhand_place.name = name


def _tell(stand_in: Any, name: str, value: Any) -> None:
    """Set one thing that a stand-in gives; of any other object, an attribute."""
    if not isinstance(stand_in, StandIn):
        setattr(stand_in, name, value)
        return

    place = stand_in._evenhand_place
    if name == "return_value":
        place.result = value
        adopt(value, stand_in, "()")
    elif name == "side_effect":
        place.effect, place.in_order = _adopting(stand_in, _effect(value)), _is_series(value)
    elif is_special(name):
        place.magic = {**place.magic, name: value}
    else:
        stand_in.__dict__[name] = value
        adopt(value, stand_in, f".{name}")


def _effect(side_effect: Any) -> Callable[..., Any] | None:
    """What is called for a side effect: a function, an exception, or values one after another."""
    if side_effect is None:
        return None
    if _is_exception(side_effect):
        return _raising(side_effect)
    if callable(side_effect):
        function: Callable[..., Any] = side_effect
        return function
    return _giving(iter(side_effect))


def _adopting(stand_in: StandIn, effect: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """The same function, of which the stand-ins that it gives are parts of `stand_in`."""
    if effect is None:
        return None
    function = effect

    def gives(*args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        adopt(value, stand_in, "()")
        return value

    return gives


def _is_series(side_effect: Any) -> bool:
    """Whether a side effect is values that are given one after another."""
    return side_effect is not None and not _is_exception(side_effect) and not callable(side_effect)


def _is_exception(value: Any) -> bool:
    is_class = isinstance(value, type) and issubclass(value, BaseException)
    return is_class or isinstance(value, BaseException)


def _raising(error: Any) -> Callable[..., Any]:
    def raises(*args: Any, **kwargs: Any) -> Any:
        raise error

    return raises


def _giving(values: Iterator[Any]) -> Callable[..., Any]:
    def gives(*args: Any, **kwargs: Any) -> Any:
        value = next(values)
        if _is_exception(value):
            raise value
        return value

    return gives
