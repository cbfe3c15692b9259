"""Conversions that every project writes for itself, known by their names: `to_float`."""

from __future__ import annotations

from typing import Any, Callable

YES = frozenset({"y", "yes", "t", "true", "on", "1"})


def converting(kind: Callable[[Any], Any], otherwise: Any) -> Callable[..., Any]:
    """A function that gives a default for what it cannot convert."""

    def convert(value: Any = None, default: Any = otherwise, *_: Any, **__: Any) -> Any:
        try:
            return kind(value)
        except (TypeError, ValueError):
            return default

    return convert


def _whole(value: Any) -> int:
    return int(float(value))


def _truth(value: Any) -> bool:
    return value.strip().lower() in YES if isinstance(value, str) else bool(value)


to_float, to_int, to_bool = converting(float, 0.0), converting(_whole, 0), converting(_truth, False)
REPLACEMENTS: dict[str, Any] = {
    **dict.fromkeys("to_float safe_float parse_float as_float to_number flt".split(), to_float),
    **dict.fromkeys("to_int safe_int parse_int as_int cint".split(), to_int),
    **dict.fromkeys("to_bool parse_bool str_to_bool strtobool str2bool".split(), to_bool),
    "cstr": lambda value=None, *_: "" if value is None else str(value),
}
"""By the name alone."""
