"""Reads what is pickled, without unpickling it: `pickle.dump({"name": name, "age": age}, file)`."""

from __future__ import annotations

import ast
import pickletools
from collections.abc import Iterator

from evenhand.scalars import Scalar

LONGEST = 20_000
"""Characters of the text of some bytes that are read."""
BYTES = "b'", 'b"'
HEADER = "\\x80"
"""How the text of a pickle goes on: its protocol follows."""
VALUE = ""
"""What a step of a pickle is called that holds a text or a number."""
HOLDING = "UNICODE", "INT", "LONG", "FLOAT"
"""Parts of the names of steps that hold a value."""
SCALARS = (str, int, float)
REMEMBERING, REPEATING = ("MEMOIZE", "BINPUT", "LONG_BINPUT"), ("BINGET", "LONG_BINGET")
"""Steps that put what was just written into the memo, and that write it again from there."""
CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}

Values = list[tuple[str, tuple[Scalar, Scalar]]]
"""The two values of each key or column; the text in front of a value is its key in a dict."""


def values_of_both(first: str, second: str) -> Values:
    """The values that two pickles hold, as texts of bytes; nothing if they differ in their form."""
    steps, second_steps = list(_steps(first)), list(_steps(second))
    if [name for name, _ in steps] != [name for name, _ in second_steps]:
        return []
    values = [value for name, value in steps if name == VALUE]
    second_values = [value for name, value in second_steps if name == VALUE]
    keys = ["", *(value if isinstance(value, str) else "" for value in values)]
    return list(zip(keys, zip(values, second_values, strict=True), strict=False))


def _steps(text: str) -> Iterator[tuple[str, Scalar]]:
    """What a pickle does step by step, its values in their order; nothing of any other text."""
    if len(text) > LONGEST or not text.startswith(BYTES) or text[2:6] != HEADER:
        return
    try:
        steps = list(pickletools.genops(ast.literal_eval(text)))
    except (ValueError, SyntaxError, TypeError):
        return
    memo: dict[object, tuple[str, Scalar]] = {}
    last: tuple[str, Scalar] = (VALUE, None)
    for step, argument, _ in steps:
        if step.name in REMEMBERING:
            memo[len(memo) if argument is None else argument] = last
        elif step.name in REPEATING and argument in memo:
            yield memo[argument]
        elif step.name != "FRAME":
            last = _step(step.name, argument)
            yield last


def _step(name: str, argument: object) -> tuple[str, Scalar]:
    if name in CONSTANTS:
        return VALUE, CONSTANTS[name]
    is_value = any(kind in name for kind in HOLDING)
    return (VALUE, argument) if is_value and isinstance(argument, SCALARS) else (name, None)
