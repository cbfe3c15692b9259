"""Two calls as lines of Python, one below the other, with a mark below what differs.

    score(30, 'female')  # 0
    score(30, 'male')    # 10
    #         ^^^^^^^^

What both have in common may be left out where they are long, so that the difference is seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evenhand.doors.printable import cut, printable
from evenhand.lines import common_ends, with_plain_ends

ELLIPSIS = "…"
WIDE = 88
"""Characters of a call that need not be shortened."""
LONGEST_OUTCOME = 60
KEPT_AROUND = 24
"""Characters of what is shared that stay on each side of a difference."""
_WORD = re.compile(r"\w+|\W")
_IMPORT = re.compile(r"""__import__\((["'])(\w+)[\w.]*\1\)""")
"""How a call gets at a module that its file may not have imported."""
_HEAD = re.compile(r"[\w.]+\(")
"""The name of what is called."""
_BEGINNING = re.compile(r"[(\[{]+|, ")
"""What stands before an argument."""


def aligned_calls(
    calls: tuple[str, str], outcomes: tuple[str, str], widest: int = WIDE
) -> tuple[str, ...]:
    """Both calls with their outcomes as comments, and a line that marks the difference."""
    first, second = shortened_calls(calls, widest)
    start, end = shared_ends(first, second)
    width = max(len(first), len(second))
    comments = (cut(_one_line(outcome), LONGEST_OUTCOME) for outcome in outcomes)
    lines = (
        f"{call.ljust(width)}  # {comment}"
        for call, comment in zip((first, second), comments, strict=True)
    )
    return (*lines, *_mark(start, width - end))


def shortened_calls(calls: tuple[str, str], widest: int = WIDE) -> tuple[str, str]:
    """Both calls, each on one line; of long ones what is around their difference.

    They are to be read, not run: modules stand there by their names, imported or not.
    """
    first, second = (_IMPORT.sub(r"\2", _one_line(call)) for call in calls)
    if max(len(first), len(second)) <= widest:
        return first, second
    start, end = shared_ends(first, second)
    return _shortened(first, start, end), _shortened(second, start, end)


def shared_ends(first: str, second: str) -> tuple[int, int]:
    """How many characters two texts share in whole words, at their start and at their end."""
    left, right = _WORD.findall(first), _WORD.findall(second)
    start, end = common_ends(left, right)
    return len("".join(left[:start])), len("".join(left[len(left) - end :]))


def _mark(start: int, stop: int) -> Iterator[str]:
    """A comment below the difference, if there is one, and room for the comment's sign."""
    if 0 < start < stop:
        yield "#".ljust(start) + "^" * (stop - start)


def _shortened(call: str, start: int, end: int) -> str:
    """A call without what is far from the difference, its name aside."""
    stop = len(call) - end
    name = _HEAD.match(call)
    head = name.end() if name is not None else 0
    before, after = call[head:start] if head < start else "", call[stop:]
    if len(before) > KEPT_AROUND:
        before = ELLIPSIS + _last_words(before)
    if len(after) > KEPT_AROUND:
        after = _first_words(after) + ELLIPSIS + after[-1]
    return call[: min(head, start)] + before + cut(call[start:stop], WIDE) + after


def _last_words(text: str) -> str:
    """Its last arguments that fit, or at least its last words."""
    near = text[-KEPT_AROUND:]
    start = _BEGINNING.search(near) or _WORD.search(near)
    return near[start.end() :] if start is not None else near


def _first_words(text: str) -> str:
    """Its first arguments that fit, or at least its first words."""
    near = text[:KEPT_AROUND]
    end = near.rfind(", ")
    return near[: end + 2] if end >= 0 else "".join(_WORD.findall(near)[:-1])


def _one_line(text: str) -> str:
    return printable(with_plain_ends(text).replace("\n", " "))
