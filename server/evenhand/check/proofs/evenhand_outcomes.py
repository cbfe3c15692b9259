"""Compares what calls come to, where `==` cannot: for the tests that Evenhand has added."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock


def assert_same_outcome(
    function: tuple[str, str],
    call: Callable[[Any], Any],
    values: tuple[Any, Any],
    capsys: Any,
    *,
    hides: bool = True,
    refuses_all: bool = False,
) -> None:
    """Fail unless `call` comes to the same for both values, and to an end of `function`.

    `function` is the name of its file and its own. That each outcome repeats its own value is no
    difference, unless `hides` is false. Calls that both end in an error have not come far, unless
    it `refuses_all`.
    """
    first, second = (outcome_of(function, call, value, capsys) for value in values)
    assert refuses_all or not (first["has_failed"] and second["has_failed"]), first["result"]
    assert first == (with_value_of(first, second, values) if hides else second)


def outcome_of(
    function: tuple[str, str], call: Callable[[Any], Any], value: Any, capsys: Any
) -> dict[str, Any]:
    """What a caller can see: the result or the error, what is printed, what is done to mocks."""
    entered: list[Any] = []
    running: list[Any] = []
    done: list[Any] = []

    def watch(frame: Any, event: str, _: Any) -> None:
        if (os.path.basename(frame.f_code.co_filename), frame.f_code.co_name) != function:
            return
        if event == "call":
            entered.append(frame)
            running.append(frame)
        elif event == "return":
            running.remove(frame)

    with noting(done, running):
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            result = call(value)
            if inspect.iscoroutine(result):
                result = asyncio.run(result)
            elif inspect.isgenerator(result):
                result = list(result)
        except (Exception, SystemExit) as error:
            result = error
        finally:
            sys.setprofile(before)

    has_failed = isinstance(result, BaseException)
    assert entered, f"{function[1]} did not run: {result!r}"
    if has_failed:
        *_, (last, _) = traceback.walk_tb(result.__traceback__)
        raised_in = os.path.basename(last.f_code.co_filename)
        assert raised_in == function[0], f"{function[1]} did not come to its end: {result!r}"
    printed = capsys.readouterr().out
    return {"result": comparable(result), "has_failed": has_failed, "out": printed, "done": done}


@contextlib.contextmanager
def noting(done: list[Any], running: list[Any]) -> Iterator[None]:
    """Add to `done` what is done to mocks while something is running: calls, attributes set."""
    call: Any = mock.CallableMixin._mock_call  # type: ignore[attr-defined]
    assign = mock.NonCallableMock.__setattr__

    def called(self: Any, *values: Any, **named: Any) -> Any:
        if running:
            done.append((name_of(self), comparable(values), comparable(named)))
        return call(self, *values, **named)

    def assigned(self: Any, name: str, content: Any) -> None:
        is_own = hasattr(mock.Mock, name) or name.startswith(("_", "method_calls"))
        if running and not is_own:  # what a mock notes of itself: `call_count`
            done.append((name_of(self), name, comparable(content)))
        assign(self, name, content)

    calling = mock.patch.object(mock.CallableMixin, "_mock_call", called)
    assigning = mock.patch.object(mock.NonCallableMock, "__setattr__", assigned)
    with calling, assigning:
        yield


def name_of(made_up: Any) -> str:
    """Which mock it is."""
    return f"mock {made_up._extract_mock_name()}"


def comparable(result: Any, depth: int = 9) -> Any:
    """`result` in a form in which equal contents are equal, as deep as anybody looks."""
    if isinstance(result, mock.NonCallableMock):
        return name_of(result)
    if isinstance(result, type):
        return result.__qualname__
    if depth == 0:
        return type(result).__name__
    if isinstance(result, (list, tuple)):
        return [comparable(item, depth - 1) for item in result]
    if isinstance(result, dict):
        return {key: comparable(item, depth - 1) for key, item in result.items()}
    for plain in ("to_dict", "tolist"):
        if hasattr(result, plain):
            return getattr(result, plain)()
    has_own = type(result).__eq__ is not object.__eq__  # type: ignore[comparison-overlap]
    if not has_own:
        inside = getattr(result, "args", getattr(result, "__dict__", None))
        return type(result).__name__, comparable(inside, depth - 1)
    return result


def with_value_of(first: Any, second: Any, values: tuple[Any, Any]) -> Any:
    """`second`, with the first value where it only repeats the other one as `first` repeats it."""
    one, other = values
    if isinstance(first, str) and isinstance(second, str):
        words = rf"(?<!\w){re.escape(str(other))}(?!\w)"
        same = re.sub(words, lambda _: str(one), second)
        return first if same == first else second
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        if len(first) != len(second):
            return second
        pairs = zip(first, second)  # noqa: B905 (Python 3.9)
        return type(second)(with_value_of(*pair, values) for pair in pairs)
    if isinstance(first, dict) and isinstance(second, dict):
        return {
            key: with_value_of(first[key], item, values) if key in first else item
            for key, item in second.items()
        }
    is_repeated = type(one) is type(first) is not bool and (first, second) == (one, other)
    return first if is_repeated else second
