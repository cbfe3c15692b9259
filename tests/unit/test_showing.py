"""Values are written for a person, whatever their classes do."""

from __future__ import annotations

from typing import Any

import pytest

from evenhand.check.worker.showing import shown


class Lazy:
    def __repr__(self) -> str:
        raise RuntimeError("not set up")


LAZY = "<Lazy whose repr raises RuntimeError>"
CASES: dict[str, tuple[Any, str]] = {
    "a plain value": ({"a": [1, (2,)]}, "{'a': [1, (2,)]}"),
    "one that cannot be written": (Lazy(), LAZY),
    "one among others": ({"name": "x", "title": Lazy()}, f"{{'name': 'x', 'title': {LAZY}}}"),
    "one deep inside": ([1, {"k": (Lazy(), 2)}], f"[1, {{'k': ({LAZY}, 2)}}]"),
    "one too deep": (
        [[[[Lazy()]]]],
        "[[[<list whose repr raises RuntimeError>]]]",
    ),
    "an object in memory": ([object()], "[<object object>]"),
}


@pytest.mark.parametrize(("value", "text"), CASES.values(), ids=CASES)
def test_a_value_is_written(value: Any, text: str) -> None:
    assert shown(value) == text


def test_a_long_value_is_cut() -> None:
    assert shown([Lazy()] * 1_000, limit=100) == "[" + f"{LAZY}, {LAZY}, {LAZY}"[:98] + "…"


def test_a_circle_with_one_that_cannot_be_written_ends() -> None:
    circle: list[Any] = [Lazy()]
    circle.append(circle)

    assert shown(circle).startswith(f"[{LAZY}, [{LAZY}, [")
