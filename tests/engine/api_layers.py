"""What `test_api.py` has checked in layers: bound, closed over, given beforehand, wrapped."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from api_subjects import fee


class Shop:
    def __init__(self, limit: Any) -> None:
        self.limit = limit

    def fee(self, age: int) -> int:
        return 1 if age > self.limit else 2

    def __call__(self, age: int) -> int:
        return 1 if age > self.limit else 2


class Branch(Shop):
    pass


def closed(limit: Any) -> Callable[[int], int]:
    """As decorators and factories make them."""

    def charge(age: int) -> int:
        """Of the inner function."""
        return 1 if age > limit else 2

    return charge


def fare(limit: int, age: int, *, factor: int = 1) -> int:
    return factor if age > limit else 2


@functools.lru_cache
def monthly_fee(age: int) -> int:
    return 1 if age > 45 else 2


class Super(Shop):
    def fee(self, age: int) -> int:
        return super().fee(age)

    def hidden(self, age: int) -> int:
        return self.__fee(age)

    def __fee(self, age: int) -> int:
        return 1 if age > self.limit else 2


@functools.wraps(fee)
def odd_wrapper(age: int) -> int:
    return fee(age)


odd_wrapper.__wrapped__ = functools.wraps(fee)(lambda age: fee(age))  # type: ignore[attr-defined]
